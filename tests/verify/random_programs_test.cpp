// Backward coverability against brute force: what random programs reach under SRA.
#include <gtest/gtest.h>

#include "graph/axioms.h"
#include "program/print.h"
#include "property/generator.h"
#include "property/rng.h"
#include "verify/brute_force.h"
#include "verify/question.h"
#include "verify/replay.h"

namespace robur::testing {

namespace {

using Query = std::vector<std::optional<std::vector<std::int64_t>>>;  // stopped, with registers

potentials::Target targetOf(const Machine& machine, const Query& query) {
  potentials::Target target;
  for (unsigned t = 0; t < query.size(); ++t) {
    target.threads.emplace_back();
    if (!query[t]) continue;
    target.threads.back() = [&machine, t, wanted = *query[t]](const potentials::LocalState& s) {
      return potentials::stopped(machine, t, s) && s.registers == wanted;
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
  std::size_t programs = 0;
  std::size_t reachable = 0;
  std::size_t unreachable = 0;
};

// Asks about ends of threads that are each possible, together and with some left out.
void compare(std::uint64_t seed, const Program& program, const Reached& reached, Tally& tally) {
  const Machine machine(program);
  std::string reason;
  const auto locals = potentials::localsOf(machine, 20000, reason);
  ASSERT_TRUE(locals) << reason;
  std::vector<std::vector<std::vector<std::int64_t>>> ends(program.threads.size());
  for (unsigned t = 0; t < ends.size(); ++t) {
    std::set<std::vector<std::int64_t>> some;
    for (const auto& s : locals->threads[t].states) {
      if (potentials::stopped(machine, t, s)) some.insert(s.registers);
    }
    ends[t].assign(some.begin(), some.end());
    if (ends[t].empty()) return;
  }
  Rng rng(seed);
  ++tally.programs;
  for (int i = 0; i < 8; ++i) {
    Query query(ends.size());
    for (std::size_t t = 0; t < ends.size(); ++t) {
      if (i >= 4 && rng.chance(35)) continue;
      query[t] = ends[t][rng.below(ends[t].size())];
    }
    const potentials::Target target = targetOf(machine, query);
    potentials::SearchLimits limits;
    limits.forward = i % 2 == 0;
    const potentials::Answer answer = potentials::ask(*locals, {target}, limits);
    const bool expected = meets(reached.states, query);
    (expected ? tally.reachable : tally.unreachable)++;
    ASSERT_EQ(answer.coverage.end == potentials::Coverage::End::Reachable, expected)
        << "seed " << seed << " query " << i << (limits.forward ? " with" : " without")
        << " forward pruning\n"
        << printRob(program);
    ASSERT_NE(answer.coverage.end, potentials::Coverage::End::Stopped);
    if (!expected) continue;
    const auto run = potentials::replay(program, *locals, answer.coverage.moves, target);
    ASSERT_TRUE(run) << "seed " << seed << ": the run cannot be followed\n" << printRob(program);
    ASSERT_TRUE(consistent(program, run->graph, ModelName::Sra)) << printRob(program);
  }
}

// Memory at the end: which values the last writes of all cells can have together.
void compareMemory(std::uint64_t seed, const Program& program, const Reached& reached) {
  const Machine machine(program);
  std::string reason;
  const auto locals = potentials::localsOf(machine, 20000, reason);
  ASSERT_TRUE(locals) << reason;
  Rng rng(seed);
  for (int i = 0; i < 3; ++i) {
    potentials::Target target;
    for (unsigned t = 0; t < program.threads.size(); ++t) {
      target.threads.push_back([&machine, t](const potentials::LocalState& s) {
        return potentials::stopped(machine, t, s);
      });
    }
    std::vector<std::int64_t> wanted;
    for (std::uint32_t c = 0; c < program.cellCount(); ++c) {
      const auto& values = locals->values[c];
      wanted.push_back(values[rng.below(values.size())]);
      target.cells.emplace_back(c, [v = wanted.back()](std::int64_t w) { return v == w; });
    }
    const potentials::Answer answer = potentials::ask(*locals, {target}, {});
    ASSERT_EQ(answer.coverage.end == potentials::Coverage::End::Reachable,
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

TEST_P(RandomPrograms, ReachWhatBruteForceReaches) {
  constexpr std::size_t kPrograms = 300;
  constexpr std::size_t kMostGraphs = 2500;
  Tally tally;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  for (std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) * 1000000;
       tally.programs < kPrograms; ++seed) {
    const Program program = generate(seed, options);
    if (isLarge(program)) continue;
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs);
    if (!reached.complete) continue;
    compare(seed, program, reached, tally);
    if (seed % 4 == 0) compareMemory(seed, program, reached);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.reachable, kPrograms);
  EXPECT_GT(tally.unreachable, kPrograms);
}

// With loops only a part is reached by brute force; the backward search reaches it too, and
// what it reaches beyond that can be followed forward.
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
    const Program program = generate(seed, options);
    if (isLarge(program)) continue;
    const Reached reached = reachedUnder(ModelName::Sra, program, kMostGraphs, kMostEvents);
    if (reached.complete) continue;
    ++programs;
    const Machine machine(program);
    std::string reason;
    const auto locals = potentials::localsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    Rng rng(seed);
    for (int i = 0; i < 6; ++i) {
      Query query(program.threads.size());
      auto state = reached.states.begin();
      std::advance(state, rng.below(reached.states.size()));
      for (unsigned t = 0; t < query.size(); ++t) {
        if ((*state)[t].stopped) query[t] = (*state)[t].registers;
      }
      // Half of the questions are about ends that need not be possible together.
      for (unsigned t = 0; t < query.size() && i % 2 == 1; ++t) {
        const auto& all = locals->threads[t].states;
        const auto& any = all[rng.below(all.size())];
        if (potentials::stopped(machine, t, any)) query[t] = any.registers;
      }
      const potentials::Target target = targetOf(machine, query);
      const potentials::Answer answer = potentials::ask(*locals, {target}, {});
      const bool found = answer.coverage.end == potentials::Coverage::End::Reachable;
      ASSERT_TRUE(found || !meets(reached.states, query)) << "seed " << seed << '\n'
                                                          << printRob(program);
      if (!found) continue;
      ++reachable;
      const auto run = potentials::replay(program, *locals, answer.coverage.moves, target);
      ASSERT_TRUE(run) << "seed " << seed << ": the run cannot be followed\n" << printRob(program);
      ASSERT_TRUE(consistent(program, run->graph, ModelName::Sra)) << printRob(program);
    }
  }
  EXPECT_GT(reachable, kPrograms);
}

INSTANTIATE_TEST_SUITE_P(Verify, RandomPrograms, ::testing::Range(0, 8));

}  // namespace robur::testing
