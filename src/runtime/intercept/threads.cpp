// Creation and end of threads. A thread is watched until its very last destructor of
// thread-local data has run, which is why its end is a key destructor that comes again in
// every round and acts in the last.
#include <limits.h>
#include <threads.h>

#include <new>

#include "runtime/abi/waits.h"
#include "runtime/intercept/intercept.h"
#include "runtime/report/frames.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

struct Start {
  void* (*run)(void*) = nullptr;
  int (*runC11)(void*) = nullptr;
  void* argument = nullptr;
  Thread* thread = nullptr;
};

pthread_key_t endKey;
pthread_once_t endKeyOnce = PTHREAD_ONCE_INIT;

void atEnd(void* round) {
  const auto left = reinterpret_cast<std::uintptr_t>(round);
  if (left > 1) {
    ::pthread_setspecific(endKey, reinterpret_cast<void*>(left - 1));
  } else {
    if (Event event; event) otherEffect(event.thread());
    leaveThread(scheduleLeave);
  }
}

// What an earlier thread left on this stack is not ours.
void forgetStack(ThreadInfo& info) {
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

void enter(Thread* thread) {
  enterThread(thread);
  if (thread == nullptr) return;
  thread->busy = true;
  forgetStack(infoOf(thread->number));
  ::pthread_setspecific(endKey,
                        reinterpret_cast<void*>(std::uintptr_t{PTHREAD_DESTRUCTOR_ITERATIONS}));
  thread->busy = false;
  scheduleEnter(thread);
}

void* start(void* data) {
  const Start s = *static_cast<Start*>(data);
  release(data, sizeof(Start));
  enter(s.thread);
  return s.run(s.argument);
}

int startC11(void* data) {
  const Start s = *static_cast<Start*>(data);
  release(data, sizeof(Start));
  enter(s.thread);
  return s.runC11(s.argument);
}

// The callers are its caller and the function that stands in.
__attribute__((noinline)) Start* prepare(bool detached) {
  auto* const s = new (allocate(sizeof(Start))) Start;
  Event event;
  if (event) s->thread = createThread(&event.thread(), unwoundSite(2));
  if (event && s->thread != nullptr) keepFrames(event.thread().number, s->thread->number);
  if (event && s->thread != nullptr && tracing()) {
    TraceLine(event.thread().number, "create").number(s->thread->number);
  }
  if (s->thread != nullptr) s->thread->detached = detached;
  return s;
}

void makeKey() {
  ::pthread_key_create(&endKey, atEnd);
}

// Joining: the thread is marked before, so that it is not given up while we wait.
struct Joining {
  explicit Joining(pthread_t handle, bool waits = true) : thread(findThread(handle, true)) {
    while (waits && scheduled() && thread != nullptr && !thread->ended)
      scheduleBlocked(Until::Ended);
  }
  void done(bool joined) {
    if (thread == nullptr) return;
    Event event;
    if (joined && event) {
      if (tracing()) TraceLine(event.thread().number, "join").number(thread->number);
      joinThread(event.thread(), thread);
    } else {
      thread->waitedFor = false;
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
  releaseOwned(mine.object);
  setInitialising(mine.object, false);
}

}  // namespace

ROBUR_STAND_IN(int, pthread_once, pthread_once_t* object, void (*run)()) {
  const Once outer = pending;
  pending = {run, object};
  awaitInitialised(object);
  const int result = ROBUR_BEHIND(pthread_once)(object, runOnce);
  pending = outer;
  if (result == 0) acquireOwned(object);
  return result;
}

ROBUR_STAND_IN(void, call_once, once_flag* object, void (*run)()) {
  const Once outer = pending;
  pending = {run, object};
  awaitInitialised(object);
  ROBUR_BEHIND(call_once)(object, runOnce);
  pending = outer;
  acquireOwned(object);
}

ROBUR_STAND_IN(int, pthread_create, pthread_t* handle, const pthread_attr_t* attributes,
               void* (*run)(void*), void* argument) {
  ROBUR_BEHIND(pthread_once)(&endKeyOnce, makeKey);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) ::pthread_attr_getdetachstate(attributes, &state);
  scheduleTakePart();
  Start* const s = prepare(state == PTHREAD_CREATE_DETACHED);
  s->run = run;
  s->argument = argument;
  Thread* const thread = s->thread;
  const std::uint32_t number = thread == nullptr ? 0 : thread->number;
  const int result = ROBUR_BEHIND(pthread_create)(handle, attributes, start, s);
  if (result != 0) {
    abandonThread(thread);
    release(s, sizeof(Start));
  } else {
    nameThread(thread, number, *handle);
    awaitEntered(thread);
  }
  return result;
}

ROBUR_STAND_IN(int, pthread_join, pthread_t handle, void** value) {
  Joining joining(handle);
  const int result = ROBUR_BEHIND(pthread_join)(handle, value);
  joining.done(result == 0);
  return result;
}

ROBUR_STAND_IN(int, pthread_tryjoin_np, pthread_t handle, void** value) {
  Joining joining(handle, false);
  const int result = ROBUR_BEHIND(pthread_tryjoin_np)(handle, value);
  joining.done(result == 0);
  return result;
}

ROBUR_STAND_IN(int, pthread_timedjoin_np, pthread_t handle, void** value, const timespec* until) {
  Joining joining(handle, false);
  const int result =
      waiting([&] { return ROBUR_BEHIND(pthread_timedjoin_np)(handle, value, until); });
  joining.done(result == 0);
  return result;
}

ROBUR_STAND_IN(int, pthread_detach, pthread_t handle) {
  Thread* const thread = findThread(handle, false);
  const int result = ROBUR_BEHIND(pthread_detach)(handle);
  if (result == 0 && thread != nullptr) detachThread(thread);
  return result;
}

ROBUR_STAND_IN(int, thrd_create, thrd_t* handle, int (*run)(void*), void* argument) {
  ROBUR_BEHIND(pthread_once)(&endKeyOnce, makeKey);
  scheduleTakePart();
  Start* const s = prepare(false);
  s->runC11 = run;
  s->argument = argument;
  Thread* const thread = s->thread;
  const std::uint32_t number = thread == nullptr ? 0 : thread->number;
  const int result = ROBUR_BEHIND(thrd_create)(handle, startC11, s);
  if (result != thrd_success) {
    abandonThread(thread);
    release(s, sizeof(Start));
  } else {
    nameThread(thread, number, *handle);
    awaitEntered(thread);
  }
  return result;
}

ROBUR_STAND_IN(int, thrd_join, thrd_t handle, int* value) {
  Joining joining(handle);
  const int result = ROBUR_BEHIND(thrd_join)(handle, value);
  joining.done(result == thrd_success);
  return result;
}

ROBUR_STAND_IN(int, thrd_detach, thrd_t handle) {
  Thread* const thread = findThread(handle, false);
  const int result = ROBUR_BEHIND(thrd_detach)(handle);
  if (result == thrd_success && thread != nullptr) detachThread(thread);
  return result;
}

ROBUR_STAND_IN(int, pthread_setname_np, pthread_t handle, const char* name) {
  if (Thread* const thread = findThread(handle, false)) {
    std::strncpy(infoOf(thread->number).name, name, sizeof(ThreadInfo::name) - 1);
  }
  return ROBUR_BEHIND(pthread_setname_np)(handle, name);
}
