// Messages for internal errors.
#include <unistd.h>

#include <exception>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "cli/version.h"

namespace robur {

void printInternalError(std::string_view what) {
  Output(STDERR_FILENO)
      .write(
          fmt::format("robur: internal error: {}\n"
                      "This is a fault of Robur {}, not of the program, and no verdict was given. "
                      "Please report it\nwith the program, the command line and this message.\n",
                      what, version()));
}

int runMain(int argc, char** argv, ExitCode (*run)(const std::vector<std::string>& arguments)) {
  ignoreBrokenPipes();
  ExitCode code = ExitCode::Internal;
  try {
    code = run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const std::exception& error) {
    printInternalError(error.what());
  } catch (...) {
    printInternalError("an unknown exception");
  }
  return static_cast<int>(code);
}

}  // namespace robur
