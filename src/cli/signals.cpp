// The handler sets one lock-free flag, which is all that a signal handler may do. SIGTERM is
// treated alike, so that a caller with a timeout still gets the partial result.
#include "cli/signals.h"

#include <unistd.h>
#include <csignal>

namespace robur {

namespace {

constinit std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void onSignal(int number) {
  if (interrupted.exchange(true)) ::_exit(128 + number);
}

}  // namespace

void catchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = onSignal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

void ignoreBrokenPipes() {
  std::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& interruptedFlag() {
  return interrupted;
}

}  // namespace robur
