// Functions that run when the process ends. They run in the thread that ends it, and happen after
// their registration, whichever thread that was by.
#include "runtime/intercept/intercept.h"
#include "runtime/memory/arena.h"

using namespace robur::runtime;

namespace {

struct ExitCall {
  void (*function)(void*);
  void* argument;
};

// One synchronisation object for all registrations: its address is that of a variable.
const void* registrations() {
  return &rt.process.started;
}

void callAtExit(void* pointer) {
  const ExitCall call = *static_cast<ExitCall*>(pointer);
  acquireCount(registrations());
  call.function(call.argument);
}

}  // namespace

// atexit() and static destructors. Before the start of the runtime there is one thread.
ROBUR_REPLACE(int, __cxa_atexit, void (*function)(void*), void* argument, void* library) {
  if (!rt.process.started.load()) {
    return ROBUR_ORIGINAL(__cxa_atexit)(function, argument, library);
  }
  auto* const call = static_cast<ExitCall*>(allocate(sizeof(ExitCall)));
  *call = {function, argument};
  releaseShared(registrations());
  return ROBUR_ORIGINAL(__cxa_atexit)(callAtExit, call, library);
}
