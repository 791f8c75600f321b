// The life of the process: start, fork, end.
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/intercept/intercept.h"
#include "runtime/schedule/exhaust.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

void endOfProcess(int code, void*) {
  const int wanted = finish(code);
  if (wanted == code) return;
  std::fflush(nullptr);
  ::_exit(wanted);
}

// Of all threads, only the one that forked is in the child, and so are all held locks.
void inChild() {
  nextForkGeneration();
  stopTracing();
  scheduleForked();
}

}  // namespace

extern "C" {

int on_exit(void (*)(int, void*), void*);

void __tsan_init() {
  static std::atomic<bool> done{false};
  if (done.exchange(true)) return;
  options();
  on_exit(endOfProcess, nullptr);
  ::pthread_atfork(nullptr, nullptr, inChild);
  if (options().schedule == Schedule::Exhaust) exhaustSchedules();
  currentThread();
}

}  // extern "C"

ROBUR_STAND_IN(void, _exit, int code) {
  ROBUR_BEHIND(_exit)(finish(code));
  __builtin_trap();
}
