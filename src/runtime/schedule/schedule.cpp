#include "runtime/schedule/schedule.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <ctime>

#include "runtime/memory/spin_lock.h"
#include "runtime/report/options.h"
#include "runtime/schedule/policy.h"

namespace robur::runtime {

namespace {

constexpr long kPatience = 200'000'000;  // nanoseconds

SpinLock turnLock;
Thread* candidates[kMaxSlots];
std::uint32_t candidateCount = 0;
std::atomic<Thread*> holder{nullptr};
std::atomic<std::uint32_t> turns{0};  // counts hand-overs; what waiting threads sleep on

void wake() {
  turns.fetch_add(1);
  ::syscall(SYS_futex, &turns, FUTEX_WAKE_PRIVATE, 1 << 30, nullptr, nullptr, 0);
}

// With the lock held: the turn goes to one of those that can go on.
void handOver() {
  // Whoever joins a thread that has ended does nothing that others could see, so it may as well
  // do it at once.
  for (std::uint32_t i = 0; i < candidateCount; ++i) {
    if (!candidates[i]->eager) continue;
    candidates[i]->eager = false;
    holder.store(candidates[i]);
    return;
  }
  Thread* ready[kMaxSlots];
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < candidateCount; ++i) {
    if (candidates[i]->blocked == Until::Now) ready[count++] = candidates[i];
  }
  if (count == 0) {
    for (std::uint32_t i = 0; i < candidateCount; ++i) {
      candidates[i]->blocked = Until::Now;
      ready[count++] = candidates[i];
    }
  }
  holder.store(count == 0 ? nullptr : policyChoose(ready, count, holder.load()));
}

// Sleeps until it is the thread's turn, or until whoever has the turn seems to wait for the
// world.
void awaitTurn(Thread* thread) {
  for (;;) {
    const std::uint32_t before = turns.load();
    if (holder.load() == thread) return;
    const timespec patience{0, kPatience};
    const long result =
        ::syscall(SYS_futex, &turns, FUTEX_WAIT_PRIVATE, before, &patience, nullptr, 0);
    if (result == 0 || turns.load() != before) continue;
    const Locked hold(turnLock);
    if (turns.load() == before) {
      holder.store(thread);
      turns.fetch_add(1);
      return;
    }
  }
}

void insert(Thread* thread) {
  std::uint32_t at = candidateCount++;
  for (; at > 0 && candidates[at - 1]->number > thread->number; --at) {
    candidates[at] = candidates[at - 1];
  }
  candidates[at] = thread;
}

void remove(Thread* thread) {
  for (std::uint32_t i = 0; i < candidateCount; ++i) {
    if (candidates[i] != thread) continue;
    std::memmove(&candidates[i], &candidates[i + 1], (candidateCount - i - 1) * sizeof(Thread*));
    --candidateCount;
    return;
  }
}

// With the lock held.
void unblock(Until change) {
  for (std::uint32_t i = 0; i < candidateCount; ++i) {
    if (candidates[i]->blocked != change) continue;
    candidates[i]->blocked = Until::Now;
    candidates[i]->eager = change == Until::Ended;
  }
}

void leave(Thread* thread) {
  const Locked hold(turnLock);
  unblock(Until::Ended);
  remove(thread);
  if (holder.load() == thread) handOver();
  wake();
}

void enter(Thread* thread) {
  {
    const Locked hold(turnLock);
    insert(thread);
    if (!thread->scheduled.load()) policyEnter(thread);
    thread->scheduled.store(true);
    thread->blocked = Until::Now;
    if (holder.load() == nullptr) holder.store(thread);
  }
  awaitTurn(thread);
}

}  // namespace

void nextTurn() {
  Thread* const thread = currentThread();
  if (thread == nullptr || thread->busy) return;
  if (!thread->scheduled.load()) {
    enter(thread);
    return;
  }
  bool alone = false;
  {
    const Locked hold(turnLock);
    if (holder.load() == thread) handOver();
    alone = candidateCount == 1;
    if (holder.load() == thread && !alone) return;
    wake();
  }
  if (alone) ::sched_yield();
  awaitTurn(thread);
}

void scheduleBlocked(Until change) {
  Thread* const thread = currentThread();
  if (!scheduled() || thread == nullptr || thread->busy || !thread->scheduled.load()) return;
  thread->blocked = change;
  nextTurn();
}

void scheduleChanged(Until change) {
  if (!scheduled()) return;
  if (Thread* const thread = currentThread()) thread->loads.forget();
  const Locked hold(turnLock);
  unblock(change);
}

void scheduleLoaded(const volatile void* address, std::uint64_t value, const void* pc) {
  Thread* const thread = currentThread();
  if (thread == nullptr) return;
  const LoadSeen load{address, value, pc};
  if (thread->loads.repeats(load)) thread->blocked = Until::Written;
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
  Thread* const thread = currentThread();
  candidateCount = 0;
  if (thread != nullptr && thread->scheduled.load()) insert(thread);
  holder.store(candidateCount > 0 ? thread : nullptr);
}

Waiting::Waiting() : thread_(scheduled() ? currentThread() : nullptr) {
  if (thread_ != nullptr && (thread_->busy || !thread_->scheduled.load())) thread_ = nullptr;
  if (thread_ != nullptr) leave(thread_);
}

Waiting::~Waiting() {
  if (thread_ != nullptr) enter(thread_);
}

}  // namespace robur::runtime
