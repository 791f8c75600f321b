#include "runtime/schedule/schedule.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <ctime>

#include "runtime/options/options.h"
#include "runtime/schedule/exploration.h"
#include "runtime/schedule/objects.h"
#include "runtime/schedule/policy.h"
#include "runtime/schedule/steps.h"

namespace robur::runtime {

namespace {

constexpr long kMaxWait = 200'000'000;  // nanoseconds
constexpr int kMaxWaits = 50;           // exhaust: before the running thread counts as stuck

void wakeAll() {
  rt.schedule.turns.fetch_add(1);
  ::syscall(SYS_futex, &rt.schedule.turns, FUTEX_WAKE_PRIVATE, 1 << 30, nullptr, nullptr, 0);
}

// With the lock held: chooses the thread that runs next.
void chooseNext() {
  Thread* const* const candidates = tables.candidates;
  const std::uint32_t candidateCount = rt.schedule.candidateCount;
  // A thread whose joined thread has ended does nothing next that others could see, so it runs at
  // once, which is not counted as a choice.
  for (std::uint32_t i = 0; i < candidateCount; ++i) {
    if (!candidates[i]->runsNext) continue;
    candidates[i]->runsNext = false;
    rt.schedule.running.store(candidates[i]);
    return;
  }
  Thread* ready[kMaxThreads];
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < candidateCount; ++i) {
    if (candidates[i]->blockedOn == BlockedOn::Nothing) ready[count++] = candidates[i];
  }
  if (count == 0 && !exploring()) {
    for (std::uint32_t i = 0; i < candidateCount; ++i) {
      candidates[i]->blockedOn = BlockedOn::Nothing;
      ready[count++] = candidates[i];
    }
  }
  Thread* next = nullptr;
  if (count > 0 || exploring()) {
    ++rt.schedule.steps;
    next = schedulePolicy().choose(ready, count, rt.schedule.running.load());
  }
  rt.schedule.running.store(next);
}

// Sleeps until it is the thread's turn, or until the running thread seems to wait for something
// outside the program.
void awaitTurn(Thread* thread) {
  std::atomic<std::uint32_t>& turns = rt.schedule.turns;
  for (int waits = 0;; ++waits) {
    const std::uint32_t before = turns.load();
    if (rt.schedule.running.load() == thread) return;
    const timespec timeout{0, kMaxWait};
    const long result =
        ::syscall(SYS_futex, &turns, FUTEX_WAIT_PRIVATE, before, &timeout, nullptr, 0);
    if (result == 0 || turns.load() != before) {
      waits = 0;
      continue;
    }
    if (exploring()) {
      // Taking the turn would make an execution that cannot be repeated.
      if (waits >= kMaxWaits) leaveExecution(Outcome::Stuck);
      continue;
    }
    const Locked hold(rt.schedule.lock);
    if (turns.load() == before) {
      rt.schedule.running.store(thread);
      turns.fetch_add(1);
      return;
    }
  }
}

void insert(Thread* thread) {
  std::uint32_t at = rt.schedule.candidateCount++;
  for (; at > 0 && tables.candidates[at - 1]->number > thread->number; --at) {
    tables.candidates[at] = tables.candidates[at - 1];
  }
  tables.candidates[at] = thread;
}

void remove(Thread* thread) {
  for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
    if (tables.candidates[i] != thread) continue;
    std::memmove(&tables.candidates[i], &tables.candidates[i + 1],
                 (rt.schedule.candidateCount - i - 1) * sizeof(Thread*));
    --rt.schedule.candidateCount;
    return;
  }
}

// With the lock held.
void unblock(BlockedOn change) {
  for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
    if (tables.candidates[i]->blockedOn != change) continue;
    tables.candidates[i]->blockedOn = BlockedOn::Nothing;
    tables.candidates[i]->runsNext = change == BlockedOn::ThreadEnd;
  }
}

void leave(Thread* thread) {
  const Locked hold(rt.schedule.lock);
  unblock(BlockedOn::ThreadEnd);
  remove(thread);
  if (rt.schedule.running.load() == thread) chooseNext();
  wakeAll();
}

