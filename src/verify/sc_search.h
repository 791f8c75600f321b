// A plain search under SC for states that an expression describes.
//
// `robur check` knows faults and races but no other states, and its reductions may skip the very
// state that is asked for. This search skips nothing; it is meant for finding ordinary bugs.
#pragma once

#include <optional>

#include "explore/search.h"
#include "verify/replay.h"

namespace robur::verify {

struct ScSearch {
  struct Found {
    Replayed run;  // a shortest one
    std::size_t target = 0;
  };
  std::optional<Found> found;
  SearchOutcome outcome;

  bool excludesTargets() const { return !found && outcome.end == SearchOutcome::End::Complete; }
};

// Of the options those apply that are not about monitors or reductions: workers, limits, interrupt
// and progress. The answer does not depend on the number of workers, unless a limit of bytes or of
// time ends the search.
ScSearch searchSc(const Program& program, const LocalGraphs& locals,
                  const std::vector<Target>& targets, const SearchOptions& options);

}  // namespace robur::verify
