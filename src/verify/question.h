// Reachability questions under SRA, in terms of local states and memory.
#pragma once

#include <functional>
#include <string>

#include "verify/coverability.h"

namespace robur::verify {

// A set of states: every thread with a test passes it, and so does the last write of every cell
// with a test.
struct Target {
  std::vector<std::function<bool(const LocalState&)>>
      threads;  // an empty function accepts every state
  std::vector<std::pair<std::uint32_t, std::function<bool(std::int64_t)>>> cells = {};
};

struct Answer {
  Coverage coverage;
  std::string reason;      // Stopped: why, unless the search has a limit to name
  std::size_t target = 0;  // Reachable: the index of the target
};

Answer ask(const LocalGraphs& graphs, const std::vector<Target>& targets,
           const SearchLimits& limits);

// Only the automata, for questions that cannot be expressed as targets. Empty if they are too
// large.
std::optional<ThreadSystem> systemFor(const LocalGraphs& graphs,
                                      const std::vector<Target>& targets);

}  // namespace robur::verify
