// What `robur verify` says about random programs, against brute force, and its engines against
// each other.
#include <gtest/gtest.h>

#include "graph/axioms.h"
#include "program/print.h"
#include "property/generator.h"
#include "property/rng.h"
#include "verify/brute_force.h"
#include "verify/verify.h"
#include "verify/write_races.h"

namespace robur::testing {

namespace {

Verification verified(const Program& program, ModelName model, Engine engine) {
  VerifyOptions options;
  options.engine = engine;
  options.check.workers = 1;
  return verify(program, model, options);
}

bool bad(const Reached& reached) {
  return reached.race || !reached.faults.empty();
}

// A run that is shown is allowed by the model, and is sequential just if nothing else is said.
void judge(const Program& program, const Verification& v) {
  ASSERT_TRUE(v.finding);
  const ExecutionGraph& graph = v.finding->witness.graph;
  EXPECT_TRUE(consistent(program, graph, v.model)) << printRob(program);
  EXPECT_EQ(consistent(program, graph, ModelName::Sc), !v.departure) << printRob(program);
}

}  // namespace

class RandomVerdicts : public ::testing::TestWithParam<int> {};

TEST_P(RandomVerdicts, AreThoseOfBruteForce) {
  constexpr int kPrograms = 250;
  constexpr std::size_t kMostGraphs = 1500;
  int programs = 0;
  int safe = 0;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  for (std::uint64_t seed = 500000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
       programs < kPrograms; ++seed) {
    const Program program = generate(seed, options);
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!reached.complete) continue;
    ++programs;
    const Safety expected = bad(reached) ? Safety::Unsafe : Safety::Safe;
    for (const Engine engine : {Engine::All, Engine::Sc, Engine::Robust, Engine::Potential}) {
      const Verification v = verified(program, ModelName::Sra, engine);
      const bool mustKnow = engine == Engine::All || engine == Engine::Potential;
      if (v.safety == Safety::Unknown && !mustKnow) continue;
      ASSERT_STREQ(spelling(v.safety), spelling(expected))
          << "seed " << seed << ", engine " << static_cast<int>(engine) << ": " << v.reason << '\n'
          << printRob(program);
      if (v.safety == Safety::Unsafe) judge(program, v);
    }
    safe += expected == Safety::Safe;
  }
  EXPECT_GT(safe, kPrograms / 10);
  EXPECT_LT(safe, kPrograms * 9 / 10);
}

// Ends that threads reach together under SRA are found, whichever engine comes first, and ends that
// they do not reach together are not; enough of them need weak memory.
TEST_P(RandomVerdicts, OfStatesToReach) {
  constexpr int kPrograms = 120;
  constexpr std::size_t kMostGraphs = 1500;
  int programs = 0;
  int weak = 0;
  int unreachable = 0;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  for (std::uint64_t seed = 600000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
       programs < kPrograms; ++seed) {
    const Program program = generate(seed, options);
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!reached.complete) continue;
    ++programs;
    const Machine machine(program);
    std::vector<std::vector<LocalState>> ends;
    for (const std::vector<LocalState>& state : reached.states) {
      const auto stopped = [](const LocalState& s) { return s.stopped; };
      if (std::all_of(state.begin(), state.end(), stopped)) ends.push_back(state);
    }
    std::string reason;
    const auto locals = potentials::localsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    if (ends.empty()) continue;
    Rng rng(seed);
    for (int i = 0; i < 6; ++i) {
      std::vector<std::vector<std::int64_t>> wanted;
      const std::size_t together = rng.below(ends.size());
      for (unsigned t = 0; t < program.threads.size(); ++t) {
        wanted.push_back(ends[together][t].registers);
        const auto& states = locals->threads[t].states;
        const auto& any = states[rng.below(states.size())];
        if (i % 2 == 1 && potentials::stopped(machine, t, any)) wanted.back() = any.registers;
      }
      const bool expected = std::any_of(ends.begin(), ends.end(), [&](const auto& end) {
        for (std::size_t t = 0; t < end.size(); ++t) {
          if (end[t].registers != wanted[t]) return false;
        }
        return true;
      });
      VerifyOptions verifying;
      verifying.check.workers = 1;
      verifying.reach = Reach{"ends", {{}}};
      for (unsigned t = 0; t < wanted.size(); ++t) {
        verifying.reach->ways[0].threads.push_back(
            [&machine, &wanted, t](const potentials::LocalState& s) {
              return potentials::stopped(machine, t, s) && s.registers == wanted[t];
            });
      }
      const Verification v = verify(program, ModelName::Sra, verifying);
      ASSERT_STREQ(spelling(v.safety), expected ? "unsafe" : "safe") << "seed " << seed << '\n'
                                                                     << printRob(program);
      if (expected) judge(program, v);
      weak += v.departure.has_value();
      unreachable += !expected;
    }
  }
  EXPECT_GT(weak, 0);
  EXPECT_GT(unreachable, kPrograms / 10);
}

// RA is answered by SRA and the absence of write/write races; brute force knows RA itself.
TEST_P(RandomVerdicts, HoldUnderRaToo) {
  constexpr int kPrograms = 120;
  constexpr std::size_t kMostGraphs = 1000;
  int programs = 0;
  int decided = 0;
  GeneratorOptions options;
  options.model = ModelName::Ra;
  for (std::uint64_t seed = 700000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
       programs < kPrograms; ++seed) {
    const Program program = generate(seed, options);
    const Reached reached = reachedUnder(ModelName::Ra, program, kMostGraphs);
    if (!reached.complete) continue;
    ++programs;
    for (const Engine engine : {Engine::All, Engine::Potential}) {
      const Verification v = verified(program, ModelName::Ra, engine);
      if (v.safety == Safety::Unknown) continue;
      ++decided;
      ASSERT_EQ(v.safety == Safety::Unsafe, bad(reached)) << "seed " << seed << '\n'
                                                          << printRob(program);
      if (v.safety == Safety::Unsafe) judge(program, v);
    }
  }
  EXPECT_GT(decided, kPrograms / 2);
}

// The theorem itself: without write/write races RA reaches just the states that SRA reaches.
TEST_P(RandomVerdicts, WithoutWriteRacesRaIsSra) {
  constexpr int kPrograms = 120;
  constexpr std::size_t kMostGraphs = 800;
  int programs = 0;
  int raceFree = 0;
  int different = 0;
  GeneratorOptions options;
  options.model = ModelName::Ra;
  for (std::uint64_t seed = 800000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
       programs < kPrograms; ++seed) {
    const Program program = generate(seed, options);
    const Reached ra = reachedUnder(ModelName::Ra, program, kMostGraphs);
    const Reached sra = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!ra.complete || !sra.complete) continue;
    ++programs;
    const Machine machine(program);
    std::string reason;
    const auto locals = potentials::localsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    const auto setting = potentials::settingFor(*locals, {});
    ASSERT_TRUE(setting);
    const potentials::WriteRaces races = potentials::writeRaces(*setting, {});
    ASSERT_TRUE(races.known);
    different += ra.states != sra.states;
    ASSERT_EQ(races.race.has_value(), sra.writeRace) << "seed " << seed << '\n'
                                                     << printRob(program);
    if (races.race) continue;
    ++raceFree;
    ASSERT_TRUE(ra.states == sra.states) << "seed " << seed << '\n' << printRob(program);
  }
  EXPECT_GT(raceFree, kPrograms / 10);
  RecordProperty("different", different);
}

INSTANTIATE_TEST_SUITE_P(Verify, RandomVerdicts, ::testing::Range(0, 4));

}  // namespace robur::testing
