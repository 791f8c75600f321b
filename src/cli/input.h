// From a name on the command line to a program, or to diagnostics that say why not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/settings.h"
#include "frontend/language.h"

namespace robur {

struct Input {
  Source source;  // the path is "<stdin>" for "-"
  std::optional<Language> language;
  std::vector<Diagnostic> diagnostics;
};

// Reads a file of any kind. If that fails, or the file is empty, there is an error among the
// diagnostics, without a span, and no language.
Input readText(const std::string& name);
// Reads a file and determines its language, which is an error if it is unknown.
Input readInput(const std::string& name, std::optional<Language> language);

struct Loaded {
  std::string file;
  std::optional<Program> program;
  std::vector<Diagnostic> diagnostics;
  std::vector<Source> sources;            // without a program: what the diagnostics refer to
  std::optional<Language> language = {};  // of a program that no helper has read
  std::vector<Span> gaps = {};            // as in Parsed
  std::optional<FinalCondition> condition = {};
  std::vector<ModelName> models = {};
  double readSeconds = 0;
  double translateSeconds = 0;
  std::string unfinished;    // there is no program because a limit was met: which
  bool needsNumber = false;  // it would not be met if the number of threads were given
};

// Groups the files into programs: each is one by itself, except that all files that the same helper
// program reads (C, C++ and LLVM) belong together.
std::vector<std::vector<std::string>> programsOf(const std::vector<std::string>& files);
std::string titleOf(const std::vector<std::string>& files);

// Turns a program down that was read but cannot be used; the reason is printed on stderr.
void refuse(Loaded& loaded, std::string reason);

// The same for threads of any number, for commands that do not know them.
void refuseAnyNumber(Loaded& loaded);

// The same for a program that means nothing under one of the models that were named.
void refuseModels(Loaded& loaded, const std::vector<ModelName>& named);

// Reads and parses. Diagnostics, warnings too, have been printed on stderr.
Loaded loadProgram(const std::vector<std::string>& files, const Reading& reading);

// The exit code for what has not become a program.
ExitCode codeWithoutProgram(const Loaded& loaded);

// The models that are checked if the user names none; they depend on the language.
std::vector<ModelName> defaultModels(const std::vector<std::string>& files);
// The same for questions of safety: the one that the program is written for.
ModelName defaultSafetyModel(const std::vector<std::string>& files, const Program& program);

void printDiagnostics(const Source& source, const std::vector<Diagnostic>& diagnostics,
                      Colour colour);

}  // namespace robur
