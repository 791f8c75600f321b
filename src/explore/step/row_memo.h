// Remembers what steps do to the monitor: from rows (or a set of columns), by an event, to rows.
// Entries are overwritten when there is no room, since the monitor gives the same result again.
// Each worker has its own.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "explore/store/row_states.h"
#include "explore/store/words.h"

namespace robur {

class RowMemo {
 public:
  struct Key {
    std::uint64_t step = 0;   // rows and event
    std::uint64_t about = 0;  // whatever else the result depends on

    Key() = default;
    Key(RowsId rows, std::uint32_t event, std::uint64_t about)
        : step(std::uint64_t{rows} << 32 | event), about(about) {}
  };

  // The result, or null if it is not known.
  [[gnu::always_inline]] const RowsId* find(const Key& key) const {
    const Entry& entry = entries[entryOf(key)];
    const std::uint64_t different = (entry.key.step ^ key.step) | (entry.key.about ^ key.about);
    return different == 0 && entry.known ? &entry.result : nullptr;
  }
  void keep(const Key& key, RowsId result) {
    if (++kept > entries.size() / 2 && entries.size() < kLargest) grow();
    entries[entryOf(key)] = {key, result, true};
  }
  std::uint64_t bytes() const { return entries.size() * sizeof(Entry); }

 private:
  struct Entry {
    Key key;
    RowsId result = 0;
    bool known = false;
  };
  static constexpr std::size_t kSmallest = std::size_t{1} << 9;
  static constexpr std::size_t kLargest = std::size_t{1} << 20;

  std::size_t entryOf(const Key& q) const {
    return foldedProduct(q.step ^ q.about * 0x9e3779b97f4a7c15u, 0xd6e8feb86659fd93u) & mask;
  }
  void grow() {
    std::vector<Entry> old(2 * entries.size());
    std::swap(old, entries);
    mask = entries.size() - 1;
    for (const Entry& entry : old) {
      if (entry.known) entries[entryOf(entry.key)] = entry;
    }
    kept = 0;
  }

  std::vector<Entry> entries = std::vector<Entry>(kSmallest);
  std::size_t mask = kSmallest - 1;
  std::size_t kept = 0;
};

}  // namespace robur
