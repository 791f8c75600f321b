// Controlled schedules: one thread runs at a time, and at every atomic access, fence and
// synchronisation a policy says which goes on.
//
// Robustness is visible in SC runs, but not in every one of them: store buffering shows only if
// one thread is ahead of the other. Small tests that the system runs the same way each time
// are shaken up like this, and the same seed gives the same run as long as threads wait only
// for each other. A thread that waits for the world keeps its turn no longer than kPatience.
//
// A thread that cannot go on before another has done something (a lock, a join, a loop that
// reads the same again and again) is blocked until something changes; if all are, all try.
#pragma once

#include "runtime/report/options.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

inline bool scheduled() {
  return options().schedule != Schedule::Os;
}

// Before an event; returns when it is this thread's turn. Nothing with schedule=os.
void nextTurn();
inline void schedulePoint() {
  if (scheduled()) [[unlikely]]
    nextTurn();
}

// Instead of a schedulePoint: this thread goes on only after a change.
void scheduleBlocked(Until change);
// Memory was written, a lock given back, a thread has ended.
void scheduleChanged(Until change);
// A load that found nothing new: after some of them the thread counts as blocked.
void scheduleLoaded(const volatile void* address, std::uint64_t value, const void* pc);

// A thread that is about to create another must be in the schedule itself. There is nothing to
// choose at creation and joining: what others do meanwhile could be done before or after.
void scheduleTakePart();
// A thread comes into being: it waits for its first turn. Its creator waits for it to be here.
void scheduleEnter(Thread* thread);
void awaitEntered(const Thread* thread);
void scheduleLeave(Thread* thread);

// In the child of fork, where the other threads are not.
void scheduleForked();

// Around a call that may wait for others: the turn goes on without this thread.
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
