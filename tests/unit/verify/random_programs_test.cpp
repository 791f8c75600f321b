// Backward coverability against brute force: what random programs reach under SRA.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "generators/rng.h"
#include "graph/axioms.h"
#include "program/print.h"
#include "unit/verify/brute_force.h"
#include "verify/question.h"
#include "verify/replay.h"

namespace robur::testing {

namespace {

using Query = std::vector<std::optional<std::vector<std::int64_t>>>;  // stopped, with registers

bool ended(const Machine& machine, unsigned thread, const verify::LocalState& s) {
  return verify::stopped(machine, thread, s) && s.fault == Fault::None;
}

verify::Target targetOf(const Machine& machine, const Query& query) {
  verify::Target target;
  for (unsigned t = 0; t < query.size(); ++t) {
    target.threads.emplace_back();
    if (!query[t]) continue;
    target.threads.back() = [&machine, t, wanted = *query[t]](const verify::LocalState& s) {
      return ended(machine, t, s) && s.registers == wanted;
    };
  }
  return target;
}

bool matches(const std::vector<LocalState>& state, const Query& query) {
  for (std::size_t t = 0; t < query.size(); ++t) {
    if (query[t] && (!state[t].stopped || state[t].registers != *query[t])) return false;
  }
  return true;
}

bool meets(const std::set<std::vector<LocalState>>& states, const Query& query) {
  return std::any_of(states.begin(), states.end(),
                     [&](const std::vector<LocalState>& s) { return matches(s, query); });
}

struct Tally {
  std::size_t complete = 0;  // programs with all outcomes queried
  std::size_t reachable = 0;
  std::size_t unreachable = 0;
};

// Pruning, symmetry and parallel workers are switched on and off in turn; none may change an
// answer.
verify::SearchLimits limitsOf(std::size_t turn) {
  verify::SearchLimits limits;
  limits.forward = turn % 2 == 0;
  limits.symmetry = turn % 3 != 0;
  limits.workers = turn % 7 == 0 ? 2 : 1;
  limits.alone = 0;
  return limits;
}

// The final states of each thread on its own, without those after a fault: faults are tested
// elsewhere.
std::vector<std::vector<std::vector<std::int64_t>>> endsOf(const Machine& machine,
                                                           const verify::LocalGraphs& locals) {
  std::vector<std::vector<std::vector<std::int64_t>>> out;
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    std::set<std::vector<std::int64_t>> some;
    for (const auto& s : locals.threads[t].states) {
      if (ended(machine, t, s)) some.insert(s.registers);
    }
    out.emplace_back(some.begin(), some.end());
  }
  return out;
}

// All combinations of final states if there are few, otherwise a sample; some leave threads open.
std::vector<Query> queriesOf(const std::vector<std::vector<std::vector<std::int64_t>>>& ends,
                             Rng& rng, bool& complete) {
  constexpr std::size_t kMostOutcomes = 64;
  std::size_t outcomes = 1;
  for (const auto& of : ends) outcomes = std::min(outcomes * of.size(), kMostOutcomes + 1);
  complete = outcomes <= kMostOutcomes;
  std::vector<Query> out;
  for (std::size_t i = 0; complete && i < outcomes; ++i) {
    Query& query = out.emplace_back();
    std::size_t rest = i;
    for (const auto& of : ends) {
      query.emplace_back(of[rest % of.size()]);
      rest /= of.size();
    }
  }
  for (int i = complete ? 4 : 0; i < 8 && outcomes != 0; ++i) {
    Query& query = out.emplace_back(ends.size());
    for (std::size_t t = 0; t < ends.size(); ++t) {
      if (i >= 4 && rng.chance(35)) continue;
      query[t] = ends[t][rng.below(ends[t].size())];
    }
  }
  return out;
}

void compare(std::uint64_t seed, const Program& program, const Reached& reached, Tally& tally) {
  const Machine machine(program);
  std::string reason;
  const auto locals = verify::localGraphsOf(machine, 20000, reason);
  ASSERT_TRUE(locals) << reason;
  Rng rng(seed);
  bool complete = false;
  const std::vector<Query> queries = queriesOf(endsOf(machine, *locals), rng, complete);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const verify::Target target = targetOf(machine, queries[i]);
    const verify::SearchLimits limits = limitsOf(i);
    const verify::Answer answer = verify::ask(*locals, {target}, limits);
    const bool expected = meets(reached.states, queries[i]);
    (expected ? tally.reachable : tally.unreachable)++;
    ASSERT_EQ(answer.coverage.end == verify::Coverage::End::Reachable, expected)
        << "seed " << seed << " query " << i << (limits.forward ? " with" : " without")
        << " forward pruning," << (limits.symmetry ? " with" : " without") << " symmetry\n"
        << printRob(program);
    ASSERT_NE(answer.coverage.end, verify::Coverage::End::Stopped);
    if (!expected) continue;
    const auto run = verify::replay(program, *locals, answer.coverage.moves, target);
    ASSERT_TRUE(run) << "seed " << seed << ": the run cannot be followed\n" << printRob(program);
    ASSERT_TRUE(consistent(program, run->graph, ModelName::Sra)) << printRob(program);
  }
  tally.complete += complete && !queries.empty();
}

