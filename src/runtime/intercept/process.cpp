// Start, fork and end of the process.
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/intercept/helper_threads.h"
#include "runtime/intercept/intercept.h"
#include "runtime/schedule/exhaust.h"
#include "runtime/schedule/exploration.h"
#include "runtime/schedule/steps.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

void endOfProcess(int code, void*) {
  if (exploring()) {
    awaitOthers();
    endExecution(Outcome::Finished);
  }
  const int wanted = finish(code);
  if (wanted == code) return;
  std::fflush(nullptr);
  ::_exit(wanted);
}

// The child has only the thread that called fork, and the locks that other threads held.
void inChild() {
  nextForkGeneration();
  stopTracing();
  scheduleForked();
}

}  // namespace

extern "C" {

int on_exit(void (*)(int, void*), void*);

void __tsan_init() {
  if (rt.process.started.exchange(true)) return;
  options();
  on_exit(endOfProcess, nullptr);
  ::pthread_atfork(nullptr, nullptr, inChild);
  orderHelperThreads();
  if (options().schedule == Schedule::Exhaust) exhaustSchedules();
  currentThread();
}

}  // extern "C"

ROBUR_REPLACE(void, _exit, int code) {
  if (exploring()) {
    if (othersCanContinue()) noteDoubt(Doubt::EndedEarly);
    endExecution(Outcome::Finished);
  }
  ROBUR_ORIGINAL(_exit)(finish(code));
  __builtin_trap();
}
