// A cycle of accesses as a tour from the write that the offender misses, (1), to the offender, (n).
//
// The role of an access depends on how the cycle enters and leaves it: a read-modify-write counts
// as a read if it is entered by reads-from or left by reads-before, and as a write otherwise.
// Fences are totally ordered; on a cycle they only connect the accesses around them.
#pragma once

#include <vector>

#include "report/words.h"
#include "result/finding.h"

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

// The edge that leads from a stop to the next: "po", "reads-before".
const char* edgeWords(const Stop& stop);

// The kind of reordering that the cycle needs.
enum class Reordering { Coherence, StaleRmw, StoreBuffering, WriteWrite, Iriw, MessagePassing };

Reordering reorderingOf(const Tour& tour);
const char* spelling(Reordering kind);

}  // namespace robur
