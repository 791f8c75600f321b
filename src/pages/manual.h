// Manual pages in the language of man(7), one for Robur and one for each of its commands.
#pragma once

#include <string>

#include "cli/help.h"

namespace robur::pages {

std::string manualPage();
std::string manualPage(const CommandInfo& info);

}  // namespace robur::pages
