// The oracle: is a small program robust, by brute force?
//
// It builds every execution graph of the program that the model allows, adding one event
// at a time to any thread, reading from and writing after any write; src/graph alone decides
// what is allowed. The first allowed graph that is not sequentially consistent ends the
// search: not robust. So does a data race, for models with a race rule; graphs that
// continue after a race are not explored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "graph/axioms.h"
#include "graph/execution_graph.h"
#include "program/program.h"

namespace robur::testing {

struct OracleOptions {
  std::size_t maxGraphs = 20000;        // then: too big
  std::size_t maxEventsPerThread = 64;  // then: the thread goes no further
  bool stopAtFirst = true;              // false: say of race and stray both whether they exist
  bool everything = false;  // find all accesses that go stale or race; go on beyond races too
  bool finals = false;  // go on beyond stray graphs, and tell memory where all threads have ended
};

// An instruction; copies of a thread are not distinguished.
using CodePlace = std::pair<CodeId, Pc>;

struct OracleResult {
  bool tooBig = false;   // the search was cut off; nothing but what was found is known
  bool bounded = false;  // some thread was held back: robust means robust up to there
  bool stray = false;    // an allowed graph is not sequentially consistent
  bool race = false;
  std::size_t graphs = 0;
  std::set<std::vector<std::int64_t>> finals;  // values of all cells
  std::optional<ExecutionGraph> witness;       // of stray, else of race
  // With `everything`: the accesses that make an SC graph one that SC forbids, and pairs that race,
  // the smaller place first.
  std::set<CodePlace> strayAt;
  std::set<CodePlace> strayReadsAt;  // those that only read
  std::set<std::pair<CodePlace, CodePlace>> raceAt;

  bool notRobust() const { return stray || race; }
  bool robust() const { return !notRobust() && !tooBig && !bounded; }
};

OracleResult askOracle(const Program& program, ModelName model, const OracleOptions& options = {});

}  // namespace robur::testing
