// Reads the command line with CLI11, from the table in options.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/settings.h"

namespace robur {

struct CommandLine {
  std::optional<Command> command;  // absent: there is nothing to do but to print
  Settings settings;
  std::string out;  // for stdout: help, version
  std::string err;  // for stderr: what is wrong with the command line
  ExitCode exit = ExitCode::Holds;
};

// Without the program's own name.
CommandLine parseCommandLine(const std::vector<std::string>& arguments);

}  // namespace robur
