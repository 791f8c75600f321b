// The search under SC against a naive one, on random programs with random targets.
#include <gtest/gtest.h>

#include <atomic>

#include "frontend/language.h"
#include "generators/program.h"
#include "generators/rng.h"
#include "graph/axioms.h"
#include "program/print.h"
#include "unit/verify/naive_sc_search.h"
#include "verify/sc_search.h"

namespace robur::testing {

namespace {

using End = SearchOutcome::End;
using verify::ScSearch;

constexpr std::size_t kManyStates = 40000;

// A level that several workers expand has at least about a thousand states, so threads are
// repeated.
Program withCopies(Program program, std::size_t threads) {
  const std::size_t originals = program.threads.size();
  while (program.threads.size() < threads) {
    program.threads.push_back(program.threads[program.threads.size() - originals]);
    program.threads.back().name += "_again";
  }
  return program;
}

// Local states that no run reaches together are as likely as others.
verify::Target randomTarget(const Machine& machine, const verify::LocalGraphs& locals, Rng& rng) {
  verify::Target out;
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    out.threads.emplace_back();
    const auto& states = locals.threads[t].states;
    const verify::LocalState some = states[rng.below(states.size())];
    switch (rng.weighted({2, 3, 1, 2})) {
      case 0:
        break;
      case 1:
        out.threads.back() = [some](const verify::LocalState& s) { return s == some; };
        break;
      case 2:
        out.threads.back() = [pc = some.pc](const verify::LocalState& s) { return s.pc == pc; };
        break;
      default:
        out.threads.back() = [&machine, t](const verify::LocalState& s) {
          return verify::stopped(machine, t, s);
        };
    }
  }
  for (std::uint32_t c = 0; c < machine.cellCount(); ++c) {
    const auto& values = locals.values[c];
    if (!rng.chance(30)) continue;
    out.cells.emplace_back(
        c, [v = values[rng.below(values.size())]](std::int64_t w) { return v == w; });
  }
  return out;
}

std::vector<std::pair<unsigned, Pc>> accessesOf(const ExecutionGraph& graph) {
  std::vector<std::pair<unsigned, Pc>> out;
  for (const Event& event : graph.events) {
    if (!event.init) out.emplace_back(raw(event.thread), event.pc);
  }
  return out;
}

void expectSame(const Program& program, const NaiveAnswer& expected, const ScSearch& search) {
  ASSERT_EQ(search.outcome.end, End::Complete);
  EXPECT_EQ(search.outcome.states, expected.states);
  ASSERT_EQ(search.found.has_value(), expected.found.has_value());
  if (!search.found) return;
  EXPECT_EQ(search.found->target, expected.found->target);
  EXPECT_EQ(accessesOf(search.found->run.graph), expected.found->accesses);
  EXPECT_EQ(search.found->run.ends, expected.found->ends);
  EXPECT_TRUE(consistent(program, search.found->run.graph, ModelName::Sc));
}

ScSearch searched(const Program& program, const verify::LocalGraphs& locals,
                  const std::vector<verify::Target>& targets, unsigned workers,
                  std::uint64_t maxStates = 0) {
  SearchOptions options;
  options.workers = workers;
  options.maxStates = maxStates;
  return verify::searchSc(program, locals, targets, options);
}

// A limit of states may leave the question open, but for every number of workers alike.
void expectLimited(const Program& program, const NaiveAnswer& expected, const ScSearch& one,
                   const ScSearch& two) {
  ASSERT_EQ(one.outcome.end, two.outcome.end);
  ASSERT_EQ(one.found.has_value(), two.found.has_value());
  if (one.outcome.end != End::Complete) {
    ASSERT_EQ(one.outcome.end, End::States);
    ASSERT_FALSE(one.found);
    return;
  }
  expectSame(program, expected, one);
  expectSame(program, expected, two);
}

}  // namespace

class ScSearches : public ::testing::TestWithParam<int> {};

TEST_P(ScSearches, AgreeWithTheNaiveOne) {
  constexpr int kPrograms = 120;
  int found = 0, excluded = 0, wide = 0, stopped = 0;
  GeneratorOptions options;
  options.model = ModelName::Sra;
  int programs = 0;
  for (std::uint64_t seed = static_cast<std::uint64_t>(GetParam()) * 1000000; programs < kPrograms;
       ++seed) {
    options.unboundedLoops = seed % 4 == 0;
    Program program = generate(seed, options);
    if (seed % 2 == 0) program = withCopies(program, 6);
    const Machine machine(program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 2000, reason);
    if (!locals) continue;
    Rng rng(seed);
    std::vector<verify::Target> targets;
    for (std::uint32_t i = 0; i <= seed % 3; ++i) {
      targets.push_back(randomTarget(machine, *locals, rng));
    }
    const NaiveAnswer expected = searchNaively(machine, targets, kManyStates);
    if (!expected.complete) continue;
    ++programs;
    SCOPED_TRACE("seed " + std::to_string(seed) + '\n' + printRob(program));
    for (const unsigned workers : {1u, 2u}) {
      expectSame(program, expected, searched(program, *locals, targets, workers));
    }
    const std::uint64_t limit = 1 + rng.below(2 * expected.states);
    const ScSearch one = searched(program, *locals, targets, 1, limit);
    expectLimited(program, expected, one, searched(program, *locals, targets, 2, limit));
    if (HasFailure()) return;
    (expected.found ? found : excluded)++;
    wide += expected.widest >= 1024;
    stopped += one.outcome.end != End::Complete;
  }
  EXPECT_GT(found, kPrograms / 4);
  EXPECT_GT(excluded, kPrograms / 12);
  EXPECT_GT(wide, kPrograms / 10);
  EXPECT_GT(stopped, kPrograms / 8);
}

// Nine threads that each count to three: 4 ^ 9 states, none of which is asked for.
TEST(ScSearch, CanBeInterrupted) {
  const Parsed parsed =
      parse(Language::Rob,
            {"counters.rob", "atomic 0..1 x; thread t[9] { local 0..3 r; r = 1; r = 2; r = 3; }"});
  ASSERT_TRUE(parsed.program);
  const Machine machine(*parsed.program);
  std::string reason;
  const auto locals = verify::localGraphsOf(machine, 2000, reason);
  ASSERT_TRUE(locals) << reason;
  std::atomic<bool> interrupted{false};
  SearchOptions options;
  options.workers = 2;
  options.interrupted = &interrupted;
  const ScSearch whole = verify::searchSc(*parsed.program, *locals, {}, options);
  EXPECT_TRUE(whole.excludesTargets());
  EXPECT_EQ(whole.outcome.states, std::uint64_t{1} << 18);
  interrupted = true;
  const ScSearch none = verify::searchSc(*parsed.program, *locals, {}, options);
  EXPECT_EQ(none.outcome.end, End::Interrupted);
  EXPECT_FALSE(none.excludesTargets());
}

INSTANTIATE_TEST_SUITE_P(Verify, ScSearches, ::testing::Range(0, 4));

}  // namespace robur::testing
