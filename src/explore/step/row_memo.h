// Remembers what steps do to the monitor: from rows (or a set of columns), by an event, to rows.
// Everything is forgotten when there is too much of it, since the monitor gives the same results
// again. Each worker has its own.
#pragma once

#include <cstdint>

#include "explore/store/row_states.h"
#include "support/hash.h"
#include "support/hash_map.h"

namespace robur {

class RowMemo {
 public:
  struct Key {
    std::uint64_t step = 0;   // rows and event
    std::uint64_t about = 0;  // whatever else the result depends on

    Key() = default;
    Key(RowsId rows, std::uint32_t event, std::uint64_t about)
        : step(std::uint64_t{rows} << 32 | event), about(about) {}
    friend bool operator==(const Key&, const Key&) = default;
  };

  // The result, or null if it is not known.
  [[gnu::always_inline]] const RowsId* find(const Key& key) const { return results.find(key); }
  void keep(const Key& key, RowsId result) {
    if (results.size() == kMost) results.clear();
    results.at(key).first = result;
  }
  std::uint64_t bytes() const { return results.bytes(); }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 19;
  struct Hash {
    std::uint64_t operator()(const Key& key) const {
      return mixed(key.step, key.about * kHashSeed);
    }
  };

  HashMap<Key, RowsId, Hash> results;
};

}  // namespace robur
