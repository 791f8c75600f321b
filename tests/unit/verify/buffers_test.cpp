// Backward coverability over load buffers against execution graphs and a machine with store
// buffers: what random programs reach under TSO.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "generators/rng.h"
#include "graph/axioms.h"
#include "program/print.h"
#include "unit/verify/store_buffers.h"
#include "verify/buffers/question.h"
#include "verify/buffers/replay.h"
#include "verify/verify.h"

namespace robur::testing {

namespace {

using Ends = std::vector<std::optional<std::vector<std::int64_t>>>;  // stopped, with registers
using verify::Coverage;

verify::Target targetAt(const Machine& machine, const Ends& ends) {
  verify::Target target;
  for (unsigned t = 0; t < ends.size(); ++t) {
    target.threads.emplace_back();
    if (!ends[t]) continue;
    target.threads.back() = [&machine, t, wanted = *ends[t]](const verify::LocalState& s) {
      return verify::stopped(machine, t, s) && s.fault == Fault::None && s.registers == wanted;
    };
  }
  return target;
}

bool anyMatches(const std::set<std::vector<LocalState>>& states, const Ends& ends) {
  return std::any_of(states.begin(), states.end(), [&](const std::vector<LocalState>& s) {
    for (std::size_t t = 0; t < ends.size(); ++t) {
      if (ends[t] && (!s[t].stopped || s[t].registers != *ends[t])) return false;
    }
    return true;
  });
}

// Pruning and symmetry are switched on and off in turn; neither may change an answer.
verify::SearchLimits inTurn(std::uint64_t turn) {
  verify::SearchLimits limits;
  limits.forward = turn % 2 == 0;
  limits.symmetry = turn % 3 != 0;
  limits.shortest = turn % 5 == 0;
  return limits;
}

Program withMoreCopies(Program program, std::uint64_t seed) {
  for (std::uint64_t i = 0; i <= seed % 2; ++i) {
    program.threads.push_back(program.threads[0]);
    program.threads.back().name += "_again" + std::to_string(i);
  }
  return program;
}

Program randomProgram(std::uint64_t seed, bool loops) {
  GeneratorOptions options;
  options.model = ModelName::Tso;
  options.unboundedLoops = loops;
  const Program program = generate(seed, options);
  return seed % 3 == 0 ? withMoreCopies(program, seed) : program;
}

// Final states at random: those of one reached state or, if mixed, some that each thread could have
// on its own.
Ends endsLike(const Machine& machine, const verify::LocalGraphs& locals, const Reached& reached,
              bool mixed, Rng& rng) {
  Ends out(locals.threads.size());
  auto state = reached.states.begin();
  std::advance(state, rng.below(reached.states.size()));
  for (unsigned t = 0; t < out.size(); ++t) {
    if ((*state)[t].stopped) out[t] = (*state)[t].registers;
    std::vector<const verify::LocalState*> stopped;
    for (const verify::LocalState& s : locals.threads[t].states) {
      if (verify::stopped(machine, t, s) && s.fault == Fault::None) stopped.push_back(&s);
    }
    if (mixed && !stopped.empty()) out[t] = stopped[rng.below(stopped.size())]->registers;
  }
  return out;
}

struct Asked {
  bool reachable = false;
  bool isSc = false;  // the run that was found
};

// Asks for the target; a run that is found replays, and the axioms allow it.
void askFor(const Program& program, const verify::LocalGraphs& locals, const verify::Target& target,
            const verify::SearchLimits& limits, Asked& out) {
  const auto found = verify_buffers::ask(locals, {target}, limits);
  ASSERT_NE(found.answer.coverage.end, Coverage::End::Stopped) << found.answer.reason;
  out.reachable = found.answer.coverage.end == Coverage::End::Reachable;
  if (!out.reachable) return;
  const auto run = verify_buffers::replay(program, locals, found.moves, target);
  ASSERT_TRUE(run) << "the run cannot be followed";
  ASSERT_TRUE(consistent(program, run->graph, ModelName::Tso));
  out.isSc = consistent(program, run->graph, ModelName::Sc);
}

}  // namespace

class RandomBuffers : public ::testing::TestWithParam<int> {
 protected:
  static std::uint64_t firstSeed(std::uint64_t family) {
    return family * 100000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
  }
};

// Without loops both references are complete, and they and the search agree on every question.
TEST_P(RandomBuffers, ReachWhatGraphsAndStoreBuffersReach) {
  constexpr int kPrograms = 60;
  int reachable = 0;
  int unreachable = 0;
  int weak = 0;
  std::uint64_t seed = firstSeed(11);
  for (int programs = 0; programs < kPrograms; ++seed) {
    const Program program = randomProgram(seed, false);
    if (program.threads.size() > 4) continue;
    const Reached graphs = reachedUnder(ModelName::Tso, program, 1500);
    if (!graphs.complete || !graphs.faults.empty()) continue;
    ++programs;
    SCOPED_TRACE("seed " + std::to_string(seed) + '\n' + printRob(program));
    const Reached buffers = reachedWithStoreBuffers(program, 200000, 64);
    ASSERT_TRUE(buffers.complete);
    ASSERT_EQ(graphs.states, buffers.states);
    ASSERT_EQ(graphs.lastValues, buffers.lastValues);
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    Rng rng(seed);
    for (std::uint64_t i = 0; i < 12; ++i) {
      Ends ends = endsLike(machine, *locals, graphs, i % 4 != 0, rng);
      if (i % 3 == 1) ends[rng.below(ends.size())].reset();
      Asked asked;
      askFor(program, *locals, targetAt(machine, ends), inTurn(seed + i), asked);
      ASSERT_FALSE(HasFatalFailure()) << "question " << i;
      ASSERT_EQ(asked.reachable, anyMatches(graphs.states, ends)) << "question " << i;
      ++(asked.reachable ? reachable : unreachable);
      weak += asked.reachable && !asked.isSc;
    }
  }
  EXPECT_GT(reachable, kPrograms);
  EXPECT_GT(unreachable, kPrograms);
  EXPECT_GT(weak, kPrograms / 20);
}

// Final memory: the combinations of values of the last writes to all cells.
TEST_P(RandomBuffers, LeaveTheMemoryThatGraphsLeave) {
  constexpr int kPrograms = 50;
  int reachable = 0;
  std::uint64_t seed = firstSeed(12);
  for (int programs = 0; programs < kPrograms; ++seed) {
    const Program program = randomProgram(seed, false);
    if (program.threads.size() > 4) continue;
    const Reached graphs = reachedUnder(ModelName::Tso, program, 1000);
    if (!graphs.complete || !graphs.faults.empty()) continue;
    ++programs;
    SCOPED_TRACE("seed " + std::to_string(seed) + '\n' + printRob(program));
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    Rng rng(seed);
    for (std::uint64_t i = 0; i < 4; ++i) {
      verify::Target target;
      for (unsigned t = 0; t < program.threads.size(); ++t) {
        target.threads.push_back(
            [&machine, t](const verify::LocalState& s) { return verify::stopped(machine, t, s); });
      }
      std::vector<std::int64_t> wanted;
      for (std::uint32_t c = 0; c < program.cellCount(); ++c) {
        const auto& values = locals->values[c];
        wanted.push_back(values[rng.below(values.size())]);
        target.cells.emplace_back(c, [v = wanted.back()](std::int64_t w) { return v == w; });
      }
      Asked asked;
      askFor(program, *locals, target, inTurn(seed + i), asked);
      ASSERT_FALSE(HasFatalFailure());
      ASSERT_EQ(asked.reachable, graphs.lastValues.contains(wanted));
      reachable += asked.reachable;
    }
  }
  EXPECT_GT(reachable, kPrograms / 4);
}

// With loops a machine with store buffers of bounded length reaches a part of the states, or all of
// them. The search must find these, and every other run that it finds must replay.
TEST_P(RandomBuffers, ReachWhatBoundedStoreBuffersReach) {
  constexpr int kPrograms = 60;
  int reachable = 0;
  int unreachable = 0;
  int weak = 0;
  std::uint64_t seed = firstSeed(13);
  for (int programs = 0; programs < kPrograms; ++seed) {
    const Program program = randomProgram(seed, true);
    if (program.threads.size() > 4) continue;
    const Reached buffers = reachedWithStoreBuffers(program, 20000, 4);
    if (!buffers.faults.empty() || buffers.states.empty()) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + '\n' + printRob(program));
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    if (!locals) continue;
    ++programs;
    Rng rng(seed);
    for (std::uint64_t i = 0; i < 8; ++i) {
      Ends ends = endsLike(machine, *locals, buffers, i % 2 == 1, rng);
      Asked asked;
      askFor(program, *locals, targetAt(machine, ends), inTurn(seed + i), asked);
      ASSERT_FALSE(HasFatalFailure()) << "question " << i;
      const bool expected = anyMatches(buffers.states, ends);
      if (buffers.complete || expected) {
        ASSERT_EQ(asked.reachable, expected) << "question " << i;
      }
      ++(asked.reachable ? reachable : unreachable);
      weak += asked.reachable && !asked.isSc;
    }
  }
  EXPECT_GT(reachable, kPrograms);
  EXPECT_GT(unreachable, kPrograms / 10);
  EXPECT_GT(weak, kPrograms / 20);
}

