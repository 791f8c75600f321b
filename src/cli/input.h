// From a name on the command line to a program, or to diagnostics that say why not.
#pragma once

#include <optional>
#include <string>
#include <vector>

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
};

// Reads and parses. Diagnostics, warnings too, have been printed on stderr.
Loaded loadProgram(const std::string& name, const Settings& settings);

void printDiagnostics(const Source& source, const std::vector<Diagnostic>& diagnostics,
                      Colour colour);

}  // namespace robur
