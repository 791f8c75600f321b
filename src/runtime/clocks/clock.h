// Vector clocks, indexed by thread.
//
// Happens-before and hbSC (happens-before under SC) both contain program order and are transitive,
// so what an event knows of another thread is a prefix of that thread: one epoch per thread
// describes it exactly, and no clock over locations is needed.
//
// Clocks that are used together are stored in one block: a thread has four, a location three
// or four, and a join is a maximum over vector registers. All clocks of a block have the same
// width, a multiple of four; components beyond the width are zero.
#pragma once

#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

#include <cstdint>
#include <cstring>

#include "runtime/memory/arena.h"

namespace robur::runtime {

// Components that are joined by one instruction. Registers have room for more, but many programs
// have one thread more than a power of two, and would spend cache misses on lanes that are nearly
// empty.
inline constexpr std::uint32_t kLane = 4;
using Lane = Epoch __attribute__((vector_size(kLane * sizeof(Epoch))));
using LaneInMemory = Lane __attribute__((aligned(sizeof(Epoch)), may_alias));

inline Lane laneAt(const Epoch* components) {
  return *reinterpret_cast<const LaneInMemory*>(components);
}
inline void setLane(Epoch* components, Lane lane) {
  *reinterpret_cast<LaneInMemory*>(components) = lane;
}
inline Lane joined(Lane a, Lane b) {
  return a < b ? b : a;
}
inline bool isNonzero(Lane lane) {
#ifdef __SSE4_1__
  const auto bits = reinterpret_cast<__m128i>(lane);
  return _mm_testz_si128(bits, bits) == 0;
#else
  std::uint64_t words[sizeof lane / sizeof(std::uint64_t)];
  std::memcpy(words, &lane, sizeof lane);
  return (words[0] | words[1]) != 0;
#endif
}

// One clock of a block. The clocks that it is joined with or assigned from must not be wider.
class Clock {
 public:
  Clock(Epoch* components, std::uint32_t width) : components_(components), width_(width) {}

  Epoch at(ThreadIndex thread) const { return thread < width_ ? components_[thread] : 0; }
  void set(ThreadIndex thread, Epoch epoch) const { components_[thread] = epoch; }
  // Returns whether this clock has changed.
  bool join(Clock other) const {
    Lane news = {};
    for (std::uint32_t i = 0; i < other.width_; i += kLane) {
      const Lane mine = laneAt(components_ + i);
      const Lane both = joined(mine, laneAt(other.components_ + i));
      news |= both ^ mine;
      setLane(components_ + i, both);
    }
    return isNonzero(news);
  }
  void assign(Clock other) const {
    for (std::uint32_t i = 0; i < other.width_; i += kLane) {
      setLane(components_ + i, laneAt(other.components_ + i));
    }
    if (width_ > other.width_) {
      std::memset(components_ + other.width_, 0, (width_ - other.width_) * sizeof(Epoch));
    }
  }

  Epoch* data() const { return components_; }

 private:
  Epoch* components_;
  std::uint32_t width_;
};

// kCount clocks of the same width.
template <std::uint32_t kCount>
class ClockBlock {
 public:
  Clock operator[](std::uint32_t i) const { return {components_ + i * width_, width_}; }
  std::uint32_t width() const { return width_; }

  void widen(std::uint32_t width) {
    if (width > width_) grow(width);
  }
  void clear() {
    release(components_, bytes(width_));
    components_ = nullptr;
    width_ = 0;
  }

 private:
  static std::size_t bytes(std::uint32_t width) {
    return std::size_t{width} * kCount * sizeof(Epoch);
  }

  __attribute__((noinline)) void grow(std::uint32_t width) {
    auto* const wider = static_cast<Epoch*>(allocate(bytes(width)));
    for (std::uint32_t i = 0; i < kCount && width_ > 0; ++i) {
      std::memcpy(wider + i * width, components_ + i * width_, width_ * sizeof(Epoch));
    }
    release(components_, bytes(width_));
    components_ = wider;
    width_ = width;
  }

  Epoch* components_ = nullptr;
  std::uint32_t width_ = 0;
};

// The width of clocks that have a component for this thread.
inline std::uint32_t widthFor(ThreadIndex thread) {
  constexpr std::uint32_t kStep = 16;
  return thread < kNarrowest ? kNarrowest : (thread / kStep + 1) * kStep;
}

}  // namespace robur::runtime
