// Reachability questions under TSO, in terms of local states and memory.
#pragma once

#include "verify/buffers/search.h"

namespace robur::verify_buffers {

struct Answer {
  verify::Answer answer;  // without the moves of a run under SRA
  std::vector<Move> moves;
};

Answer ask(const LocalGraphs& graphs, const std::vector<Target>& targets,
           const SearchLimits& limits);

}  // namespace robur::verify_buffers
