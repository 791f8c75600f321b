// The explorer against all schedules, on random programs.
#include <gtest/gtest.h>

#include "generators/rng.h"
#include "unit/runtime/toy.h"

namespace robur::runtime::toy {

namespace {

using testing::Rng;

struct Instruction {
  enum class Kind {
    Load,
    Store,
    Add,
    CompareExchange,
    LockedStore,
    TryLockedLoad,
    AwaitEqual,
    AwaitOther,
    NestedLocks,
    NestedLocksReversed,
    Fence,
    ReadLocked,
    WriteLocked,
    TryReadLocked,
    Take,
    TryTake,
    Give
  };
  Kind kind = Kind::Load;
  Object x = 1;
  Value a = 0, b = 0;
  bool branches = false;  // skips the next instruction if it has read `branch`
  Value branch = 0;
};

constexpr Object kM = 50, kN = 51, kShared = 60, kSemaphore = 70;

Thread run(std::vector<Instruction> code) {
  bool skip = false;
  for (const Instruction& i : code) {
    if (skip) {
      skip = false;
      continue;
    }
    Value seen = 0;
    switch (i.kind) {
      case Instruction::Kind::Load:
        seen = co_await load(i.x);
        break;
      case Instruction::Kind::Store:
        co_await store(i.x, i.a);
        break;
      case Instruction::Kind::Add:
        seen = co_await add(i.x, i.a);
        break;
      case Instruction::Kind::CompareExchange:
        seen = co_await compareExchange(i.x, i.a, i.b);
        break;
      case Instruction::Kind::LockedStore:
        co_await lock(kM);
        co_await store(i.x, i.a);
        co_await unlock(kM);
        break;
      case Instruction::Kind::TryLockedLoad:
        if (co_await tryLock(kM) == 0) {
          seen = co_await load(i.x);
          co_await unlock(kM);
        }
        break;
      case Instruction::Kind::AwaitEqual:
        seen = co_await awaitEqual(i.x, i.a);
        break;
      case Instruction::Kind::AwaitOther:
        seen = co_await awaitOther(i.x, i.a);
        break;
      case Instruction::Kind::NestedLocks:
        co_await lock(kM);
        co_await lock(kN);
        co_await unlock(kN);
        co_await unlock(kM);
        break;
      case Instruction::Kind::NestedLocksReversed:
        co_await lock(kN);
        co_await lock(kM);
        co_await store(i.x, i.a);
        co_await unlock(kM);
        co_await unlock(kN);
        break;
      case Instruction::Kind::Fence:
        co_await fence();
        break;
      case Instruction::Kind::ReadLocked:
        co_await lockShared(kShared);
        seen = co_await load(i.x);
        co_await unlockShared(kShared);
        break;
      case Instruction::Kind::WriteLocked:
        co_await lock(kShared);
        co_await unlock(kShared);
        break;
      case Instruction::Kind::TryReadLocked:
        if (co_await tryLockShared(kShared) != kHeldByWriter) co_await unlockShared(kShared);
        break;
      case Instruction::Kind::Take:
        co_await take(kSemaphore);
        break;
      case Instruction::Kind::TryTake:
        seen = co_await tryTake(kSemaphore);
        break;
      case Instruction::Kind::Give:
        co_await give(kSemaphore);
        break;
    }
    skip = i.branches && seen == i.branch;
  }
}

// Few flavours in one program, so that each meets itself.
Program randomProgram(Rng& rng) {
  using Kind = Instruction::Kind;
  const auto pick = [&rng](std::uint64_t n) { return static_cast<Value>(rng.below(n)); };
  const bool locks = pick(2) == 0, awaits = pick(3) == 0, nested = pick(3) == 0;
  const bool shared = pick(4) == 0, semaphores = pick(4) == 0;
  const Value count = 2 + pick(3), cells = 1 + pick(3);
  Program program;
  program.initial[kSemaphore] = pick(2);
  for (Value t = 0; t < count; ++t) {
    std::vector<Instruction> code;
    const Value length = 1 + pick(count == 2 ? 4 : count == 3 ? 3 : 2);
    for (Value i = 0; i < length; ++i) {
      Instruction in;
      in.kind = static_cast<Kind>(pick(4));
      if (locks && pick(3) == 0) in.kind = pick(2) == 0 ? Kind::LockedStore : Kind::TryLockedLoad;
      if (awaits && pick(4) == 0) in.kind = pick(2) == 0 ? Kind::AwaitEqual : Kind::AwaitOther;
      if (nested && pick(4) == 0) {
        constexpr Kind kKinds[] = {Kind::NestedLocks, Kind::NestedLocksReversed, Kind::Fence};
        in.kind = kKinds[pick(3)];
      }
      if (shared && pick(3) == 0) {
        constexpr Kind kKinds[] = {Kind::ReadLocked, Kind::WriteLocked, Kind::TryReadLocked};
        in.kind = kKinds[pick(3)];
      }
      if (semaphores && pick(3) == 0) {
        constexpr Kind kKinds[] = {Kind::Take, Kind::TryTake, Kind::Give};
        in.kind = kKinds[pick(3)];
      }
      in.x = 1 + pick(cells);
      in.a = pick(3);
      in.b = pick(3);
      in.branches = pick(3) == 0;
      in.branch = pick(2);
      code.push_back(in);
    }
    program.threads.push_back([code] { return run(code); });
  }
  return program;
}

}  // namespace

TEST(Explorer, ExploresEveryTraceOfRandomProgramsOnce) {
  constexpr std::uint64_t kPrograms = 700, kMostSchedules = 4000;
  std::uint64_t compared = 0, waiting = 0, reduced = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    Rng rng(seed);
    const Program program = randomProgram(rng);
    const Explored all = allSchedules(program, kMostSchedules);
    if (!all.complete) continue;
    const Explored once = explore(program, true);
    ASSERT_EQ(once.traces, all.traces) << "seed " << seed;
    ASSERT_EQ(once.executions, all.traces.size()) << "seed " << seed;
    ASSERT_EQ(once.redundant, 0u) << "seed " << seed;
    ASSERT_TRUE(once.repeats) << "seed " << seed;
    ++compared;
    waiting += once.waiting;
    reduced += all.executions - once.executions;
  }
  // Most programs are small enough; some executions end with threads that wait; much is reduced.
  EXPECT_GT(compared, kPrograms / 2);
  EXPECT_GT(waiting, 100u);
  EXPECT_GT(reduced, 50'000u);
}

TEST(Explorer, BoundedWalkVisitsEverySchedule) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    const Program program = randomProgram(rng);
    const Explored all = allSchedules(program, 2000);
    if (!all.complete) continue;
    const Explored walked = boundedSchedules(program, 1000);
    ASSERT_EQ(walked.executions, all.executions) << "seed " << seed;
    ASSERT_EQ(walked.traces, all.traces) << "seed " << seed;
  }
}

TEST(Explorer, StopsWhenAskedFor) {
  Program program;
  for (int i = 0; i < 6; ++i) {
    program.threads.push_back([]() -> Thread { co_await add(1, 1); });
  }
  const Explored some = explore(program, false, 100);
  EXPECT_EQ(some.executions, 100u);
  EXPECT_FALSE(some.complete);
}

}  // namespace robur::runtime::toy