// Adds one or two copies of the first thread, so that symmetry applies.
Program withTwins(Program program, std::uint64_t seed) {
  for (std::uint64_t i = 0; i <= seed % 2; ++i) {
    program.threads.push_back(program.threads[0]);
    program.threads.back().name += "_again" + std::to_string(i);
  }
  return program;
}

// Final memory: the combinations of values of the last writes to all cells.
void compareMemory(std::uint64_t seed, const Program& program, const Reached& reached) {
  const Machine machine(program);
  std::string reason;
  const auto locals = verify::localGraphsOf(machine, 20000, reason);
  ASSERT_TRUE(locals) << reason;
  Rng rng(seed);
  for (int i = 0; i < 3; ++i) {
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
    const verify::Answer answer = verify::ask(*locals, {target}, {});
    ASSERT_EQ(answer.coverage.end == verify::Coverage::End::Reachable,
              reached.lastValues.contains(wanted))
        << "seed " << seed << '\n'
        << printRob(program);
  }
}

bool isLarge(const Program& program) {
  return program.threads.size() > 4;
}

}  // namespace

class RandomPrograms : public ::testing::TestWithParam<int> {};

// At least 2,400 programs with all outcomes queried.
TEST_P(RandomPrograms, ReachWhatBruteForceReaches) {
  constexpr std::size_t kPrograms = 300;
  constexpr std::size_t kMostGraphs = 2500;
  Tally tally;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  for (std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) * 1000000;
       tally.complete < kPrograms; ++seed) {
    const Program program = generate(seed, options);
    if (isLarge(program)) continue;
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!reached.complete || !reached.faults.empty()) continue;
    compare(seed, program, reached, tally);
    if (seed % 4 == 0) compareMemory(seed, program, reached);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.reachable, kPrograms);
  EXPECT_GT(tally.unreachable, kPrograms);
}

// With loops, brute force reaches only a part of the states. The backward search must find these,
// and every other run that it finds must replay forwards.
TEST_P(RandomPrograms, ReachAtLeastWhatBoundedSearchReaches) {
  constexpr int kPrograms = 60;
  constexpr std::size_t kMostGraphs = 300;
  constexpr std::size_t kMostEvents = 5;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  options.unboundedLoops = true;
  int programs = 0;
  int reachable = 0;
  for (std::uint64_t seed = 900000000 + static_cast<std::uint64_t>(GetParam()) * 1000000;
       programs < kPrograms; ++seed) {
    const Program program =
        seed % 3 == 0 ? withTwins(generate(seed, options), seed) : generate(seed, options);
    if (isLarge(program)) continue;
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs, kMostEvents);
    if (reached.complete || !reached.faults.empty()) continue;
    ++programs;
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    Rng rng(seed);
    for (int i = 0; i < 6; ++i) {
      Query query(program.threads.size());
      auto state = reached.states.begin();
      std::advance(state, rng.below(reached.states.size()));
      for (unsigned t = 0; t < query.size(); ++t) {
        if ((*state)[t].stopped) query[t] = (*state)[t].registers;
      }
      // Half of the queries combine final states that may exclude each other.
      for (unsigned t = 0; t < query.size() && i % 2 == 1; ++t) {
        const auto& all = locals->threads[t].states;
        const auto& any = all[rng.below(all.size())];
        if (ended(machine, t, any)) query[t] = any.registers;
      }
      const verify::Target target = targetOf(machine, query);
      const verify::Answer answer = verify::ask(*locals, {target}, limitsOf(seed + i));
      const bool found = answer.coverage.end == verify::Coverage::End::Reachable;
      ASSERT_TRUE(found || !meets(reached.states, query)) << "seed " << seed << '\n'
                                                          << printRob(program);
      if (!found) continue;
      ++reachable;
      const auto run = verify::replay(program, *locals, answer.coverage.moves, target);
      ASSERT_TRUE(run) << "seed " << seed << ": the run cannot be followed\n" << printRob(program);
      ASSERT_TRUE(consistent(program, run->graph, ModelName::Sra)) << printRob(program);
    }
  }
  EXPECT_GT(reachable, kPrograms);
}

TEST(RandomTwins, ReachWhatBruteForceReaches) {
  constexpr std::size_t kPrograms = 150;
  constexpr std::size_t kMostGraphs = 800;
  Tally tally;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  std::size_t programs = 0;
  for (std::uint64_t seed = 300000000; programs < kPrograms; ++seed) {
    const Program program = withTwins(generate(seed, options), seed);
    if (isLarge(program)) continue;
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!reached.complete || !reached.faults.empty()) continue;
    ++programs;
    compare(seed, program, reached, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.reachable, kPrograms);
  EXPECT_GT(tally.unreachable, kPrograms);
}

INSTANTIATE_TEST_SUITE_P(Verify, RandomPrograms, ::testing::Range(0, 8));

}  // namespace robur::testing
