#include "runtime/schedule/exploration.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/report/channels.h"
#include "runtime/report/report.h"
#include "runtime/schedule/objects.h"
#include "runtime/schedule/rounds.h"
#include "runtime/schedule/steps.h"

namespace robur::runtime {

namespace {

constexpr std::uint32_t kMostEvents = 10'000;  // of one execution
constexpr int kFailed = 1;

Exploration& exploration() {
  return *rt.schedule.exploration;
}

// What the thread does when it may go on.
Action nextAction(const Thread& t) {
  const ExploredThread& e = t.explored;
  Action action = e.pending;
  if (e.hold == Hold::Await) {
    action.kind = ActionKind::AwaitOutside;
    action.operand = reinterpret_cast<std::uint64_t>(e.heldBy);
  } else if (e.hold == Hold::Stop) {
    action.kind = ActionKind::Stop;
  }
  return action;
}

bool isEnabled(const Thread& t) {
  const Action action = nextAction(t);
  return !action.mayBlock() || action.enabledAt(valueFor(action));
}

// A thread waits for an action, and not for another thread to end or to wake it.
bool hasAction(const Thread& t) {
  return t.blockedOn == BlockedOn::Nothing && t.explored.waits;
}

// If no thread is enabled: one that goes on all the same, or null. A thread that was held back by
// count becomes enabled instead, which `released` says.
Thread* resumed(bool& released) {
  Thread* const* const all = tables.candidates;
  const std::uint32_t count = rt.schedule.candidateCount;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (all[i]->blockedOn != BlockedOn::Others) continue;
    all[i]->blockedOn = BlockedOn::Nothing;
    all[i]->explored.waits = false;
    return all[i];
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    ExploredThread& e = all[i]->explored;
    if (!e.timed) continue;
    noteDoubt(Doubt::TimedWait);
    e.timedOut = true;
    e.waits = false;
    e.waitsAt = nullptr;
    all[i]->blockedOn = BlockedOn::Nothing;
    for (std::uint32_t k = 0; k < count; ++k) {
      exploration().explorer.follow(e.index, all[k]->explored.index);
    }
    return all[i];
  }
  for (std::uint32_t i = 0; i < count && !released; ++i) {
    ExploredThread& e = all[i]->explored;
    released = hasAction(*all[i]) && e.hold == Hold::Stop && e.byCount;
    if (released) e.hold = Hold::No;
  }
  return nullptr;
}

const char* waitOf(const Thread& t) {
  if (t.blockedOn == BlockedOn::ThreadEnd) return "for the end of another thread";
  if (t.blockedOn == BlockedOn::Wake) return "to be woken";
  switch (nextAction(t).kind) {
    case ActionKind::Lock:
    case ActionKind::LockShared:
      return "for a lock";
    case ActionKind::Take:
      return "for a semaphore";
    default:
      return "for an atomic to change";
  }
}

// The threads that are left wait for each other, or some have been stopped.
Outcome outcomeOfWaiting() {
  for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
    const Thread& t = *tables.candidates[i];
    if (!hasAction(t)) continue;
    if (t.explored.pending.kind == ActionKind::Initialise) {
      noteDoubt(Doubt::Initialiser);
      return Outcome::Cut;
    }
    if (t.explored.hold == Hold::Stop) return Outcome::Cut;
  }
  return Outcome::Deadlock;
}

void printDeadlock() {
  Text text;
  text.add("robur: error: deadlock: no thread can continue\n");
  for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
    const Thread& t = *tables.candidates[i];
    text.add("  thread T").addNumber(t.number).add(" waits ").add(waitOf(t)).add("\n");
  }
  print(text);
}

Thread* prescribed(Thread* const* threads, std::uint32_t count, ThreadSet enabled,
                   const Thread* running) {
  const Exploration& x = exploration();
  const std::uint32_t at = x.choices.size();
  Thread* next = nullptr;
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((enabled & only(threads[i]->explored.index)) == 0) continue;
    if (at < x.prescribed.size() && threads[i]->number == x.prescribed[at]) return threads[i];
    if (next == nullptr || threads[i] == running) next = threads[i];
  }
  return next;
}

