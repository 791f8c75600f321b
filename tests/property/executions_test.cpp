// The enumeration of execution graphs against brute force over src/graph, on random programs: the
// same final graphs, each once, the same faults, and a race if and only if there is one.
#include <gtest/gtest.h>

#include <map>

#include "check/fault_property.h"
#include "executions/enumerate.h"
#include "executions/execution_graph_of.h"
#include "executions/sequential.h"
#include "generators/litmus.h"
#include "generators/locked_sections.h"
#include "generators/program.h"
#include "oracle/all_executions.h"
#include "oracle/shrink.h"
#include "program/model_info.h"
#include "property/shard.h"
#include "support/volume.h"

namespace robur::testing {
namespace {

using executions::EventRef;
using executions::executionGraphOf;
using executions::LiveEvent;
using executions::LiveGraph;
using executions::Status;
using executions::Translated;
using executions::Visitor;

constexpr std::uint64_t kExecutionShards = kFewPrograms ? 1 : 4;
constexpr std::uint64_t kExecutionPrograms = 250;
constexpr std::uint64_t kLockPrograms = 400;
constexpr std::size_t kMaxExecutions = 1500;

// Is the last write of its cell the source of every blocked event?
bool isFair(const LiveGraph& g) {
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    const LiveEvent& last = g[g.lastOf(t)];
    if (last.status == Status::Blocked && !(last.source == g.lastWrite(last.cell))) return false;
  }
  return true;
}

class Collector : public Visitor {
 public:
  Collector(const Program& program, ModelName model) : program(program), model(model) {}

  bool onFinal(const LiveGraph& g) override {
    if (!isFair(g)) return false;
    const Translated t = executionGraphOf(program, g);
    std::vector<Resting> resting;
    for (std::uint32_t i = 0; i < g.threadCount(); ++i) {
      const LiveEvent& last = g[g.lastOf(i)];
      const bool waits = last.status == Status::Blocked;
      resting.push_back({!waits, waits ? last.pc : 0});
      hasChoices |=
          std::any_of(g.threads[i].events.begin(), g.threads[i].events.end(),
                      [](const LiveEvent& e) { return e.kind == executions::Kind::Choice; });
    }
    ++found[keyOf(t.graph, resting)];
    if (!consistent(program, t.graph, model)) inconsistent = true;
    if (sequential(g) != consistent(program, t.graph, ModelName::Sc)) wronglySequential = true;
    return false;
  }
  bool onFault(const LiveGraph& g, EventRef last) override {
    faults.insert(propertyOf(g[last].fault));
    return false;
  }
  bool onRace(const LiveGraph& g, EventRef, EventRef) override {
    const Translated t = executionGraphOf(program, g);
    race = true;
    if (!dataRace(program, t.graph, model)) falseRace = true;
    return false;
  }

  const Program& program;
  const ModelName model;
  std::map<std::string, unsigned> found;
  Faults faults;
  bool race = false;
  bool falseRace = false;
  bool inconsistent = false;
  bool wronglySequential = false;
  executions::Sequential sequential;
  bool hasChoices = false;
};

// Empty if the two agree.
std::string difference(const Program& program, ModelName model, const AllExecutions& all) {
  const Machine machine(program);
  Collector collector(program, model);
  enumerate(machine, model, {}, collector);
  if (collector.falseRace) return "a race that is none";
  if (collector.race != all.race) return all.race ? "a race is missed" : "a race that is none";
  if (collector.inconsistent) return "an inconsistent graph";
  if (collector.wronglySequential) return "a graph is wrongly called sequential, or not";
  for (const auto& [key, times] : collector.found) {
    if (!all.race && !all.finals.contains(key)) return "a graph that is none: " + key;
    if (times > 1 && !collector.hasChoices) return "a graph is found twice: " + key;
  }
  // Both stop at a race, but may meet it earlier or later, and what follows a race means nothing.
  if (all.race) return {};
  if (collector.faults != all.faults) return "other faults";
  for (const std::string& key : all.finals) {
    if (!collector.found.contains(key)) return "a graph is missed: " + key;
  }
  return {};
}

// The final memory of every graph in which no thread waits, and what goes wrong.
struct Ends : Visitor {
  bool onFinal(const LiveGraph& g) override {
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const Status status = g[g.lastOf(t)].status;
      if (status == Status::Blocked || status == Status::Spinning) return false;
    }
    std::vector<std::int64_t> memory;
    for (std::uint32_t cell = 0; cell < g.cellCount(); ++cell) {
      memory.push_back(g.valueOf(cell, g.lastWrite(cell)));
    }
    ++outcomes[memory];
    return false;
  }
  bool onFault(const LiveGraph& g, EventRef last) override {
    faults.insert(propertyOf(g[last].fault));
    return false;
  }
  bool onRace(const LiveGraph&, EventRef, EventRef) override { return race = true; }

