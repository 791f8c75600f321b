// A question about reachability under SRA, in terms of local states and memory; its answer.
#pragma once

#include <functional>
#include <string>

#include "verify/coverability.h"

namespace robur::verify {

// What shall be reached: each thread that has a test passes it, and so does the last write of
// each cell that has one.
struct Target {
  std::vector<std::function<bool(const LocalState&)>> threads;  // empty function: anywhere
  std::vector<std::pair<std::uint32_t, std::function<bool(std::int64_t)>>> cells = {};
};

struct Answer {
  Coverage coverage;
  std::string reason;      // if the search did not end: why
  std::size_t target = 0;  // Reachable: which one
};

Answer ask(const Locals& locals, const std::vector<Target>& targets, const SearchLimits& limits);

// The automata alone, for questions that targets cannot say; `marks` says nothing then.
std::optional<Setting> settingFor(const Locals& locals, const std::vector<Target>& targets);

}  // namespace robur::verify
