// The past of an access in a trace, and a name for it that graphs share.
//
// Whether an access can deviate from SC depends on its past only: the events that SC orders before
// its predecessor in program order, closed under program order, reads-from, modification order and
// reads-before (*locality*). Many graphs share a past. The fingerprint of a past is the sum of
// numbers for its events, each of which says where the event is, what it reads and what it follows
// in modification order: together these determine the graph of the past.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "traces/sc_trace.h"

namespace robur::traces {

using Fingerprint = std::array<std::uint64_t, 2>;

struct FingerprintHash {
  std::size_t operator()(const Fingerprint& f) const { return f[0]; }
};

// An access that is about to happen after its past.
struct PastOfAccess {
  Fingerprint past{};
  EventRef access;
  friend bool operator==(const PastOfAccess&, const PastOfAccess&) = default;
};

class Fingerprints {
 public:
  // Of the pasts of a trace.
  void assign(const ScTrace& trace);
  // Of the events in this clock.
  Fingerprint of(const std::uint16_t* clock) const;

 private:
  const ScTrace* trace = nullptr;
  std::vector<Fingerprint> sums;  // per event: of the events of its thread up to it
};

}  // namespace robur::traces
