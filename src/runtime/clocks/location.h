// The clocks of an atomic: the head of its memory, with the rest before and after it (layout.h).
#pragma once

#include "runtime/clocks/clock.h"
#include "runtime/clocks/history.h"
#include "runtime/past/recorder.h"

namespace robur::runtime {

struct AtomicAccesses;

// Rarely used: for the table of locations (shadow/shadow.h), and for the judge of RC11.
struct LocationName {
  std::uint64_t address;
  ArenaOffset next;
  ObjectPast past;
};
static_assert(sizeof(LocationName) == kNameBytes);

class LocationClocks {
 public:
  // The size of the memory of an atomic, which must be zero; bytesInFront() of it precede this
  // object.
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
    // A synchronisation object has only the name in front.
    const std::size_t inFront = history.head.isSync != 0 ? kNameBytes : bytesInFront();
    return *reinterpret_cast<LocationName*>(reinterpret_cast<std::uintptr_t>(this) -  // NOLINT
                                            inFront);
  }
  // Only if races are checked.
  AtomicAccesses& atomicAccesses() {
    return *reinterpret_cast<AtomicAccesses*>(reinterpret_cast<char*>(this) - kRaceBytes);
  }

  void widen(std::uint32_t width);
  void clear();
  void release();  // all its memory

  // Of the atomic, in bytes.
  std::uint64_t size() const { return std::uint64_t{1} << history.head.logSize; }
  void setSize(std::uint64_t size) {
    if (this->size() != size) [[unlikely]]
      resize(size);
  }

  History history;

 private:
  // Clocks follow the head, or their offset in the arena does if they have moved.
  Epoch* behind() const { return const_cast<Epoch*>(reinterpret_cast<const Epoch*>(this + 1)); }
  Epoch* components() const {
    return history.head.moved != 0 ? static_cast<Epoch*>(arenaAt(*behind())) : behind();
  }
  Clock clock(std::uint32_t i) const { return {components() + i * width(), width()}; }
  void resize(std::uint64_t size);
};
static_assert(sizeof(LocationClocks) == kHeadBytes);

}  // namespace robur::runtime
