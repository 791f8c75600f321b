// What a search counts while it runs, for --stats and the JSON report.
//
// Nothing here is counted in the inner loop: hits of a cache are its look-ups, which follow from
// the numbers of expanded states and successors, less its misses, which are slow anyway.
#pragma once

#include <cstdint>

namespace robur {

struct SearchStatistics {
  // What answered the question.
  enum class Engine : std::uint8_t {
    WholeRows,         // states with all rows of the monitor
    Columns,           // states, and the columns that reach each of them
    Fixpoint,          // columns propagated along recorded steps, without runs
    FenceSufficiency,  // no monitor: fences keep everything in order
  };
  Engine engine = Engine::WholeRows;
  unsigned rowWords = 0;  // 64-bit words per row; 0: the monitor has no rows

  std::uint64_t expansions = 0;  // states expanded; with columns, once for each set that arrives
  std::uint64_t successors = 0;  // found by these
  std::uint64_t rowStates = 0;   // different monitor states (WholeRows)
  std::uint64_t columns = 0;     // different columns
  std::uint64_t columnSets = 0;  // different sets of columns
  std::uint64_t stepKinds = 0;   // steps that differ in their effect on the monitor (Fixpoint)
  std::uint64_t memoHits = 0;    // effects of steps on rows or sets of columns that were known
  std::uint64_t memoMisses = 0;
  std::uint64_t suspects = 0;        // reported to the check
  std::uint64_t dismissed = 0;       // of these, by the check
  std::uint64_t fixpointRounds = 0;  // propagations to a fixpoint
};

}  // namespace robur
