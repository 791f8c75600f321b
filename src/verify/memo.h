// What was found out before: a table from pairs of numbers to a number.
//
// The search asks the same small questions, about numbered lists and sets, over and over. Open
// addressing in one array: a lookup is one multiplication and, mostly, one cache line.
#pragma once

#include <cstdint>
#include <vector>

namespace robur::verify {

inline std::uint64_t mixed(std::uint64_t h, std::uint64_t v) {
  h = (h ^ v) * 0x9E3779B97F4A7C15u;
  return h ^ (h >> 29);
}

class Memo {
 public:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  // For a new pair, kUnknown. Holds until the next one is asked for.
  std::uint32_t& at(std::uint32_t a, std::uint32_t b) {
    if (slots.size() <= used * 2) grow();
    const std::uint64_t key = (std::uint64_t{a} << 32) | b;
    Slot& slot = slots[find(key)];
    if (slot.value == kUnknown && slot.key != key) ++used;
    slot.key = key;
    return slot.value;
  }

  std::size_t bytes() const { return slots.size() * sizeof(Slot); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = kFree;
    std::uint32_t value = kUnknown;
  };

  std::size_t find(std::uint64_t key) const {
    std::size_t i = mixed(0x51, key) & (slots.size() - 1);
    while (slots[i].key != key && slots[i].key != kFree) i = (i + 1) & (slots.size() - 1);
    return i;
  }

  void grow() {
    std::vector<Slot> old(slots.empty() ? 64 : slots.size() * 2);
    old.swap(slots);
    for (const Slot& slot : old) {
      if (slot.key != kFree) slots[find(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots;
  std::size_t used = 0;
};

}  // namespace robur::verify
