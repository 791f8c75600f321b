// What the user reads when Robur is wrong.
#include <unistd.h>

#include <fmt/format.h>

#include "cli/commands.h"
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

}  // namespace robur
