// Plain system calls: streams would cost start-up time and hide errors.
#include "cli/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

namespace robur {

void Output::write(std::string_view text) {
  while (!closed_ && !text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd ready = {descriptor_, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      closed_ = true;
      if (errno != EPIPE) error_ = errno;
    }
  }
}

std::string Output::problem() const {
  return std::strerror(error_);
}

bool isTerminal(int descriptor) {
  return ::isatty(descriptor) == 1;
}

bool wantsColours(Colour colour, int descriptor) {
  if (colour != Colour::Auto) return colour == Colour::Always;
  const char* off = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  if (off != nullptr && *off != '\0') return false;
  if (kind != nullptr && std::string_view(kind) == "dumb") return false;
  return isTerminal(descriptor);
}

unsigned terminalColumns(int descriptor) {
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

unsigned proseColumns(int descriptor) {
  constexpr unsigned kNarrowest = 50;
  constexpr unsigned kWidest = 160;
  if (!isTerminal(descriptor)) return 100;
  return std::clamp(terminalColumns(descriptor), kNarrowest, kWidest);
}

void printError(std::string_view text) {
  Output(STDERR_FILENO).write(fmt::format("robur: error: {}\n", text));
}

}  // namespace robur
