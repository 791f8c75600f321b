// Robustness by traces: every SC execution graph of the program, with a look at each access.
//
// The search over states asks at every SC state whether the next access could deviate from SC.
// Whether it can depends on the graph of its past only, so one run of each graph is enough: the
// graphs are enumerated under SC (src/executions), and each access of each final graph is looked at
// (stale_access.h). This decides programs whose runs end. It needs no memory for states, and where
// there are few graphs and many interleavings it needs less time; otherwise it needs more.
//
// Loops: a round without effect (thread_stepper.h) can be part of a violation, because reading
// orders. Take a smallest graph with a violation. A shortest cycle enters a thread at one access
// and leaves it at one, so a round of the thread with neither of them can be removed: the graph
// stays one of the program and of the model, and keeps the cycle. So no thread makes more than two
// such rounds, and threads are followed through two of them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "executions/enumerate.h"
#include "explore/search.h"
#include "program/model_name.h"
#include "semantics/machine.h"

namespace robur::traces {

struct TraceSearchOptions {
  ModelName model{};
  bool watch = true;            // look for accesses that deviate; races and faults are always found
  bool fencesOrder = true;      // the order of SC fences counts, if it does in the model
  bool scEvents = false;        // the program has sc accesses or fences
  std::uint64_t maxGraphs = 0;  // 0: no limit
  // Shown the work so far now and then: an end other than Complete ends the search.
  std::function<SearchOutcome::End(const executions::Enumeration& soFar)> stop = {};
};

struct TraceSearch {
  SearchOutcome::End end = SearchOutcome::End::Complete;
  // Why nothing is known of longer runs, if some thread was cut off; empty: none was.
  std::string cut;
  executions::Enumeration enumeration;
  std::uint64_t judged = 0;      // accesses that the axioms have decided
  std::vector<Blocked> blocked;  // threads that wait in some final state
};

// Calls onSuspect as the search over states does.
TraceSearch searchTraces(const Machine& machine, const TraceSearchOptions& options,
                         const OnSuspect& onSuspect);

}  // namespace robur::traces
