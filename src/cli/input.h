// From a name on the command line to a program, or to diagnostics that say why not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/options.h"
#include "frontend/frontend.h"

namespace robur {

struct Input {
  Source source;  // the path is "<stdin>" for "-"
  std::optional<Language> language;
  std::vector<Diagnostic> diagnostics;
};

// Reads a file and settles its language. If either fails there is an error among the
// diagnostics, without a span.
Input readInput(const std::string& name, std::optional<Language> language);

struct Loaded {
  std::string file;
  std::optional<Program> program;
  std::vector<Diagnostic> diagnostics;
  std::vector<Source> sources;  // without a program: what the diagnostics refer to
  double readSeconds = 0;
  double translateSeconds = 0;
  std::string unfinished;  // there is no program because a limit was met: which
};

// Files that make one program: each by itself, except that all of C and C++ belong together.
std::vector<std::vector<std::string>> programsOf(const std::vector<std::string>& files);
std::string titleOf(const std::vector<std::string>& files);

// Reads and parses. Diagnostics, warnings too, have been printed on stderr.
Loaded loadProgram(const std::vector<std::string>& files, const Settings& settings);

// The exit code for what has not become a program.
ExitCode codeWithoutProgram(const Loaded& loaded);

// The models that are asked about if the user names none: of C and C++ their own.
std::vector<ModelName> defaultModels(const std::vector<std::string>& files);

void printDiagnostics(const Source& source, const std::vector<Diagnostic>& diagnostics,
                      Colour colour);

}  // namespace robur
