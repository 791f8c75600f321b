// The subcommands, one file each.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/settings.h"

namespace robur {

ExitCode runCheck(const CheckSettings& settings);
ExitCode runFmt(const FmtSettings& settings);
ExitCode runExport(const ExportSettings& settings);
ExitCode runRepair(const EditSettings& settings);
ExitCode runRelax(const EditSettings& settings);
ExitCode runVerify(const VerifySettings& settings);
// Becomes robur-prove, with the same arguments.
ExitCode runProve(const std::vector<std::string>& arguments);
ExitCode runRun(const RunSettings& settings);
ExitCode runModels(const ListSettings& settings);
ExitCode runLanguages(const ListSettings& settings);

// What main does: runs a program with its arguments and answers for whatever it throws.
int runMain(int argc, char** argv, ExitCode (*run)(const std::vector<std::string>& arguments));

// Says that Robur contradicted itself, and how to report it.
void printInternalError(std::string_view what);

}  // namespace robur