  std::map<std::vector<std::int64_t>, unsigned> outcomes;
  Faults faults;
  bool race = false;
};

Ends endsOf(const Program& program, ModelName model) {
  const Machine machine(program);
  Ends ends;
  enumerate(machine, model, {}, ends);
  return ends;
}

class Executions : public ::testing::TestWithParam<Shard> {
 public:
  // Compares the programs of this shard, which `write` makes of their seeds.
  template <class Write>
  void compare(const char* name, std::uint64_t programs, const Write& write) {
    const auto [model, number] = GetParam();
    const std::uint64_t first = 1 + number * programs;
    std::size_t compared = 0;
    std::size_t graphs = 0;
    std::size_t races = 0;
    std::size_t hangs = 0;
    for (std::uint64_t seed = first; seed < first + programs; ++seed) {
      const Program program = write(seed);
      const AllExecutions all = allExecutions(program, model, kMaxExecutions);
      if (all.tooBig) continue;
      ++compared;
      graphs += all.finals.size();
      races += all.race;
      hangs += !all.hangs.empty();
      const std::string what = difference(program, model, all);
      if (what.empty()) continue;
      const Program small = shrink(
          program,
          [&](const Program& p) {
            const AllExecutions smaller = allExecutions(p, model, kMaxExecutions);
            return !smaller.tooBig && !difference(p, model, smaller).empty();
          },
          600);
      const std::string file = keepProgram(small, name + ("-" + std::to_string(seed)), what);
      FAIL() << spelling(model) << " seed " << seed << ": " << what << "\nshrunk: " << file << ": "
             << difference(small, model, allExecutions(small, model, kMaxExecutions));
    }
    std::cout << "seeds from " << first << ": " << compared << " programs, " << graphs
              << " final graphs, " << races << " with races, " << hangs << " with hangs\n";
    EXPECT_GT(compared, programs / 4);
  }
};

TEST_P(Executions, AreThoseOfBruteForce) {
  const ModelName model = GetParam().model;
  compare("executions", kExecutionPrograms, [&](std::uint64_t seed) {
    GeneratorOptions options;
    options.model = model;
    options.scAccesses = infoOf(model).accessOrders && seed % 2 == 0;
    return generate(seed, options);
  });
}

TEST_P(Executions, OfLocksAreThoseOfBruteForce) {
  compare("locks", kLockPrograms,
          [](std::uint64_t seed) { return programOf(parseLitmus(lockedSections(seed))); });
}

class Loops : public ::testing::TestWithParam<ModelName> {};

// A wait written as a loop of loads: iterations without effect are cut, so that there are as many
// graphs as with the wait, and they end in the same way.
TEST_P(Loops, WithoutEffectAreCut) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 30001; seed <= 30000 + (kFewPrograms ? 50 : 500); ++seed) {
    GeneratorOptions options;
    options.model = GetParam();
    const Program program = generate(seed, options);
    const Program loops = waitsAsLoops(program);
    if (sameProgram(program, loops) || allExecutions(program, GetParam(), kMaxExecutions).tooBig) {
      continue;
    }
    const Ends expected = endsOf(program, GetParam());
    const Ends actual = endsOf(loops, GetParam());
    ASSERT_EQ(actual.race, expected.race) << "seed " << seed;
    if (expected.race) continue;
    ASSERT_EQ(actual.faults, expected.faults) << "seed " << seed;
    ASSERT_EQ(actual.outcomes, expected.outcomes) << "seed " << seed;
    ++compared;
  }
  std::cout << compared << " programs\n";
  EXPECT_GT(compared, kFewPrograms ? 5u : 50u);
}

INSTANTIATE_TEST_SUITE_P(Models, Loops, ::testing::ValuesIn(kAllModels),
                         [](const auto& model) { return std::string(spelling(model.param)); });

std::vector<Shard> executionShards() {
  std::vector<Shard> all;
  for (const ModelName model : kAllModels) {
    for (const Shard& shard : shardsOf(model, kExecutionShards)) all.push_back(shard);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Models, Executions, ::testing::ValuesIn(executionShards()), shardName);

}  // namespace
}  // namespace robur::testing
