// Vector clocks over thread slots.
//
// Happens-before and its SC sibling both contain program order and are transitive, so what is
// known of another thread is a prefix of it: one number per thread says it all, and no clock
// over locations is needed.
//
// Clocks that are used together lie together, in one block: a thread has four, a location three
// or more, and a join is a maximum over vector registers. All clocks of a block are of one
// width, a multiple of four slots; beyond its end a clock is zero.
#pragma once

#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

#include <cstdint>
#include <cstring>

#include "runtime/memory/arena.h"

namespace robur::runtime {

using Slot = std::uint32_t;
using Index = std::uint32_t;

// Components that are joined at once. Registers have room for more, but many programs have one
// thread more than a power of two, and memory for lanes that are hardly used is what they would
// wait for.
inline constexpr std::uint32_t kLane = 4;
using Lane = Index __attribute__((vector_size(kLane * sizeof(Index))));
using LaneInMemory = Lane __attribute__((aligned(sizeof(Index)), may_alias));

inline Lane laneAt(const Index* components) {
  return *reinterpret_cast<const LaneInMemory*>(components);
}
inline void setLane(Index* components, Lane lane) {
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

// One clock of a block. A clock takes in others that are no wider than itself.
class Clock {
 public:
  Clock(Index* components, std::uint32_t width) : components_(components), width_(width) {}

  Index at(Slot slot) const { return slot < width_ ? components_[slot] : 0; }
  void set(Slot slot, Index index) const { components_[slot] = index; }
  // Was there anything new?
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
      std::memset(components_ + other.width_, 0, (width_ - other.width_) * sizeof(Index));
    }
  }

  Index* data() const { return components_; }

 private:
  Index* components_;
  std::uint32_t width_;
};

// Some clocks of the same width.
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
    return std::size_t{width} * kCount * sizeof(Index);
  }

  __attribute__((noinline)) void grow(std::uint32_t width) {
    auto* const wider = static_cast<Index*>(allocate(bytes(width)));
    for (std::uint32_t i = 0; i < kCount && width_ > 0; ++i) {
      std::memcpy(wider + i * width, components_ + i * width_, width_ * sizeof(Index));
    }
    release(components_, bytes(width_));
    components_ = wider;
    width_ = width;
  }

  Index* components_ = nullptr;
  std::uint32_t width_ = 0;
};

// What has to grow is moved, so clocks begin with what a line of the cache has room for beside the
// head of a location (layout.h), and do not grow for every few threads.
inline constexpr std::uint32_t kNarrowest = 12;
inline std::uint32_t widthFor(Slot slot) {
  constexpr std::uint32_t kStep = 16;
  return slot < kNarrowest ? kNarrowest : (slot / kStep + 1) * kStep;
}

}  // namespace robur::runtime
