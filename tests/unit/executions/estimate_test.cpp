// The estimate of the number of execution graphs while they are enumerated, and what several
// workers and limits change.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "executions/enumerate.h"
#include "generators/litmus.h"

namespace robur::testing {
namespace {

using executions::Enumeration;
using executions::EnumerationOptions;
using executions::EventRef;
using executions::LiveGraph;
using executions::Visitor;

struct Nothing : Visitor {
  bool onFinal(const LiveGraph&) override { return false; }
  bool onFault(const LiveGraph&, EventRef) override { return false; }
  bool onRace(const LiveGraph&, EventRef, EventRef) override { return false; }
  std::unique_ptr<Visitor> fork() const override { return std::make_unique<Nothing>(); }
};

struct Thrower : Nothing {
  bool onFinal(const LiveGraph&) override { throw std::runtime_error("thrown by a visitor"); }
  std::unique_ptr<Visitor> fork() const override { return std::make_unique<Thrower>(); }
};

Enumeration run(const std::string& litmus, const EnumerationOptions& options) {
  const Program program = programOf(parseLitmus(litmus));
  const Machine machine(program);
  Nothing nothing;
  return enumerate(machine, ModelName::Rc11, options, nothing);
}

std::string manyOf(const std::string& thread, unsigned times) {
  std::string out = thread;
  for (unsigned i = 1; i < times; ++i) out += " || " + thread;
  return out;
}

const std::string kReaders = manyOf("R x 0", 14) + " || W x 1";
const std::string kTwoCounters = manyOf("U x 0 1; U y 0 1", 5);
const std::string kReadersAndWriters =
    "R x 0; R y 0; R z 0; R x 0; R y 0; R z 0 || R x 0; R y 0; R z 0 || W x 1; W y 1; W x 2; W y 2 "
    "|| W z 1; W z 2";
const std::string kWriters = "R x 0 || W x 1 || W x 2 || W x 3 || W x 4 || W x 5 || W x 6 || W x 7";

TEST(ExecutionEstimate, IsOfTheRightOrderOfMagnitude) {
  for (const std::string& litmus : {kReaders, kTwoCounters, kReadersAndWriters, kWriters}) {
    SCOPED_TRACE(litmus);
    const auto total = static_cast<double>(run(litmus, {}).finals);
    ASSERT_GT(total, 5000);
    // The estimate after a twentieth of the graphs, and at the half.
    for (const double part : {0.05, 0.5}) {
      EnumerationOptions options;
      options.stepsBetweenReports = 64;
      options.estimateAlways = true;
      double estimate = 0;
      options.stop = [&](const Enumeration& soFar) {
        EXPECT_GE(soFar.expectedFinals, static_cast<double>(soFar.finals));
        estimate = soFar.expectedFinals;
        return static_cast<double>(soFar.finals) >= part * total;
      };
      EXPECT_EQ(run(litmus, options).end, Enumeration::End::Stopped);
      std::cout << part << ": " << estimate << " of " << total << '\n';
      EXPECT_LT(std::abs(std::log10(estimate / total)), 1) << estimate << " of " << total;
    }
  }
}

TEST(ExecutionEstimate, IsExactInTheEnd) {
  for (const unsigned workers : {1u, 3u}) {
    EnumerationOptions options;
    options.workers = workers;
    const Enumeration all = run(kTwoCounters, options);
    EXPECT_EQ(all.end, Enumeration::End::Complete);
    EXPECT_EQ(all.finals, 14400u);
    EXPECT_EQ(all.expectedFinals, 14400);
  }
}

TEST(ExecutionLimits, HoldForAllWorkersTogether) {
  for (const unsigned workers : {1u, 2u, 4u}) {
    EnumerationOptions options;
    options.workers = workers;
    options.smallestPart = 1;
    options.stepsBetweenReports = 64;
    options.maxGraphs = 1000;
    const Enumeration limited = run(kTwoCounters, options);
    EXPECT_EQ(limited.end, Enumeration::End::Graphs);
    EXPECT_EQ(limited.finals, 1000u);
    options.maxGraphs = 0;
    options.stop = [](const Enumeration& soFar) { return soFar.finals > 500; };
    const Enumeration stopped = run(kTwoCounters, options);
    EXPECT_EQ(stopped.end, Enumeration::End::Stopped);
    EXPECT_LT(stopped.finals, 14400u);
    EXPECT_GT(stopped.peakBytes, 0u);
  }
}

TEST(ExecutionWorkersUnit, RethrowWhatAVisitorThrows) {
  const Program program = programOf(parseLitmus(kTwoCounters));
  const Machine machine(program);
  for (const unsigned workers : {1u, 3u}) {
    Thrower thrower;
    EnumerationOptions options;
    options.workers = workers;
    options.smallestPart = 0;
    options.stepsBetweenReports = 1;
    EXPECT_THROW(enumerate(machine, ModelName::Rc11, options, thrower), std::runtime_error);
  }
}

}  // namespace
}  // namespace robur::testing
