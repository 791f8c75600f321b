// Suggests read abstractions that make the proof succeed.
//
// A read that does not move right, or that prevents a write of another thread from moving left, is
// replaced by a havoc from a small family: the value or a constant, at most the value, at least the
// value, anything. The whole proof is then repeated, because an abstracted program has fewer
// invariants. A replacement is kept if it reduces the number of pairs of a write and a read that
// block the proof.
#pragma once

#include "prove/prove.h"

namespace robur::prove {

struct Suggestion {
  Span span;              // of the load
  std::string load;       // source text
  std::string statement;  // "havoc r where r <= x;"
};

struct Suggestions {
  std::vector<Suggestion> list;
  bool suffices = false;  // with all suggestions every write is atomic
  bool equalValues = false;
  std::size_t tried = 0;
};

// Takes the system as lowered, before local steps are fused.
Suggestions suggestAbstractions(const System& system, const ProveOptions& options);

}  // namespace robur::prove
