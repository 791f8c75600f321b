// The enumeration by several workers against one worker, on random programs: the same final graphs,
// each once, the same counts, and the same first finding. Every alternative is given away, whether
// it is worth it or not.
#include <gtest/gtest.h>

#include <map>

#include "executions/enumerate.h"
#include "executions/execution_graph_of.h"
#include "generators/program.h"
#include "oracle/all_executions.h"
#include "program/model_info.h"
#include "support/volume.h"

namespace robur::testing {
namespace {

using executions::Enumeration;
using executions::EnumerationOptions;
using executions::EventRef;
using executions::executionGraphOf;
using executions::LiveGraph;
using executions::Status;
using executions::Visitor;

constexpr std::uint64_t kWorkerPrograms = kFewPrograms ? 20 : 150;

// Everything that is visited, by its text. With `findFaults` the first fault or race is a finding.
class Seen : public Visitor {
 public:
  Seen(const Program& program, bool findFaults) : program(program), findFaults(findFaults) {}

  bool onFinal(const LiveGraph& g) override {
    ++finals[textOf(g)];
    return false;
  }
  bool onFault(const LiveGraph& g, EventRef last) override {
    return meet("fault of " + std::to_string(last.thread) + " in " + textOf(g));
  }
  bool onRace(const LiveGraph& g, EventRef first, EventRef second) override {
    return meet("race of " + std::to_string(first.thread) + " and " +
                std::to_string(second.thread) + " in " + textOf(g));
  }
  std::unique_ptr<Visitor> fork() const override {
    return std::make_unique<Seen>(program, findFaults);
  }
  void merge(Visitor& fork, bool found) override {
    auto& other = static_cast<Seen&>(fork);
    for (const auto& [text, times] : other.finals) finals[text] += times;
    for (const auto& [text, times] : other.faults) faults[text] += times;
    if (found) finding = other.finding;
  }

  std::map<std::string, unsigned> finals;
  std::map<std::string, unsigned> faults;
  std::string finding;

 private:
  bool meet(const std::string& what) {
    ++faults[what];
    if (findFaults) finding = what;
    return findFaults;
  }
  std::string textOf(const LiveGraph& g) const {
    std::vector<Resting> resting;
    std::string decisions;  // of the search, which the graph does not show
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const executions::LiveEvent& last = g[g.lastOf(t)];
      const bool waits = last.status == Status::Blocked;
      resting.push_back({!waits, waits ? last.pc : 0});
      for (const executions::LiveEvent& e : g.threads[t].events) {
        if (e.kind == executions::Kind::Choice) decisions += " " + std::to_string(e.read);
      }
      if (!waits) continue;
      decisions += " blocked by " + std::to_string(last.source.thread) + "." +
                   std::to_string(last.source.index);
    }
    return keyOf(executionGraphOf(program, g).graph, resting) + decisions;
  }

  const Program& program;
  const bool findFaults;
};

struct SharedRun {
  Seen seen;
  Enumeration enumeration;
};

SharedRun runWith(const Program& program, ModelName model, unsigned workers, bool findFaults) {
  const Machine machine(program);
  SharedRun out{Seen(program, findFaults), {}};
  EnumerationOptions options;
  options.workers = workers;
  options.smallestPart = 0;
  options.stepsBetweenReports = 1;
  out.enumeration = enumerate(machine, model, options, out.seen);
  return out;
}

class ExecutionWorkers : public ::testing::TestWithParam<ModelName> {};

TEST_P(ExecutionWorkers, ShareTheWork) {
  const ModelName model = GetParam();
  std::size_t graphs = 0;
  std::size_t findings = 0;
  for (std::uint64_t seed = 60001; seed <= 60000 + kWorkerPrograms; ++seed) {
    GeneratorOptions options;
    options.model = model;
    options.scAccesses = infoOf(model).accessOrders && seed % 2 == 0;
    const Program program = generate(seed, options);
    if (allExecutions(program, model, 300).tooBig) continue;
    SCOPED_TRACE("seed " + std::to_string(seed));
    const SharedRun one = runWith(program, model, 1, false);
    ASSERT_EQ(one.enumeration.end, Enumeration::End::Complete);
    graphs += one.seen.finals.size();
    for (const auto& [text, times] : one.seen.finals) ASSERT_EQ(times, 1u) << text;
    const std::string finding = runWith(program, model, 1, true).seen.finding;
    findings += !finding.empty();
    for (const unsigned workers : {2u, 3u}) {
      const SharedRun several = runWith(program, model, workers, false);
      ASSERT_EQ(several.seen.finals, one.seen.finals);
      ASSERT_EQ(several.seen.faults, one.seen.faults);
      ASSERT_EQ(several.enumeration.finals, one.enumeration.finals);
      ASSERT_EQ(several.enumeration.steps, one.enumeration.steps);
      ASSERT_EQ(several.enumeration.end, Enumeration::End::Complete);
      ASSERT_EQ(several.enumeration.expectedFinals,
                static_cast<double>(several.enumeration.finals));
      const SharedRun found = runWith(program, model, workers, true);
      ASSERT_EQ(found.seen.finding, finding);
      ASSERT_EQ(found.enumeration.end,
                finding.empty() ? Enumeration::End::Complete : Enumeration::End::Visitor);
    }
  }
  std::cout << graphs << " final graphs, " << findings << " programs with findings\n";
  EXPECT_GT(graphs, kWorkerPrograms);
}

INSTANTIATE_TEST_SUITE_P(Models, ExecutionWorkers, ::testing::ValuesIn(kAllModels),
                         [](const auto& model) { return std::string(spelling(model.param)); });

}  // namespace
}  // namespace robur::testing