Thread* choose(Thread* const* threads, std::uint32_t count, ThreadSet enabled,
               const Thread* running) {
  Exploration& x = exploration();
  if (x.replays) return prescribed(threads, count, enabled, running);
  int runs = Explorer::kNobody;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (threads[i] == running) runs = running->explored.index;
  }
  const int chosen = x.bounded ? x.walk.choose(enabled, runs) : x.explorer.choose(enabled, runs);
  if (chosen == Explorer::kNobody) leaveExecution(Outcome::Cut);
  for (std::uint32_t i = 0; i < count; ++i) {
    Thread& t = *threads[i];
    if (t.explored.index != chosen) continue;
    // A round may be recognised in this execution and not in the one before.
    if (t.explored.hold != Hold::No && !isEnabled(t)) t.explored.hold = Hold::No;
    if (isEnabled(t)) return &t;
  }
  leaveExecution(Outcome::NotRepeatable);
}

bool changesNothing(const Action& action, std::uint64_t before) {
  // An update may write what was there; the access itself knows. A fence has no object.
  const bool isUpdate = action.kind == ActionKind::Update;
  return !action.writesAt(before) ||
         (isUpdate && (action.size > 0 || action.object == kFenceObject));
}

}  // namespace

Thread* chooseExplored(Thread* const* threads, std::uint32_t count, const Thread* running) {
  Exploration& x = exploration();
  ThreadSet enabled = 0;
  for (bool released = true; released;) {
    released = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (isEnabled(*threads[i])) enabled |= only(threads[i]->explored.index);
    }
    if (enabled != 0) break;
    if (Thread* const next = resumed(released)) return next;
    if (released) continue;
    if (rt.schedule.candidateCount == 0 || rt.schedule.outside > 0) return nullptr;
    leaveExecution(outcomeOfWaiting());
  }
  Thread* const next = choose(threads, count, enabled, running);
  const Action action = nextAction(*next);
  const std::uint64_t before = valueFor(action);
  x.choices.push(next->number);
  if (x.choices.size() > kMostEvents) leaveExecution(Outcome::TooLong);
  if (!x.replays && !x.bounded && !x.explorer.made(next->explored.index, action, before)) {
    leaveExecution(Outcome::NotRepeatable);
  }
  applyToObject(action, *next, before);
  next->explored.hold = Hold::No;
  next->explored.waits = false;
  if (!changesNothing(action, before)) {
    if (next->explored.rounds != nullptr) next->explored.rounds->clear();
    next->loads.clear();
  }
  return next;
}

void settleLosses() {
  const std::uint32_t losses = rt.losses.exchange(0);
  if (rt.schedule.unjoined == 0) return;
  const auto has = [&](Loss loss) { return (losses & static_cast<std::uint32_t>(loss)) != 0; };
  if (has(Loss::Writes) || has(Loss::ReadRecords)) noteDoubt(Doubt::History);
  if (has(Loss::PlainAccesses)) noteDoubt(Doubt::PlainAccesses);
}

bool othersCanContinue() {
  for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
    const Thread& t = *tables.candidates[i];
    if (t.runsNext || (hasAction(t) && isEnabled(t))) return true;
  }
  return false;
}

void endExecution(Outcome outcome) {
  Exploration& x = exploration();
  x.outcome = outcome;
  x.waiting = 0;
  for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
    const Thread& t = *tables.candidates[i];
    if (!hasAction(t)) continue;
    x.waiting |= only(t.explored.index);
    x.pending[t.explored.index] = nextAction(t);
  }
  settleLosses();
  if (rt.gaveUp.load()) noteDoubt(Doubt::GaveUp);
}

void leaveExecution(Outcome outcome) {
  if (outcome == Outcome::Deadlock) printDeadlock();
  endExecution(outcome);
  const int code = finish(outcome == Outcome::Deadlock ? kFailed : 0);
  ::syscall(SYS_exit_group, code);
  __builtin_trap();
}

}  // namespace robur::runtime
