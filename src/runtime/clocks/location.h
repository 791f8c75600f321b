// The clocks of an atomic, with its name and its lock. This is the head of its memory, of which the
// rest is around it (layout.h).
#pragma once

#include "runtime/clocks/history.h"
#include "runtime/memory/spin_lock.h"

namespace robur::runtime {

struct AtomicAccesses;

class alignas(kHeadBytes) LocationClocks {
 public:
  // It needs so many bytes, zero, of which bytesInFront() are in front of it.
  static std::size_t bytes(std::uint32_t width) {
    return bytesInFront() + kHeadBytes + clockBytes(width);
  }
  explicit LocationClocks(std::uint32_t width);
  LocationClocks(const LocationClocks&) = delete;
  LocationClocks& operator=(const LocationClocks&) = delete;

  bool started() const { return history.size() > 0; }
  std::uint32_t width() const { return static_cast<std::uint32_t>(lanes_) * kLane; }

  Clock accesses() const { return clock(0); }   // LM
  Clock message() const { return clock(1); }    // LH
  Clock lastWrite() const { return clock(2); }  // LS
  Clock order() const { return clock(3); }      // LX, under TSO
  // Only if races are watched.
  AtomicAccesses& atomicAccesses() {
    return *reinterpret_cast<AtomicAccesses*>(reinterpret_cast<char*>(this) - kRaceBytes);
  }

  void widen(std::uint32_t width);
  void clear();
  void release();  // of all its memory

  // Of the atomic.
  std::uint64_t size() const { return std::uint64_t{1} << logSize_; }
  void setSize(std::uint64_t size) {
    if (this->size() != size) [[unlikely]]
      resize(size);
  }

  [[no_unique_address]] History history;
  SpinLock lock;

 private:
  Index* components() const { return static_cast<Index*>(inArena(clocks_)); }
  Clock clock(std::uint32_t i) const { return {components() + i * width(), width()}; }
  bool clocksAreBehind() const { return static_cast<const void*>(components()) == this + 1; }
  void resize(std::uint64_t size);

  ArenaPlace clocks_ = 0;

 public:
  ArenaPlace next = 0;  // of its owner
  std::uint64_t address : 48 = 0;
  std::uint64_t isSync : 1 = 0;

 private:
  std::uint64_t logSize_ : 3 = 0;
  std::uint64_t lanes_ : 12 = 0;
};
static_assert(sizeof(LocationClocks) == kHeadBytes);

}  // namespace robur::runtime
