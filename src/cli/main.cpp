// The pipeline: arguments in, one subcommand run, an exit code out.
#include <unistd.h>

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/terminal.h"

namespace robur {

namespace {

ExitCode dispatch(const std::vector<std::string>& arguments) {
  const CommandLine line = parseCommandLine(arguments);
  if (!line.command || line.exit != ExitCode::Holds) {
    Output(STDOUT_FILENO).write(line.out);
    Output(STDERR_FILENO).write(line.err);
    return line.exit;
  }
  switch (*line.command) {
    case Command::Check:
      return runCheck(line.settings);
    case Command::Fmt:
      return runFmt(line.settings);
    case Command::Export:
      return runExport(line.settings);
    case Command::Repair:
      return runRepair(line.settings);
    case Command::Relax:
      return runRelax(line.settings);
    case Command::Verify:
      return runVerify(line.settings);
    case Command::Prove:
      return runProve(arguments);
    case Command::Run:
      return runRun(line.settings);
    case Command::Models:
      return runModels(line.settings);
    case Command::Languages:
      return runLanguages(line.settings);
  }
  return ExitCode::Internal;
}

}  // namespace

}  // namespace robur

int main(int argc, char** argv) {
  return robur::runMain(argc, argv, robur::dispatch);
}
