// Backward coverability: does some run under SRA reach one of the start nodes of this search?
//
// The search begins at the target, whose only demands on memory are the reads that lead into it,
// and computes predecessors step by step. A node that demands at least as much as a kept one is
// dropped; the order is a well-quasi-order (Higman's lemma for lists, Dickson's for threads), so
// the search terminates. The target is reachable if and only if some node has every thread at its
// entry and demands initial writes only.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "verify/starts.h"

namespace robur::verify {

struct SearchLimits {
  std::uint64_t maxNodes = 0;       // 0: none
  std::uint64_t maxBytes = 0;       // of nodes
  std::function<bool()> stop = {};  // polled regularly
  bool forward = true;              // prune by forward reachability
  bool symmetry = true;             // keep one node of those that differ only in names of threads
  bool shortest = false;            // expand by number of writes instead of size of demands
  unsigned workers = 1;             // from node number `alone` on
  std::uint64_t alone = 5000;       // most searches end before; they are then deterministic
};

// One write of a run; the sequence of moves is enough to reconstruct the run.
struct Move {
  std::uint32_t thread = 0;
  bool update = false;
  std::uint32_t cell = 0;
  ValueId written = 0;
  OptionList reads;  // just before the write; the read of an update is the last one
};

struct Coverage {
  enum class End : std::uint8_t { Reachable, Unreachable, Stopped };
  End end = End::Stopped;
  std::string limit = {};      // Stopped: the limit that was reached, unless `stop` ended it
  std::vector<Move> moves;     // Reachable
  std::size_t start = 0;       // Reachable: which of the starts
  std::uint64_t expanded = 0;  // backward nodes
  std::uint64_t basis = 0;     // nodes kept at the end
  std::uint64_t forwardStates = 0;
};

Coverage cover(const ThreadSystem& system, const std::vector<Start>& starts,
               const SearchLimits& limits);

}  // namespace robur::verify
