// The words that the argument of an option may be, for completion in a shell. What an option
// accepts is decided by its setter; a test gives every word to the setter.
#pragma once

#include <string>
#include <vector>

#include "cli/help.h"

namespace robur::pages {

// Empty if the argument is a file, a number, or free text.
std::vector<std::string> choicesOf(const Option& option, Command command);

// Is the argument the path of a file or directory?
bool takesPath(const Option& option);

// "--model" and "-m".
std::vector<std::string> spellingsOf(const Option& option);

}  // namespace robur::pages
