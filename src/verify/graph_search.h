// Safety by enumeration: is there a bad state in some execution graph of the program?
//
// It decides every model, for programs whose runs end (executions/enumerate.h). A loop that can go
// on writing is cut off, and the answer is then unknown unless a bad state was found before.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "executions/enumerate.h"
#include "program/model_name.h"
#include "result/finding.h"
#include "verify/question.h"

namespace robur::verify {

struct GraphSearch {
  // A bad state, whose graph src/graph has accepted.
  std::optional<Finding> finding;
  // Why nothing is known unless there is a finding; empty: the enumeration is complete.
  std::string reason;
  executions::Enumeration enumeration;
};

struct GraphSearchOptions {
  bool exactLoops = false;      // spin loops are not treated as waits
  bool hangs = true;            // a thread that waits forever is bad
  std::uint32_t unroll = 0;     // rounds of each loop; 0: no limit
  std::uint64_t maxGraphs = 0;  // 0: no limit
  unsigned workers = 1;
  // The bad states, instead of faults, races and hangs; loops are then exact. The finding has no
  // property.
  const std::vector<Target>* reach = nullptr;
  // Shown the work so far now and then: true ends the search.
  std::function<bool(const executions::Enumeration& soFar)> stop = {};
};

GraphSearch searchGraphs(const Program& program, ModelName model,
                         const GraphSearchOptions& options = {});

}  // namespace robur::verify
