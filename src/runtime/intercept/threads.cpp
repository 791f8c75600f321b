// Creation and end of threads. A thread is checked until the last destructor of thread-local data
// has run. Therefore its end is the destructor of a pthread key that re-registers itself in every
// round of destructors and acts in the last.
#include <limits.h>
#include <threads.h>

#include <new>

#include "runtime/intercept/intercept.h"
#include "runtime/report/frames.h"
#include "runtime/report/held_report.h"
#include "runtime/schedule/exploration.h"
#include "runtime/schedule/steps.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

struct Start {
  void* (*run)(void*) = nullptr;
  int (*runC11)(void*) = nullptr;
  void* argument = nullptr;
  Thread* thread = nullptr;
};

void atEnd(void* round) {
  const auto left = reinterpret_cast<std::uintptr_t>(round);
  if (left > 1) {
    ::pthread_setspecific(rt.process.threadEnd, reinterpret_cast<void*>(left - 1));
  } else {
    if (Event event; event) endSpinning(event.thread());
    leaveThread(scheduleLeave);
  }
}

// The state that an earlier thread has left on this stack does not apply to the new one.
void resetStack(ThreadInfo& info) {
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return;
  void* low = nullptr;
  std::size_t size = 0;
  ::pthread_attr_getstack(&attributes, &low, &size);
  ::pthread_attr_destroy(&attributes);
  info.stackBegin = reinterpret_cast<std::uint64_t>(low);
  info.stackEnd = info.stackBegin + size;
  clearMetas(reinterpret_cast<std::uint64_t>(low), size);
  clearCells(reinterpret_cast<std::uint64_t>(low), size);
}

// `frame` is that of the thread's first function.
void enter(Thread* thread, const void* frame) {
  enterThread(thread);
  if (thread == nullptr) return;
  thread->explored.stackBase = reinterpret_cast<std::uint64_t>(frame);
  thread->busy = true;
  resetStack(infoOf(thread->number));
  ::pthread_setspecific(rt.process.threadEnd,
                        reinterpret_cast<void*>(std::uintptr_t{PTHREAD_DESTRUCTOR_ITERATIONS}));
  thread->busy = false;
  scheduleEnter(thread);
}

void* start(void* data) {
  const Start s = *static_cast<Start*>(data);
  release(data, sizeof(Start));
  enter(s.thread, __builtin_frame_address(0));
  return s.run(s.argument);
}

int startC11(void* data) {
  const Start s = *static_cast<Start*>(data);
  release(data, sizeof(Start));
  enter(s.thread, __builtin_frame_address(0));
  return s.runC11(s.argument);
}

// Skips two frames: this function and the replacement that calls it.
__attribute__((noinline)) Start* prepare(bool detached) {
  auto* const s = new (allocate(sizeof(Start))) Start;
  Event event;
  if (event) s->thread = createThread(&event.thread(), unwoundSite(2));
  if (event && s->thread != nullptr) recordFrames(event.thread().number, s->thread->number);
  if (event && s->thread != nullptr && tracing()) {
    TraceLine(event.thread().number, "create").number(s->thread->number);
  }
  if (s->thread != nullptr) {
    s->thread->detached = detached;
    scheduleCreated(*s->thread);
  }
  return s;
}

void makeKey() {
  ::pthread_key_create(&rt.process.threadEnd, atEnd);
}

// Joining: the thread is marked before, so that it is not released while this one waits.
struct Joining {
  explicit Joining(pthread_t handle, bool waits = true) : thread(findThread(handle, true)) {
    while (waits && scheduled() && thread != nullptr && !thread->ended)
      scheduleBlocked(BlockedOn::ThreadEnd);
  }
  void done(bool joined) {
    if (thread == nullptr) return;
    Event event;
    if (joined && event) {
      if (tracing()) TraceLine(event.thread().number, "join").number(thread->number);
      scheduleJoined(*thread);
      joinThread(event.thread(), thread);
    } else {
      thread->joining = false;
    }
  }
  Thread* thread;
};

}  // namespace

namespace {

// The initialiser that this thread is about to run for a once object.
struct Once {
  void (*run)();
  void* object;
};
thread_local Once pending __attribute__((tls_model("initial-exec"))) = {nullptr, nullptr};

void runOnce() {
  const Once mine = pending;
  setInitialising(mine.object, true);
  mine.run();
  pointAfterInitialising(mine.object, true);
  releaseOwned(mine.object);
  setInitialising(mine.object, false);
}

}  // namespace

