// Every final execution graph of a small program, by brute force: one event at a time is added to
// any thread, reading from and writing after any write, and src/graph decides what is allowed.
// Graphs that have been seen are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/axioms.h"
#include "graph/execution_graph.h"
#include "oracle/interpreter.h"
#include "program/program.h"

namespace robur::testing {

// Where a thread of a final graph is: stopped for whatever reason, or waiting at a pc.
struct Resting {
  bool stopped = true;
  Pc pc = 0;
};

// A text that is the same for graphs that are equal up to the order in which events were added.
std::string keyOf(const ExecutionGraph& graph, const std::vector<Resting>& threads);

struct AllExecutions {
  bool tooBig = false;
  bool race = false;
  Faults faults;
  std::size_t graphs = 0;  // all of them
  // Final ones: every thread has stopped or is at a wait that the last write does not end.
  std::set<std::string> finals;

  // Those of the final graphs that have these registers (thread by thread) and this memory at the
  // end, or these waiting threads with their pcs.
  struct Group {
    std::set<std::string> all;
    std::set<std::string> sequential;
  };
  using Values = std::vector<std::int64_t>;
  std::map<Values, Group> ends;
  std::map<Values, Group> hangs;
};

// Graphs are not extended beyond a data race.
AllExecutions allExecutions(const Program& program, ModelName model, std::size_t maxGraphs);

}  // namespace robur::testing
