// Invariants compared with brute force: they hold in every state that the interpreter reaches under
// SC, and locations that are reported as mutually exclusive are never reached together.
#include <gtest/gtest.h>

#include "generators/prove_text.h"
#include "prove/fuse.h"
#include "prove/invariants.h"
#include "unit/prove/interpreter.h"
#include "unit/prove/lowered.h"

namespace robur::prove {
namespace {

constexpr std::size_t kInvariantStates = 3'000;

void holdsEverywhere(const System& system, const Invariants& invariants, const World& w,
                     const std::string& text) {
  for (const TermPtr& invariant : invariants.foundEverywhere()) {
    ASSERT_NE(valueOf(invariant, w.cells, w.runners[0]), 0)
        << spelled(invariant, system.names(system.threads[0])) << " does not hold in\n"
        << text;
  }
  for (const Runner& r : w.runners) {
    ASSERT_TRUE(invariants.reached(r.thread, r.node)) << text;
    for (const TermPtr& invariant : invariants.foundAt(r.thread, r.node)) {
      ASSERT_NE(valueOf(invariant, w.cells, r), 0)
          << spelled(invariant, system.names(system.threads[r.thread])) << " does not hold in\n"
          << text;
    }
    for (const Runner& other : w.runners) {
      if (&other == &r) continue;
      ASSERT_TRUE(invariants.together(r.thread, r.node, other.thread, other.node)) << text;
    }
  }
}

TEST(Invariants, HoldInEveryReachableState) {
  constexpr std::uint64_t kSeed = 11;
  std::mt19937_64 random(kSeed);
  std::size_t states = 0;
  std::size_t invariants = 0;
  for (int i = 0; i < 40 && !HasFatalFailure(); ++i) {
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << ", program " << i);
    const std::string text = testing::randomProveText(random, {i % 3 == 0, true, true});
    System system = lowered(text);
    const Candidates candidates = candidatesFor(system);
    for (Thread& t : system.threads) fuseLocalSteps(t);
    Smt smt(system, {});
    const Invariants found(system, smt, candidates);
    const Explored sc = exploreSc(system, 2, {0, 2}, kInvariantStates);
    for (const World& w : sc.worlds) holdsEverywhere(system, found, w, text);
    states += sc.worlds.size();
    invariants += found.foundEverywhere().size();
  }
  EXPECT_GT(states, 1'000U);
  EXPECT_GT(invariants, 100U);
}

TEST(Invariants, ALockShowsItselfAsPlacesThatExcludeEachOther) {
  System system = lowered(R"(
    atomic int lock, data;
    thread worker[*] {
      local int d;
      lock(lock);
      d = data.load();
      data.store(d + 1);
      unlock(lock);
    })");
  const Candidates candidates = candidatesFor(system);
  Smt smt(system, {});
  const Invariants invariants(system, smt, candidates);
  const Thread& t = system.threads[0];
  for (const Action& a : t.actions) {
    for (const Action& b : t.actions) {
      const bool inside = a.kind != Action::Kind::Update && b.kind != Action::Kind::Update;
      EXPECT_EQ(invariants.together(0, a.from, 0, b.from), !inside) << a.text << " and " << b.text;
    }
  }
}

// Fusing changes neither the reachable memories nor the reachable values of named registers.
TEST(Invariants, FusingLocalStepsChangesNothing) {
  constexpr std::uint64_t kSeed = 12;
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 150; ++i) {
    SCOPED_TRACE(::testing::Message() << "seed " << kSeed << ", program " << i);
    const System before = lowered(testing::randomProveText(random, {i % 2 == 0, true, true}));
    System fused = before;
    for (Thread& t : fused.threads) fuseLocalSteps(t);
    const Explored a = exploreSc(before, 2, {0, 2}, 4 * kInvariantStates);
    const Explored b = exploreSc(fused, 2, {0, 2}, 4 * kInvariantStates);
    if (!a.complete || !b.complete) continue;
    const auto memories = [](const Explored& e) {
      std::set<std::pair<Cells, std::vector<std::vector<Number>>>> all;
      for (const World& w : e.worlds) {
        std::vector<std::vector<Number>> registers;
        for (const Runner& r : w.runners) registers.push_back(r.registers);
        all.emplace(w.cells, std::move(registers));
      }
      return all;
    };
    // A fused step skips intermediate states, so the fused program reaches a subset of the states
    // but all memories.
    const auto all = memories(a);
    for (const auto& one : memories(b)) ASSERT_TRUE(all.contains(one));
    std::set<Cells> left, right;
    for (const World& w : a.worlds) left.insert(w.cells);
    for (const World& w : b.worlds) right.insert(w.cells);
    ASSERT_EQ(left, right);
  }
}

}  // namespace
}  // namespace robur::prove
