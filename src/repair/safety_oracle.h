// Is a program safe under a model? If not, some executions that show it.
//
// Execution graphs are enumerated first, up to a fixed amount of work: they give whole executions,
// from which repairs learn. If that does not end, the engines of `robur verify` are asked, which
// know more kinds of programs: robust ones, and under SRA and RA those whose loops write again and
// again. A bad execution that only they find says that this choice of changes is not enough, and no
// more than that.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "check/check.h"
#include "repair/bad_execution.h"
#include "result/verify_result.h"

namespace robur {

struct Examination {
  Safety safety = Safety::Unknown;
  std::string reason;  // Unknown
  // Unsafe, but no execution was given to onBad: this one is without the paths of its threads.
  std::optional<Finding> finding;
  Statistics statistics;
};

struct ExaminationOptions {
  CheckOptions check;  // limits and the interrupt flag
  bool hangs = true;   // a thread that waits forever is bad
};

// Calls onBad with bad executions until it returns true. Spin loops are explored as they are: the
// caller turns them into waits.
Examination examine(const Program& program, ModelName model, const ExaminationOptions& options,
                    const std::function<bool(const BadExecution&)>& onBad);

}  // namespace robur