// Assertions and other faults: the verdict is that of brute force and of the enumeration of graphs.
TEST_P(RandomBuffers, GiveTheVerdictOfGraphs) {
  constexpr int kPrograms = 60;
  int safe = 0;
  std::uint64_t seed = firstSeed(14);
  for (int programs = 0; programs < kPrograms; ++seed) {
    const Program program = randomProgram(seed, false);
    const Reached graphs = reachedUnder(ModelName::Tso, program, 1500);
    if (!graphs.complete) continue;
    ++programs;
    SCOPED_TRACE("seed " + std::to_string(seed) + '\n' + printRob(program));
    const Safety expected = graphs.faults.empty() ? Safety::Safe : Safety::Unsafe;
    safe += expected == Safety::Safe;
    for (const Engine engine : {Engine::Buffers, Engine::Graphs, Engine::All}) {
      verify::VerifyOptions options;
      options.engine = engine;
      options.check.workers = 1;
      options.hangs = false;  // final_states_test.cpp compares them
      const Verification v = verify::verify(program, ModelName::Tso, options);
      ASSERT_STREQ(spelling(v.safety), spelling(expected)) << spelling(engine) << ": " << v.reason;
      if (expected == Safety::Safe) continue;
      ASSERT_TRUE(v.finding);
      const ExecutionGraph& graph = v.finding->witness.graph;
      ASSERT_TRUE(consistent(program, graph, ModelName::Tso));
      ASSERT_EQ(consistent(program, graph, ModelName::Sc), !v.departure);
    }
  }
  EXPECT_GT(safe, kPrograms / 10);
  EXPECT_LT(safe, kPrograms * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Verify, RandomBuffers, ::testing::Range(0, 4));

}  // namespace robur::testing