void enter(Thread* thread) {
  {
    const Locked hold(rt.schedule.lock);
    insert(thread);
    const auto onEnter = schedulePolicy().enter;
    if (!thread->scheduled.load() && onEnter != nullptr) onEnter(*thread);
    thread->scheduled.store(true);
    thread->blockedOn = BlockedOn::Nothing;
    if (exploring()) enterExecution(*thread);
    if (rt.schedule.running.load() == nullptr) {
      rt.schedule.running.store(thread);
      thread->runsNext = false;
    }
  }
  awaitTurn(thread);
}

}  // namespace

void nextTurn(const Action& action) {
  Thread* const thread = currentThread();
  if (thread == nullptr || thread->busy) return;
  const bool explored = exploring();
  if (explored && rt.schedule.created == 0) {  // what the only thread does is no choice
    applyToObject(action, *thread, valueFor(action));
    return;
  }
  if (!thread->scheduled.load()) {
    enter(thread);
    if (!explored) return;
  }
  thread->explored.pending = action;
  thread->explored.waits = true;
  bool alone = false;
  {
    const Locked hold(rt.schedule.lock);
    if (rt.schedule.running.load() == thread) chooseNext();
    alone = rt.schedule.candidateCount == 1;
    if (rt.schedule.running.load() == thread && (explored || !alone)) return;
    wakeAll();
  }
  if (alone && !explored) ::sched_yield();
  awaitTurn(thread);
}

void scheduleBlocked(BlockedOn change) {
  Thread* const thread = currentThread();
  if (!scheduled() || thread == nullptr || thread->busy || !thread->scheduled.load()) return;
  thread->blockedOn = change;
  nextTurn({});
}

void scheduleChanged(BlockedOn change) {
  if (!scheduled() || exploring()) return;  // the explorer looks at what threads wait for
  if (Thread* const thread = currentThread()) thread->loads.clear();
  const Locked hold(rt.schedule.lock);
  unblock(change);
}

void scheduleLoaded(const volatile void* address, std::uint64_t value, const void* pc) {
  Thread* const thread = currentThread();
  if (thread == nullptr) return;
  const bool repeated = thread->loads.add({address, value, pc});
  if (exploring()) {
    accessFound(value);
    thread->explored.tired = repeated;
  } else if (repeated) {
    thread->blockedOn = BlockedOn::Write;
  }
}

void scheduleTakePart() {
  Thread* const thread = scheduled() ? currentThread() : nullptr;
  if (thread != nullptr && !thread->busy && !thread->scheduled.load()) enter(thread);
}

void scheduleEnter(Thread* thread) {
  if (scheduled() && thread != nullptr) enter(thread);
}

void awaitEntered(const Thread* thread) {
  while (scheduled() && thread != nullptr && !thread->scheduled.load()) ::sched_yield();
}

void scheduleLeave(Thread* thread) {
  if (scheduled() && thread->scheduled.load()) leave(thread);
}

void scheduleForked() {
  if (!scheduled()) return;
  if (exploring()) {
    // The child is another program. It runs without a schedule.
    noteDoubt(Doubt::Fork);
    rt.options.schedule = Schedule::Os;
    return;
  }
  Thread* const thread = currentThread();
  rt.schedule.candidateCount = 0;
  if (thread != nullptr && thread->scheduled.load()) insert(thread);
  rt.schedule.running.store(rt.schedule.candidateCount > 0 ? thread : nullptr);
}

Waiting::Waiting() : thread_(scheduled() ? currentThread() : nullptr) {
  if (thread_ != nullptr && (thread_->busy || !thread_->scheduled.load())) thread_ = nullptr;
  if (thread_ == nullptr) return;
  if (exploring()) ++rt.schedule.outside;
  leave(thread_);
}

Waiting::~Waiting() {
  if (thread_ == nullptr) return;
  enter(thread_);
  if (exploring()) --rt.schedule.outside;
}

}  // namespace robur::runtime
