// The flags that a project's build gives to each C and C++ file (--project).
#pragma once

#include <string>

#include "cli/settings.h"

namespace robur {

// Looks the files up in the project's compile commands. Returns what is wrong, or nothing.
std::string readProjectFlags(Reading& reading);

}  // namespace robur
