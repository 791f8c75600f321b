#include "runtime/abi/waits.h"

#include <new>

#include "runtime/report/options.h"

namespace robur::runtime {

namespace {

// Places that wait, with the values that made them go round. Nothing is ever removed; when there is
// no room, violations are told that might be benign.
struct Loop {
  std::atomic<const void*> pc;
  std::atomic<std::uint32_t> count;
  std::atomic<std::uint64_t> values[PendingWait::kMost];
};
constexpr std::size_t kLoops = 1024;
Loop loops[kLoops];
SpinLock loopsLock;

Loop* loopAt(const void* pc, bool make) {
  const auto bits = reinterpret_cast<std::uintptr_t>(pc);
  for (std::size_t probe = 0; probe < 16; ++probe) {
    Loop& loop = loops[((bits * 0x9e3779b97f4a7c15 >> 40) + probe) % kLoops];
    const void* there = loop.pc.load();
    if (there == pc) return &loop;
    if (there != nullptr) continue;
    if (!make) return nullptr;
    loop.pc.store(pc);
    return &loop;
  }
  return nullptr;
}

bool passes(const Loop& loop, std::uint64_t value) {
  for (std::uint32_t i = 0; i < loop.count.load(); ++i) {
    if (loop.values[i].load() == value) return true;
  }
  return false;
}

bool isBenign(const PendingWait& wait) {
  const Loop* const loop = loopAt(wait.pc, false);
  if (loop == nullptr || wait.anything) return false;
  for (std::uint32_t i = 0; i < wait.staleCount; ++i) {
    if (!passes(*loop, wait.stale[i])) return false;
  }
  return true;
}

struct Settled {
  Violation violation;
  bool benign = false;

  void tell() const {
    if (benign && !options().tellsWaits) {
      countWait(violation);
    } else {
      reportRobustness(violation);
    }
  }
};

bool take(PendingWait& wait, Settled& settled) {
  const Locked hold(wait.lock);
  if (!wait.active) return false;
  wait.active = false;
  settled = {wait.violation, isBenign(wait)};
  return true;
}

// Those that are left when the process ends.
struct Leftover {
  static constexpr int kMost = 64;
  Settled settled[kMost];
  int count = 0;
};

}  // namespace

void notePassed(const void* pc, std::uint64_t value) {
  const Locked hold(loopsLock);
  Loop* const loop = loopAt(pc, true);
  if (loop == nullptr || passes(*loop, value)) return;
  const std::uint32_t count = loop->count.load();
  if (count == PendingWait::kMost) return;
  loop->values[count].store(value);
  loop->count.store(count + 1);
}

void holdBack(Thread& t, const Violation& violation, const History& history, const Verdict& verdict,
              const void* pc) {
  if (t.pendingWait == nullptr) {
    static_assert(sizeof(PendingWait) <= kPendingWaitBytes);
    t.pendingWait = new (allocate(kPendingWaitBytes)) PendingWait;
  }
  PendingWait& wait = *t.pendingWait;
  const Locked hold(wait.lock);
  if (!wait.active) {  // otherwise it is the same load again, of which one is told
    wait.violation = violation;
    wait.pc = pc;
    wait.staleCount = 0;
    wait.anything = false;
  }
  wait.anything |= verdict.stale < 0;  // what was before the history is not known
  for (int i = verdict.stale < 0 ? 0 : verdict.stale; i < verdict.ahead; ++i) {
    if (wait.staleCount == PendingWait::kMost) {
      wait.anything = true;
      break;
    }
    wait.stale[wait.staleCount++] = history.value(static_cast<std::uint32_t>(i));
  }
  wait.active = true;
}

void settle(Thread& t) {
  Settled settled;
  if (t.pendingWait != nullptr && take(*t.pendingWait, settled)) settled.tell();
}

void settleAll() {
  Leftover left;
  forEachThread(
      [](Thread& t, void* context) {
        Leftover& all = *static_cast<Leftover*>(context);
        if (t.pendingWait == nullptr || all.count == Leftover::kMost) return;
        all.count += take(*t.pendingWait, all.settled[all.count]);
      },
      &left);
  for (int i = 0; i < left.count; ++i) left.settled[i].tell();
}

}  // namespace robur::runtime

using namespace robur::runtime;

// What robur.h calls, if the program is watched.
extern "C" {

void __robur_wait_for(std::uint64_t value) {
  if (Thread* const t = currentThread()) {
    t->waitsFor = WaitsFor::Value;
    t->awaited = value;
  }
}
void __robur_wait_until() {
  if (Thread* const t = currentThread()) t->waitsFor = WaitsFor::Condition;
}
void __robur_wait_swap() {
  if (Thread* const t = currentThread()) t->waitsFor = WaitsFor::Swap;
}
void __robur_wait_end() {
  Event event;
  if (!event) return;
  event.thread().waitsFor = WaitsFor::Nothing;
  otherEffect(event.thread());
}

}  // extern "C"
