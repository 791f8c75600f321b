// Completion of commands, options and their arguments, for bash, zsh and fish.
#pragma once

#include <string>

namespace robur::pages {

std::string bashCompletion();
std::string zshCompletion();
std::string fishCompletion();

}  // namespace robur::pages
