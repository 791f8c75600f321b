// A hash table over things that are stored elsewhere and have numbers: it finds the number of the
// thing that equals a given one. Storing numbers only keeps the table small and lets the owner
// store the things as it likes (one after the other, of different lengths, never moved).
//
// Open addressing with linear probing, at most half full, nothing is ever removed.
#pragma once

#include <cstdint>
#include <vector>

namespace robur {

class HashIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The number for which `isSame(number)` holds among those added with this hash, or kNone.
  template <class IsSame>
  std::uint32_t find(std::uint64_t hash, const IsSame& isSame) const {
    if (slots_.empty()) return kNone;
    const auto key = static_cast<std::uint32_t>(hash);
    for (std::size_t i = key & mask();; i = (i + 1) & mask()) {
      const Slot& slot = slots_[i];
      if (slot.number == kNone) return kNone;
      if (slot.hash == key && isSame(slot.number)) return slot.number;
    }
  }

  // Adds a number that is not in the table yet.
  void add(std::uint64_t hash, std::uint32_t number) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    place({static_cast<std::uint32_t>(hash), number});
    ++count_;
  }

  std::size_t size() const { return count_; }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::size_t kSmallest = 64;
  struct Slot {
    std::uint32_t hash = 0;  // its lower half: saves most comparisons, and is enough to grow
    std::uint32_t number = kNone;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  void place(const Slot& slot) {
    std::size_t i = slot.hash & mask();
    while (slots_[i].number != kNone) i = (i + 1) & mask();
    slots_[i] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? kSmallest : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kNone) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace robur
