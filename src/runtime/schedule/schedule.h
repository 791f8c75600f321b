// Controlled schedules: one thread runs at a time, and at every atomic access, fence and
// synchronisation a policy (policy.h) chooses which thread runs next.
//
// Violations are visible in SC runs, but not in every one: store buffering shows only if one thread
// is ahead of the other. The operating system runs small tests nearly the same way every time;
// controlled schedules vary them, and the same seed gives the same run as long as threads wait only
// for each other. A thread that waits for something outside the program keeps its turn for
// kMaxWait at most.
//
// A thread that cannot continue before another has done something (a lock, a join, a loop that
// repeats the same loads) is blocked until something changes; if all are blocked, all are retried.
#pragma once

#include "runtime/base/order.h"
#include "runtime/options/options.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

inline bool scheduled() {
  return options().schedule != Schedule::Os;
}

// An execution of schedule=exhaust is under way.
inline bool exploring() {
  return scheduled() && rt.schedule.exploration != nullptr;
}

// Before an event; returns when it is this thread's turn. Does nothing with schedule=os. The
// action is what the thread does then; schedule=exhaust needs to know.
void nextTurn(const Action& action);
inline void schedulePoint(const Action& action) {
  if (scheduled()) [[unlikely]]
    nextTurn(action);
}
inline Action actionOn(ActionKind kind, const volatile void* object, std::size_t size = 0,
                       std::uint64_t operand = 0) {
  return {kind, static_cast<std::uint8_t>(size), reinterpret_cast<std::uint64_t>(object), operand};
}

// Instead of a schedulePoint: this thread continues only after such a change.
void scheduleBlocked(BlockedOn change);
// Memory was written, a lock released, or a thread has ended.
void scheduleChanged(BlockedOn change);
// A load; if it only repeats earlier ones, the thread counts as blocked until a write.
void scheduleLoaded(const volatile void* address, std::uint64_t value, const void* pc);

// A thread that is about to create another must take part itself. Creating and joining are no
// choices: what other threads do meanwhile could as well be done before or after.
void scheduleTakePart();
// A new thread waits for its first turn. Its creator waits until the thread takes part.
void scheduleEnter(Thread* thread);
void awaitEntered(const Thread* thread);
void scheduleLeave(Thread* thread);

// In the child of fork, which has only this thread.
void scheduleForked();

// Around a call that may wait for other threads: the schedule continues without this thread.
class Waiting {
 public:
  Waiting();
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Thread* thread_;
};

template <class Call>
auto waiting(const Call& call) {
  const Waiting others;
  return call();
}

}  // namespace robur::runtime
