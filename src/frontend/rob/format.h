// The canonical layout of .rob text.
//
// Two spaces per level, one statement per line, opening braces on the line of the statement that
// they belong to, comments where they were, at most one empty line in a row. Only white space
// changes: tokens and comments are kept, so the program stays the same. Formatting is idempotent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/source.h"

namespace robur {

// Returns nullopt, and adds the reasons to the diagnostics, if the text is not well formed. Names
// need not be declared: undeclared names are reported when the program is checked.
std::optional<std::string> formatRob(const Source& source, std::vector<Diagnostic>& diagnostics);

}  // namespace robur
