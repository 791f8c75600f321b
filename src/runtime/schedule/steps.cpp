#include "runtime/schedule/steps.h"

#include <new>

#include "runtime/memory/arena.h"
#include "runtime/schedule/exploration.h"
#include "runtime/schedule/objects.h"
#include "runtime/schedule/rounds.h"

extern "C" __attribute__((weak)) void* __libc_stack_end;

namespace robur::runtime {

namespace {

// The current thread, if it takes part in an execution in which others were created.
Thread* explored() {
  if (!exploring() || rt.schedule.created == 0) return nullptr;
  Thread* const thread = currentThread();
  return thread == nullptr || thread->busy ? nullptr : thread;
}

void nameThread(Thread& thread, int creator, std::uint32_t child) {
  SharedVector<Exploration::Name>& names = rt.schedule.exploration->names;
  std::uint32_t i = 0;
  while (i < names.size() && (names[i].creator != creator || names[i].child != child)) ++i;
  if (i == kMaxExplored) leaveExecution(Outcome::TooManyThreads);
  if (i == names.size()) names.push({creator, child});
  thread.explored.index = static_cast<int>(i);
}

std::uint64_t stackBaseOf(const Thread& thread) {
  if (thread.number != 0 || &__libc_stack_end == nullptr) return thread.explored.stackBase;
  return reinterpret_cast<std::uint64_t>(__libc_stack_end);
}

void holdBack(Thread& thread, const Action& action) {
  ExploredThread& e = thread.explored;
  const std::uint64_t base = stackBaseOf(thread);
  if (!isOnStack(base)) return;
  if (e.rounds == nullptr) e.rounds = new (allocate(sizeof(Rounds))) Rounds;
  const bool isLoad = action.kind == ActionKind::Load;
  const StateHash state = stateHash(base);
  std::uint64_t found = 0;
  const auto* const address = reinterpret_cast<const volatile void*>(action.object);
  const Round round = e.rounds->begin(state, address, isLoad, found);
  ValueSet* const known =
      isLoad ? rt.schedule.exploration->rounds.at(state, action.object) : nullptr;
  const bool leadsBack = round == Round::Load && known != nullptr && known->add(found);
  e.byCount = round == Round::New && e.tired && isLoad;
  if (leadsBack || (round == Round::New && known != nullptr && known->count > 0)) {
    e.hold = Hold::Await;
    e.heldBy = known;
    e.byCount = false;
  } else if (round != Round::New || e.byCount) {
    e.hold = Hold::Stop;
  }
  if (e.byCount) noteDoubt(Doubt::LoopByCount);
  e.tired = false;
}

}  // namespace

bool interleaving() {
  return exploring() && rt.schedule.created > 0;
}

void enterExecution(Thread& thread) {
  if (thread.explored.index < 0) {
    constexpr int kNobody = -1;
    const bool isFirst = thread.number == 0;
    if (!isFirst) noteDoubt(Doubt::ThreadUnseen);
    nameThread(thread, kNobody, isFirst ? 0 : thread.number);
  }
  thread.runsNext = true;  // to its first event
  seeEveryPlainAccess();
}

void scheduleCreated(Thread& created) {
  Thread* const creator = exploring() ? currentThread() : nullptr;
  if (creator == nullptr) return;
  settleLosses();
  ++rt.schedule.created;
  ++rt.schedule.unjoined;
  accessChanged();
  nameThread(created, creator->explored.index, creator->explored.children++);
  rt.schedule.exploration->explorer.follow(created.explored.index, creator->explored.index);
}

void scheduleJoined(const Thread& joined) {
  Thread* const joiner = exploring() ? currentThread() : nullptr;
  if (joiner == nullptr || joined.explored.index < 0 || joiner->explored.index < 0) return;
  settleLosses();
  --rt.schedule.unjoined;
  accessChanged();
  rt.schedule.exploration->explorer.follow(joiner->explored.index, joined.explored.index);
}

void accessPoint(const Action& action, Order order) {
  if (Thread* const thread = explored()) {
    const bool isExact = rt.rules.model == Model::Rc11 || rt.rules.model == Model::Tso;
    if (order == Order::SeqCst && !isExact) noteDoubt(Doubt::SeqCst);
    if (!isOneVariable(action)) noteDoubt(Doubt::Sizes);
    if (action.kind != ActionKind::Store) holdBack(*thread, action);
  }
  nextTurn(action);
}

void accessFound(std::uint64_t value) {
  Thread* const thread = exploring() ? currentThread() : nullptr;
  if (thread != nullptr && thread->explored.rounds != nullptr) {
    thread->explored.rounds->found(value);
  }
}

void accessChanged() {
  Thread* const thread = exploring() ? currentThread() : nullptr;
  if (thread == nullptr) return;
  if (thread->explored.rounds != nullptr) thread->explored.rounds->clear();
  thread->loads.clear();
  thread->explored.tired = false;
}

bool waitPoint(const Action& action, bool timed) {
  Thread* const thread = explored();
  if (thread == nullptr) {
    schedulePoint(action);
    return true;
  }
  accessChanged();
  thread->explored.timed = timed;
  thread->explored.timedOut = false;
  nextTurn(action);
  thread->explored.timed = false;
  return !thread->explored.timedOut;
}

void joinWaiting(const volatile void* object) {
  Thread* const thread = explored();
  if (thread == nullptr) return;
  thread->explored.waitsAt = object;
  thread->explored.ticket = ++rt.schedule.tickets;
}

bool awaitWake(bool timed) {
  Thread* const thread = explored();
  if (thread == nullptr || thread->explored.waitsAt == nullptr) return true;
  thread->explored.timed = timed;
  thread->explored.timedOut = false;
  scheduleBlocked(BlockedOn::Wake);
  thread->explored.timed = false;
  return !thread->explored.timedOut;
}

void wakeWaiting(const volatile void* object, bool all) {
  const Thread* const waker = explored();
  if (waker == nullptr) return;
  const Locked hold(rt.schedule.lock);
  for (;;) {
    Thread* longest = nullptr;
    std::uint32_t waiting = 0;
    for (std::uint32_t i = 0; i < rt.schedule.candidateCount; ++i) {
      Thread* const t = tables.candidates[i];
      if (t->explored.waitsAt != object) continue;
      ++waiting;
      if (longest == nullptr || t->explored.ticket < longest->explored.ticket) longest = t;
    }
    if (longest == nullptr) return;
    longest->explored.waitsAt = nullptr;
    if (longest->blockedOn == BlockedOn::Wake) {
      longest->blockedOn = BlockedOn::Nothing;
      longest->runsNext = true;
    }
    rt.schedule.exploration->explorer.follow(longest->explored.index, waker->explored.index);
    if (all) continue;
    if (waiting > 1) noteDoubt(Doubt::OneOfSeveralWoken);
    return;
  }
}

void noteCondition() {
  rt.schedule.exploration->waitsForCondition.store(true);
}
void noteExchange() {
  if (interleaving()) rt.schedule.exploration->exchanges.store(true);
}

void setInitialised(const volatile void* object, bool done) {
  if (exploring()) objectAt(object).value = done ? kBeingInitialised + 1 : 0;
}

bool ownsLock(const volatile void* object) {
  const ObjectState& lock = objectAt(object);
  return lock.owner != nullptr && lock.owner == currentThread();
}

void takeAgain(const volatile void* object) {
  ++objectAt(object).depth;
}

bool giveBackOnce(const volatile void* object) {
  ObjectState& lock = objectAt(object);
  if (!ownsLock(object) || lock.depth < 2) return false;
  --lock.depth;
  return true;
}

void forgetLock(const volatile void* object) {
  if (exploring()) forgetObject(object);
}

void awaitOthers() {
  Thread* const thread = explored();
  if (thread == nullptr || !thread->scheduled.load()) return;
  scheduleBlocked(BlockedOn::Others);
}

}  // namespace robur::runtime
