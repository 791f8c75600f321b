// The execution graph as a table, for --explain.
#pragma once

#include <string>
#include <vector>

#include "report/narrate.h"
#include "report/paint.h"

namespace robur {

// Events with their thread, line and reads-from, then po per thread and mo per location.
// Lines without indentation.
std::vector<std::string> graphTable(const Program& program, const Finding& finding,
                                    const Narration& narration, const Paint& paint);

}  // namespace robur
