// Vector clocks over thread slots.
//
// Happens-before and its SC sibling both contain program order and are transitive, so what is
// known of another thread is a prefix of it: one number per thread says it all, and no clock
// over locations is needed. A clock is as long as the highest slot it has heard of, in steps
// of eight components, one vector register; beyond its end it is zero.
#pragma once

#include <cstdint>
#include <cstring>

#include "runtime/memory/arena.h"

namespace robur::runtime {

using Slot = std::uint32_t;
using Index = std::uint32_t;

class Clock {
 public:
  Index at(Slot slot) const { return slot < size_ ? components_[slot] : 0; }
  void set(Slot slot, Index index) {
    if (slot >= size_) grow(slot + 1);
    components_[slot] = index;
  }
  void join(const Clock& other) {
    if (other.size_ > size_) grow(other.size_);
    for (std::uint32_t i = 0; i < other.size_; ++i) {
      components_[i] =
          components_[i] < other.components_[i] ? other.components_[i] : components_[i];
    }
  }
  void assign(const Clock& other) {
    if (other.size_ > size_) grow(other.size_);
    if (other.size_ > 0) std::memcpy(components_, other.components_, other.size_ * sizeof(Index));
    if (size_ > other.size_) {
      std::memset(components_ + other.size_, 0, (size_ - other.size_) * sizeof(Index));
    }
  }
  void clear() {
    release(components_, size_ * sizeof(Index));
    components_ = nullptr;
    size_ = 0;
  }

 private:
  void grow(std::uint32_t slots) {
    const std::uint32_t size = (slots + 7) / 8 * 8;
    Index* const components = allocateArray<Index>(size);
    if (size_ > 0) std::memcpy(components, components_, size_ * sizeof(Index));
    release(components_, size_ * sizeof(Index));
    components_ = components;
    size_ = size;
  }

  Index* components_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace robur::runtime
