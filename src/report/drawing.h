// One finding as one Graphviz digraph.
#pragma once

#include <string>

#include "result/check_result.h"

namespace robur {

struct DotOptions {
  bool whole = false;  // every event, however many there are
};

std::string dotGraph(const Program& program, const Result& result, const Finding& finding,
                     const DotOptions& options);

}  // namespace robur
