// A plain search under SC for states that an expression describes.
//
// `robur check` knows faults and races but no other states, and its reductions may skip the very
// state that is asked for. This search skips nothing; it is meant for finding ordinary bugs.
#pragma once

#include "verify/replay.h"

namespace robur::verify {

struct ScSearch {
  enum class End : std::uint8_t { Found, NotFound, Stopped };
  End end = End::Stopped;
  bool outOfMemory = false;  // Stopped: by the bound on bytes
  std::uint64_t states = 0;
  Replayed run;            // Found
  std::size_t target = 0;  // Found
};

struct ScBounds {
  std::uint64_t states = 0;  // 0: none
  std::uint64_t bytes = 0;
};

ScSearch searchSc(const Program& program, const LocalGraphs& locals,
                  const std::vector<Target>& targets, const ScBounds& bounds,
                  const std::function<bool()>& stop);

}  // namespace robur::verify
