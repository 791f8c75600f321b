// Every execution of a program under a model: how each ends, and what goes wrong.
//
// The executions that are sequentially consistent are among them, so one enumeration yields both
// sides of the comparison with SC: a final state is new if no sequentially consistent execution
// ends in it, and so is a hang.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "executions/enumerate.h"
#include "program/model_name.h"
#include "result/final_states.h"
#include "result/finding.h"
#include "verify/observables.h"

namespace robur::verify {

struct ExecutionsOptions {
  Observables observables;
  bool exactLoops = false;  // spin loops are not treated as waits
  bool endAtError = true;   // at the first fault or race
  // Under a model without data races: accesses to plain cells that no read of an atomic cell orders
  // are an error if the execution is not sequentially consistent. A lock that fails shows there.
  bool plainConflicts = false;
  std::uint32_t unroll = 0;     // rounds of each loop; 0: no limit
  std::uint64_t maxGraphs = 0;  // 0: no limit
  unsigned workers = 1;
  // Shown the work so far now and then: true ends the enumeration.
  std::function<bool(const executions::Enumeration& soFar)> stop = {};
};

// Something bad that an execution contains. src/graph has accepted its graph.
struct BadExecution {
  Finding finding;
  bool sequential = false;  // its graph is sequentially consistent, or another with the same hang
};

struct Executions {
  FinalStates states;
  std::optional<BadExecution> error;  // a fault, failing assertion or data race
  std::optional<BadExecution> hang;   // preferably one that SC does not have
  executions::Enumeration enumeration;
  std::string reason;  // why not everything was enumerated; empty: it was
  Span loop;           // the loop that is the reason, if one is

  bool complete() const { return reason.empty(); }
};

Executions allExecutions(const Program& program, ModelName model, const ExecutionsOptions& options);

enum class Wanted : std::uint8_t { AnyExecution, NotSequential };

// An execution that ends in these values of the observables, as a finding with Property::Outcome;
// empty if there is none.
std::optional<Finding> executionEndingIn(const Program& program, ModelName model,
                                         const ExecutionsOptions& options,
                                         const std::vector<std::int64_t>& values,
                                         Wanted wanted = Wanted::NotSequential);

}  // namespace robur::verify
