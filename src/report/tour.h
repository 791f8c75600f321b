// A cycle of accesses as a tour: told from the write that the offender misses, (1), to the
// offender, (n).
//
// What an access does in the story depends on how the cycle enters and leaves it, so a
// read-modify-write counts as a read when it is entered by reads-from, or left by
// reads-before, and as a write otherwise. Fences are put in one order; on a cycle they only
// pass it on.
#pragma once

#include <vector>

#include "result/finding.h"
#include "report/words.h"

namespace robur {

struct Stop {  // one access of the cycle
  using Edge = CycleEdge::Kind;

  const Event* event = nullptr;
  EventId id = kNoEvent;
  Edge in{};
  Edge out{};
  bool kept = false;  // the next one is later in the thread, and the model keeps the two in order

  bool entersAsWrite() const {
    return in == Edge::Mo || in == Edge::Fr || (in == Edge::Po && writes(*event));
  }
  bool leavesAsRead() const { return out == Edge::Fr; }
  bool fence() const { return isFence(*event); }
};

using Tour = std::vector<Stop>;

// Empty if the finding has no cycle.
Tour tourOf(const Finding& finding, ModelName model);

// Which reordering the cycle needs.
enum class Reordering { Coherence, StaleRmw, StoreBuffering, WriteWrite, Iriw, MessagePassing };

Reordering reorderingOf(const Tour& tour);
const char* spelling(Reordering kind);

}  // namespace robur
