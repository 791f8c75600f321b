// Can a run under SRA bring the threads to one of these places? Backward coverability.
//
// From the target, with no demand on memory but the reads that end there, steps are taken
// back one by one. Nodes that demand at least what a kept one does are dropped; the order
// is a well-quasi-order (Higman for lists, Dickson for threads), so the search ends by itself.
// The target is reachable if and only if a node with every thread at its start demands
// initial writes alone.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "verify/starts.h"

namespace robur::verify {

struct SearchLimits {
  std::uint64_t maxNodes = 0;       // 0: none
  std::uint64_t maxBytes = 0;       // of nodes
  std::function<bool()> stop = {};  // asked now and then
  bool forward = true;              // prune by forward reachability
  bool symmetry = true;             // keep one of the nodes that differ by names of threads
  bool shortest = false;            // fewest writes first, instead of smallest demand first
  unsigned workers = 1;             // searchers, once `alone` nodes did not suffice
  std::uint64_t alone = 5000;       // most questions need fewer, and then each run is the same
};

// Who writes what, in this order: enough to find the run again.
struct Move {
  std::uint32_t thread = 0;
  bool update = false;
  std::uint32_t cell = 0;
  ValueId written = 0;
  OptionList reads;  // just before the write; an update's own read last
};

struct Coverage {
  enum class End : std::uint8_t { Reachable, Unreachable, Stopped };
  End end = End::Stopped;
  std::string limit = {};      // Stopped by a limit of its own: which one
  std::vector<Move> moves;     // Reachable
  std::size_t start = 0;       // Reachable: which of the starts
  std::uint64_t expanded = 0;  // backward nodes
  std::uint64_t basis = 0;     // kept at the end
  std::uint64_t forwardStates = 0;
};

Coverage cover(const Setting& setting, const std::vector<Start>& starts,
               const SearchLimits& limits);

}  // namespace robur::verify
