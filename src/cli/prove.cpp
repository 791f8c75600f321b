// robur prove: hands over to robur-prove, a program of its own because it needs Z3.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "support/executable_path.h"
#include "support/subprocess.h"

namespace robur {

ExitCode runProve(const std::vector<std::string>& arguments) {
  const std::string prover = companionProgram("robur-prove");
  replaceProcess(prover, {arguments.begin() + 1, arguments.end()});
  printError(
      fmt::format("prove is not available: there is no {}; keep the files of an installation "
                  "together, or install libz3-dev and build robur again",
                  prover));
  return ExitCode::BadInput;
}

}  // namespace robur
