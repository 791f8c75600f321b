// An execution in which something bad happens, for the terminal: what and where, the run that leads
// there and, if it is not sequentially consistent, where it leaves SC.
#pragma once

#include <optional>
#include <string>

#include "report/format.h"
#include "report/narrate.h"
#include "result/check_result.h"

namespace robur {

struct BadExecutionView {
  const Finding& finding;
  const Narration& narration;
  const std::optional<Finding>& departure;  // empty: the execution is sequentially consistent
  ModelName model;
  Severity severity = Severity::Error;
  bool explainDeparture = true;
};

std::string badExecutionText(const Program& program, const BadExecutionView& view,
                             const ReportOptions& options);

}  // namespace robur
