// The canonical layout of .rob text.
//
// Two spaces per level, one statement per line, braces on the line of what they belong to,
// comments where they were, at most one empty line in a row. Only blanks change: tokens
// and comments stay, so the program stays. Formatting formatted text changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/source.h"

namespace robur {

// Nothing, and the reasons added to the diagnostics, if the text is not well formed. Names
// need not be declared: that is for the checker to say.
std::optional<std::string> formatRob(const Source& source, std::vector<Diagnostic>& diagnostics);

}  // namespace robur
