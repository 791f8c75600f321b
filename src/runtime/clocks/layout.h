// The memory layout of the state of an atomic.
//
// Programs with many atomics are bound by cache misses, so an access should touch few cache lines,
// and all their addresses should follow from one. That is the address of the head, which starts a
// cache line and holds the lock, the newest write and whatever else every access needs. The
// clocks follow, LM first: a read that knows the newest write needs no other, and for up to twelve
// threads it fits into the line of the head. The parts of fixed size precede the head: the
// name, the writes of the history with the read records, and the state of race detection, if
// enabled. Clocks that have to grow are moved elsewhere.
#pragma once

#include "runtime/state/runtime.h"

namespace robur::runtime {

inline constexpr std::size_t kHeadBytes = 16;
static_assert(kHeadBytes + kNarrowest * sizeof(Epoch) == kCacheLine);
inline constexpr std::size_t kNameBytes = 32;
inline constexpr std::size_t kRaceBytes = 64;
inline constexpr std::size_t kEntryBytes = 28;  // a write of the history and a read record

inline std::uint32_t clockCount() {
  return rt.rules.model == Model::Tso ? 4 : 3;
}
inline std::size_t clockBytes(std::uint32_t width) {
  return std::size_t{width} * clockCount() * sizeof(Epoch);
}
// In order: name, history, races, head.
inline std::size_t raceBytes() {
  return rt.rules.races ? kRaceBytes : 0;
}
inline std::size_t historyBytes() {
  return rt.rules.window * kEntryBytes;
}
inline std::size_t bytesInFront() {
  return (kNameBytes + historyBytes() + raceBytes() + kCacheLine - 1) / kCacheLine * kCacheLine;
}

}  // namespace robur::runtime
