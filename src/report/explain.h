// What --explain adds: the execution graph as a table, for readers who know the literature.
#pragma once

#include <string>
#include <vector>

#include "report/narrate.h"
#include "report/paint.h"

namespace robur {

// Events with their thread, line and reads-from, then po per thread and mo per location.
// Lines without indentation.
std::vector<std::string> graphTable(const Program& program, const Finding& finding,
                                    const Narration& story, const Paint& paint);

}  // namespace robur
