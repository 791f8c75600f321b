// The memory of an atomic, and where its parts are.
//
// Programs with many atomics wait for memory more than for anything else, so what counts is how
// many lines of the cache an access needs, and that all of them are known from one address. That is
// the address of the head, which begins a line: the lock, the newest write and what else every
// access asks for. Right behind it are the clocks, LM first, since that is all a read needs that
// knows the newest write; for up to twelve threads it is in the line of the head. In front of the
// head is what does not change its size: the name, the writes of the history with the records of
// reads, and what races with plain accesses need, if these are watched. Clocks that have to grow
// move elsewhere.
#pragma once

#include "runtime/clocks/settings.h"

namespace robur::runtime {

inline constexpr std::size_t kCacheLine = 64;
inline constexpr std::size_t kHeadBytes = 16;
static_assert(kHeadBytes + kNarrowest * sizeof(Index) == kCacheLine);
inline constexpr std::size_t kNameBytes = 16;
inline constexpr std::size_t kRaceBytes = 64;
inline constexpr std::size_t kPlaceBytes = 28;  // a write of the history, and a record of a read

inline std::uint32_t clockCount() {
  return ruleSettings.model == Model::Tso ? 4 : 3;
}
inline std::size_t clockBytes(std::uint32_t width) {
  return std::size_t{width} * clockCount() * sizeof(Index);
}
// The name comes first. The history ends in front of what races need, and that in front of the
// head.
inline std::size_t raceBytes() {
  return ruleSettings.races ? kRaceBytes : 0;
}
inline std::size_t historyBytes() {
  return ruleSettings.window * kPlaceBytes;
}
inline std::size_t bytesInFront() {
  return (kNameBytes + historyBytes() + raceBytes() + kCacheLine - 1) / kCacheLine * kCacheLine;
}

}  // namespace robur::runtime