ROBUR_REPLACE(int, pthread_once, pthread_once_t* object, void (*run)()) {
  const Once outer = pending;
  pending = {run, object};
  awaitInitialised(object);
  const int result = ROBUR_ORIGINAL(pthread_once)(object, runOnce);
  pending = outer;
  if (result == 0) acquireOwned(object);
  return result;
}

ROBUR_REPLACE(void, call_once, once_flag* object, void (*run)()) {
  const Once outer = pending;
  pending = {run, object};
  awaitInitialised(object);
  ROBUR_ORIGINAL(call_once)(object, runOnce);
  pending = outer;
  acquireOwned(object);
}

ROBUR_REPLACE(int, pthread_create, pthread_t* handle, const pthread_attr_t* attributes,
              void* (*run)(void*), void* argument) {
  ROBUR_ORIGINAL(pthread_once)(&rt.process.threadEndOnce, makeKey);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) ::pthread_attr_getdetachstate(attributes, &state);
  scheduleTakePart();
  Start* const s = prepare(state == PTHREAD_CREATE_DETACHED);
  s->run = run;
  s->argument = argument;
  Thread* const thread = s->thread;
  const std::uint32_t number = thread == nullptr ? 0 : thread->number;
  const int result = ROBUR_ORIGINAL(pthread_create)(handle, attributes, start, s);
  if (result != 0) {
    abandonThread(thread);
    release(s, sizeof(Start));
  } else {
    setHandle(thread, number, *handle);
    awaitEntered(thread);
  }
  return result;
}

ROBUR_REPLACE(int, pthread_join, pthread_t handle, void** value) {
  Joining joining(handle);
  const int result = ROBUR_ORIGINAL(pthread_join)(handle, value);
  joining.done(result == 0);
  return result;
}

ROBUR_REPLACE(int, pthread_tryjoin_np, pthread_t handle, void** value) {
  noteDoubt(Doubt::TriedJoin);
  Joining joining(handle, false);
  const int result = ROBUR_ORIGINAL(pthread_tryjoin_np)(handle, value);
  joining.done(result == 0);
  return result;
}

ROBUR_REPLACE(int, pthread_timedjoin_np, pthread_t handle, void** value, const timespec* until) {
  noteDoubt(Doubt::TriedJoin);
  Joining joining(handle, false);
  const int result =
      waiting([&] { return ROBUR_ORIGINAL(pthread_timedjoin_np)(handle, value, until); });
  joining.done(result == 0);
  return result;
}

// A thread that the runtime keeps waiting would not be cancelled.
ROBUR_REPLACE(int, pthread_cancel, pthread_t handle) {
  if (interleaving()) leaveExecution(Outcome::Cancellation);
  return ROBUR_ORIGINAL(pthread_cancel)(handle);
}

ROBUR_REPLACE(int, pthread_detach, pthread_t handle) {
  Thread* const thread = findThread(handle, false);
  const int result = ROBUR_ORIGINAL(pthread_detach)(handle);
  if (result == 0 && thread != nullptr) detachThread(thread);
  return result;
}

ROBUR_REPLACE(int, thrd_create, thrd_t* handle, int (*run)(void*), void* argument) {
  ROBUR_ORIGINAL(pthread_once)(&rt.process.threadEndOnce, makeKey);
  scheduleTakePart();
  Start* const s = prepare(false);
  s->runC11 = run;
  s->argument = argument;
  Thread* const thread = s->thread;
  const std::uint32_t number = thread == nullptr ? 0 : thread->number;
  const int result = ROBUR_ORIGINAL(thrd_create)(handle, startC11, s);
  if (result != thrd_success) {
    abandonThread(thread);
    release(s, sizeof(Start));
  } else {
    setHandle(thread, number, *handle);
    awaitEntered(thread);
  }
  return result;
}

ROBUR_REPLACE(int, thrd_join, thrd_t handle, int* value) {
  Joining joining(handle);
  const int result = ROBUR_ORIGINAL(thrd_join)(handle, value);
  joining.done(result == thrd_success);
  return result;
}

ROBUR_REPLACE(int, thrd_detach, thrd_t handle) {
  Thread* const thread = findThread(handle, false);
  const int result = ROBUR_ORIGINAL(thrd_detach)(handle);
  if (result == thrd_success && thread != nullptr) detachThread(thread);
  return result;
}

ROBUR_REPLACE(int, pthread_setname_np, pthread_t handle, const char* name) {
  if (Thread* const thread = findThread(handle, false)) {
    std::strncpy(infoOf(thread->number).name, name, sizeof(ThreadInfo::name) - 1);
  }
  return ROBUR_ORIGINAL(pthread_setname_np)(handle, name);
}
