// Fingerprints name pasts: different graphs of a program have different ones.
#include <gtest/gtest.h>

#include <set>

#include "executions/enumerate.h"
#include "generators/litmus.h"
#include "traces/past.h"

namespace robur::testing {
namespace {

using executions::EventRef;
using executions::LiveGraph;
using traces::Fingerprint;

class FingerprintsOfFinals : public executions::Visitor {
 public:
  explicit FingerprintsOfFinals(const Machine& machine) : trace(machine) {}

  bool onFinal(const LiveGraph& g) override {
    trace.assign(g);
    fingerprints.assign(trace);
    std::vector<std::uint16_t> all;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) all.push_back(g.lastOf(t).index);
    found.insert(fingerprints.of(all.data()));
    ++finals;
    return false;
  }
  bool onFault(const LiveGraph&, EventRef) override { return false; }
  bool onRace(const LiveGraph&, EventRef, EventRef) override { return false; }

  std::set<Fingerprint> found;
  std::size_t finals = 0;

 private:
  traces::ScTrace trace;
  traces::Fingerprints fingerprints;
};

class Fingerprinted : public ::testing::TestWithParam<const char*> {};

TEST_P(Fingerprinted, GraphsDiffer) {
  const Program program = programOf(parseLitmus(GetParam()));
  const Machine machine(program);
  FingerprintsOfFinals visitor(machine);
  enumerate(machine, ModelName::Sc, {}, visitor);
  EXPECT_GT(visitor.finals, 5u);
  EXPECT_EQ(visitor.found.size(), visitor.finals);
}

// Graphs that differ in modification order only, in reads-from only, and in both.
INSTANTIATE_TEST_SUITE_P(Programs, Fingerprinted,
                         ::testing::Values("W x 1 || W x 2 || W x 3 || W x 4",
                                           "W x 1 || R x || R x || R x",
                                           "W x 1; R y || W y 1; R x || W x 2; W y 2"),
                         [](const auto& each) { return std::to_string(each.index); });

}  // namespace
}  // namespace robur::testing
