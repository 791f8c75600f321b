// A run that never ends, found while it is executed.
//
// Before the first thread is created there is one run, and everything is known. If it comes into a
// state for the second time, it comes there forever. Brent's algorithm compares with one earlier
// state only, which is replaced after 1, 2, 4, 8 … comparisons, so a long loop costs little more
// than without it, and a run that repeats is found after at most three times as many steps as it
// has states.
#pragma once

#include <cstdint>
#include <optional>

#include "frontend/llvm/module_info.h"
#include "frontend/llvm/state.h"

namespace robur::frontend_llvm {

class EndlessRun {
 public:
  // Was the run in this state before, with as many instructions written?
  bool repeats(const State& s, std::size_t written);

 private:
  std::optional<State> earlier;
  std::size_t writtenThen = 0;
  std::uint64_t compared = 0;
  std::uint64_t replacedAt = 1;
};

// Is there a path through the functions that have been called to the end of the thread, whatever
// their branches depend on?
bool hasWayOut(const State& s, ModuleInfo& info);

}  // namespace robur::frontend_llvm
