// A command line as a list of words, as a shell without variables and wildcards splits it. Build
// systems write commands like that into compile_commands.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace robur::project {

std::vector<std::string> commandWords(std::string_view command);

}  // namespace robur::project
