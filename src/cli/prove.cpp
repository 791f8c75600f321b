// robur prove: hands over to robur-prove, a program of its own because it needs Z3.
#include "cli/commands.h"
#include "cli/terminal.h"
#include "support/executable_path.h"
#include "support/subprocess.h"

namespace robur {

ExitCode runProve(const std::vector<std::string>& arguments) {
  replaceProcess(companionProgram("robur-prove"), {arguments.begin() + 1, arguments.end()});
  printError(
      "prove is not available: robur was built without Z3; install libz3-dev and build again");
  return ExitCode::BadInput;
}

}  // namespace robur
