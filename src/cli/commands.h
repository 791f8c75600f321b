// The subcommands, one file each.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/options.h"

namespace robur {

ExitCode runCheck(const Settings& settings);
ExitCode runFmt(const Settings& settings);
ExitCode runExport(const Settings& settings);
ExitCode runRepair(const Settings& settings);
ExitCode runRelax(const Settings& settings);
ExitCode runVerify(const Settings& settings);
// Becomes robur-prove, with the same arguments.
ExitCode runProve(const std::vector<std::string>& arguments);
ExitCode runRun(const Settings& settings);
ExitCode runModels(const Settings& settings);
ExitCode runLanguages(const Settings& settings);

// What main does: runs a program with its arguments and answers for whatever it throws.
int runMain(int argc, char** argv, ExitCode (*run)(const std::vector<std::string>& arguments));

// Says that Robur contradicted itself, and how to report it.
void printInternalError(std::string_view what);

}  // namespace robur
