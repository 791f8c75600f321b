// The clocks of an atomic. This is the head of its memory, of which the rest is around it
// (layout.h).
#pragma once

#include "runtime/clocks/history.h"

namespace robur::runtime {

struct AtomicAccesses;

// What is asked for seldom, for its owner.
struct LocationName {
  std::uint64_t address;
  ArenaPlace next;
};
static_assert(sizeof(LocationName) == kNameBytes);

class LocationClocks {
 public:
  // It needs so many bytes, zero, of which bytesInFront() are in front of it.
  static std::size_t bytes(std::uint32_t width) {
    return bytesInFront() + kHeadBytes + clockBytes(width);
  }
  explicit LocationClocks(std::uint32_t width) { history.head.lanes = (width / kLane) & 0x7ff; }
  LocationClocks(const LocationClocks&) = delete;
  LocationClocks& operator=(const LocationClocks&) = delete;

  bool started() const { return history.size() > 0; }
  std::uint32_t width() const { return history.head.lanes * kLane; }

  Clock accesses() const { return clock(0); }   // LM
  Clock message() const { return clock(1); }    // LH
  Clock lastWrite() const { return clock(2); }  // LS
  Clock order() const { return clock(3); }      // LX, under TSO
  LocationName& name() const {
    // A synchronisation object has nothing else there.
    const std::size_t inFront = history.head.isSync != 0 ? kNameBytes : bytesInFront();
    return *reinterpret_cast<LocationName*>(reinterpret_cast<std::uintptr_t>(this) -  // NOLINT
                                            inFront);
  }
  // Only if races are watched.
  AtomicAccesses& atomicAccesses() {
    return *reinterpret_cast<AtomicAccesses*>(reinterpret_cast<char*>(this) - kRaceBytes);
  }

  void widen(std::uint32_t width);
  void clear();
  void release();  // of all its memory

  // Of the atomic.
  std::uint64_t size() const { return std::uint64_t{1} << history.head.logSize; }
  void setSize(std::uint64_t size) {
    if (this->size() != size) [[unlikely]]
      resize(size);
  }

  History history;

 private:
  // Clocks that have moved have left behind where they are.
  Index* behind() const { return const_cast<Index*>(reinterpret_cast<const Index*>(this + 1)); }
  Index* components() const {
    return history.head.moved != 0 ? static_cast<Index*>(inArena(*behind())) : behind();
  }
  Clock clock(std::uint32_t i) const { return {components() + i * width(), width()}; }
  void resize(std::uint64_t size);
};
static_assert(sizeof(LocationClocks) == kHeadBytes);

}  // namespace robur::runtime
