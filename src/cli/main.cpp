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
      return runCheck(std::get<CheckSettings>(line.settings));
    case Command::Fmt:
      return runFmt(std::get<FmtSettings>(line.settings));
    case Command::Export:
      return runExport(std::get<ExportSettings>(line.settings));
    case Command::Repair:
      return runRepair(std::get<EditSettings>(line.settings));
    case Command::Relax:
      return runRelax(std::get<EditSettings>(line.settings));
    case Command::Verify:
      return runVerify(std::get<VerifySettings>(line.settings));
    case Command::Prove:
      return runProve(arguments);
    case Command::Run:
      return runRun(std::get<RunSettings>(line.settings));
    case Command::Models:
      return runModels(std::get<ListSettings>(line.settings));
    case Command::Languages:
      return runLanguages(std::get<ListSettings>(line.settings));
  }
  return ExitCode::Internal;
}

}  // namespace

}  // namespace robur

int main(int argc, char** argv) {
  return robur::runMain(argc, argv, robur::dispatch);
}
