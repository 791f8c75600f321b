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

namespace robur::verify {

struct GraphSearch {
  // A fault, failing assertion or data race, whose graph src/graph has accepted.
  std::optional<Finding> finding;
  // Why nothing is known unless there is a finding; empty: the enumeration is complete.
  std::string reason;
  executions::Enumeration enumeration;
};

// `exactLoops`: spin loops are not treated as waits. `stop` ends the search; it must then say why.
GraphSearch searchGraphs(const Program& program, ModelName model, bool exactLoops,
                         const std::function<bool()>& stop);

}  // namespace robur::verify
