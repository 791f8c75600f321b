// Verdicts of `robur verify` on random programs, compared with brute force, and its engines
// compared with each other.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "generators/rng.h"
#include "graph/axioms.h"
#include "program/print.h"
#include "unit/verify/brute_force.h"
#include "verify/verify.h"
#include "verify/write_races.h"

namespace robur::testing {

namespace {

Verification verified(const Program& program, ModelName model, Engine engine) {
  verify::VerifyOptions options;
  options.engine = engine;
  options.check.workers = 1;
  options.hangs = false;  // final_states_test.cpp compares them
  return verify::verify(program, model, options);
}

bool bad(const Reached& reached) {
  return reached.race || !reached.faults.empty();
}

// The run of a finding is allowed by the model, and it is SC exactly if no departure is reported.
void judge(const Program& program, const Verification& v) {
  ASSERT_TRUE(v.finding);
  const ExecutionGraph& graph = v.finding->witness.graph;
  EXPECT_TRUE(consistent(program, graph, v.model)) << printRob(program);
  EXPECT_EQ(consistent(program, graph, ModelName::Sc), !v.departure) << printRob(program);
}

// Calls visit(seed, program, reached) for the given number of random programs that brute force
// explores completely.
template <class Visit>
void forEachProgram(ModelName model, std::uint64_t seed, int count, std::size_t maxGraphs,
                    const Visit& visit) {
  GeneratorOptions options;
  options.model = model;
  for (int programs = 0; programs < count && !::testing::Test::HasFatalFailure(); ++seed) {
    const Program program = generate(seed, options);
    const Reached reached = reachedUnder(model, program, maxGraphs);
    if (!reached.complete) continue;
    ++programs;
    visit(seed, program, reached);
  }
}

using Registers = std::vector<std::vector<std::int64_t>>;  // per thread

// The final registers of all threads together.
std::vector<Registers> endsOf(const Reached& reached) {
  std::vector<Registers> out;
  for (const std::vector<LocalState>& state : reached.states) {
    Registers registers;
    for (const LocalState& s : state) {
      if (s.stopped) registers.push_back(s.registers);
    }
    if (registers.size() == state.size()) out.push_back(std::move(registers));
  }
  return out;
}

verify::Reach ending(const Machine& machine, const Registers& wanted) {
  verify::Reach out{"ends", {{}}};
  for (unsigned t = 0; t < wanted.size(); ++t) {
    out.disjuncts[0].threads.push_back([&machine, &wanted, t](const verify::LocalState& s) {
      return verify::stopped(machine, t, s) && s.registers == wanted[t];
    });
  }
  return out;
}

}  // namespace

class RandomVerdicts : public ::testing::TestWithParam<int> {
 protected:
  static std::uint64_t firstSeed(std::uint64_t family) {
    return family * 100000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
  }
};

TEST_P(RandomVerdicts, AreThoseOfBruteForce) {
  constexpr int kPrograms = 250;
  int safe = 0;
  forEachProgram(
      ModelName::Sra, firstSeed(5), kPrograms, 1500,
      [&](std::uint64_t seed, const Program& program, const Reached& reached) {
        const Safety expected = bad(reached) ? Safety::Unsafe : Safety::Safe;
        for (const Engine engine : {Engine::All, Engine::Sc, Engine::Robust, Engine::Potential}) {
          const Verification v = verified(program, ModelName::Sra, engine);
          const bool mustKnow = engine == Engine::All || engine == Engine::Potential;
          if (v.safety == Safety::Unknown && !mustKnow) continue;
          ASSERT_STREQ(spelling(v.safety), spelling(expected))
              << "seed " << seed << ", engine " << static_cast<int>(engine) << ": " << v.reason
              << '\n'
              << printRob(program);
          if (v.safety == Safety::Unsafe) judge(program, v);
        }
        safe += expected == Safety::Safe;
      });
  EXPECT_GT(safe, kPrograms / 10);
  EXPECT_LT(safe, kPrograms * 9 / 10);
}

// Exactly the combinations of final states that are reachable under SRA are found, whichever engine
// answers; enough of them need weak memory.
TEST_P(RandomVerdicts, OfStatesToReach) {
  constexpr int kPrograms = 120;
  int weak = 0;
  int unreachable = 0;
  const auto visit = [&](std::uint64_t seed, const Program& program, const Reached& reached) {
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    const std::vector<Registers> ends = endsOf(reached);
    if (ends.empty()) return;
    Rng rng(seed);
    for (int i = 0; i < 6; ++i) {
      Registers wanted = ends[rng.below(ends.size())];
      for (unsigned t = 0; t < wanted.size(); ++t) {
        const auto& states = locals->threads[t].states;
        const auto& any = states[rng.below(states.size())];
        if (i % 2 == 1 && verify::stopped(machine, t, any)) wanted[t] = any.registers;
      }
      const bool expected = std::find(ends.begin(), ends.end(), wanted) != ends.end();
      verify::VerifyOptions options;
      options.check.workers = 1;
      options.reach = ending(machine, wanted);
      const Verification v = verify::verify(program, ModelName::Sra, options);
      ASSERT_STREQ(spelling(v.safety), expected ? "unsafe" : "safe") << "seed " << seed << '\n'
                                                                     << printRob(program);
      if (expected) judge(program, v);
      weak += v.departure.has_value();
      unreachable += !expected;
    }
  };
  forEachProgram(ModelName::Sra, firstSeed(6), kPrograms, 1500, visit);
  EXPECT_GT(weak, 0);
  EXPECT_GT(unreachable, kPrograms / 10);
}

// verify decides RA through SRA and the absence of write/write races; brute force decides RA
// itself.
TEST_P(RandomVerdicts, HoldUnderRaToo) {
  constexpr int kPrograms = 120;
  int decided = 0;
  const auto visit = [&](std::uint64_t seed, const Program& program, const Reached& reached) {
    for (const Engine engine : {Engine::All, Engine::Potential}) {
      const Verification v = verified(program, ModelName::Ra, engine);
      if (v.safety == Safety::Unknown) continue;
      ++decided;
      ASSERT_EQ(v.safety == Safety::Unsafe, bad(reached)) << "seed " << seed << '\n'
                                                          << printRob(program);
      if (v.safety == Safety::Unsafe) judge(program, v);
    }
  };
  forEachProgram(ModelName::Ra, firstSeed(7), kPrograms, 1000, visit);
  EXPECT_GT(decided, kPrograms / 2);
}

// Under TSO verify uses only SC and robustness; where it answers, the answer is correct. Plain
// memory is ordinary memory there, and races are not bad states.
TEST_P(RandomVerdicts, HoldUnderTsoToo) {
  constexpr int kPrograms = 60;
  int decided = 0;
  const auto visit = [&](std::uint64_t seed, const Program& program, const Reached& reached) {
    const Verification v = verified(program, ModelName::Tso, Engine::All);
    if (v.safety == Safety::Unknown) return;
    ++decided;
    ASSERT_EQ(v.safety == Safety::Unsafe, !reached.faults.empty()) << "seed " << seed << '\n'
                                                                   << printRob(program);
    if (v.safety == Safety::Unsafe) judge(program, v);
  };
  forEachProgram(ModelName::Tso, firstSeed(4), kPrograms, 1000, visit);
  EXPECT_GT(decided, kPrograms / 2);
}

// The theorem: without write/write races, RA reaches exactly the states that SRA reaches. Some of
// the programs must have races and reach different states, or the test would be vacuous.
TEST_P(RandomVerdicts, WithoutWriteRacesRaIsSra) {
  constexpr int kPrograms = 120;
  constexpr std::size_t kMostGraphs = 800;
  int raceFree = 0;
  int different = 0;
  const auto visit = [&](std::uint64_t seed, const Program& program, const Reached& ra) {
    const Reached sra = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!sra.complete) return;
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    const auto setting = verify::systemFor(*locals, {});
    ASSERT_TRUE(setting);
    const verify::WriteRaces races = verify::writeRaces(*setting, {});
    ASSERT_TRUE(races.known);
    different += ra.states != sra.states;
    ASSERT_EQ(races.race.has_value(), sra.writeRace) << "seed " << seed << '\n'
                                                     << printRob(program);
    if (races.race) return;
    ++raceFree;
    ASSERT_TRUE(ra.states == sra.states) << "seed " << seed << '\n' << printRob(program);
  };
  forEachProgram(ModelName::Ra, firstSeed(8), kPrograms, kMostGraphs, visit);
  EXPECT_GT(raceFree, kPrograms / 10);
  RecordProperty("different", different);
}

INSTANTIATE_TEST_SUITE_P(Verify, RandomVerdicts, ::testing::Range(0, 4));

}  // namespace robur::testing
