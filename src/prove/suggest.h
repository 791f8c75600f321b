// Which reads, if they may see more than there is, make the proof go through?
//
// A read that does not move right, or that keeps a write of another thread from moving left, is
// replaced by a havoc from a small family: any of two values, not above, not below, anything. The
// whole proof is tried again with it, since a program that can do more has fewer
// invariants. A replacement is kept if fewer pairs of a write and a read stand in the way.
#pragma once

#include "prove/prove.h"

namespace robur::prove {

struct Suggestion {
  Span span;              // of the load
  std::string load;       // as the source has it
  std::string statement;  // "havoc r where r <= x;"
};

struct Suggestions {
  std::vector<Suggestion> list;
  bool suffices = false;  // with all of them every write is atomic
  bool equalValues = false;
  std::size_t tried = 0;
};

// The system as it was lowered.
Suggestions suggestAbstractions(const System& system, const ProveOptions& options);

}  // namespace robur::prove
