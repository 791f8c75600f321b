// A map from small keys to small values, for tables that are asked in inner loops: one array,
// linear probing, at most half full, nothing is ever removed. A lookup that succeeds is usually one
// multiplication and one cache line, where std::unordered_map follows two pointers.
//
// Key and Value are copied freely. `Hash` is a function object from a key to 64 bits, of which the
// low ones select the slot.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace robur {

template <class Key, class Value, class Hash>
class HashMap {
 public:
  // The value of this key, or null. Valid until the next call of `at`.
  const Value* find(const Key& key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[slotOf(key)];
    return slot.used ? &slot.value : nullptr;
  }

  // The value of this key and whether the key is new; the value is then Value(). Valid until the
  // next call of `at`.
  std::pair<Value&, bool> at(const Key& key) {
    if (2 * count_ >= mask_) grow();
    Slot& slot = slots_[slotOf(key)];
    const bool isNew = !slot.used;
    if (isNew) {
      slot.key = key;
      slot.used = true;
      ++count_;
    }
    return {slot.value, isNew};
  }

  void clear() {
    slots_.clear();
    mask_ = count_ = 0;
  }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  static constexpr std::size_t kSmallest = 64;
  struct Slot {
    Key key = {};
    Value value = {};
    bool used = false;
  };

  // The slot that has this key, or the free one where it belongs.
  std::size_t slotOf(const Key& key) const {
    std::size_t i = Hash{}(key)&mask_;
    while (slots_[i].used && !(slots_[i].key == key)) i = (i + 1) & mask_;
    return i;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? kSmallest : 2 * slots_.size());
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.used) slots_[slotOf(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;  // the number of slots, which is a power of two, less one; 0 if none
  std::size_t count_ = 0;
};

}  // namespace robur
