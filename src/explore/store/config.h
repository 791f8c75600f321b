// A state laid out for computing: memory, the number of each thread's own state, then that of
// the monitor's state, in one array of words, so that a copy is one copy and the codec needs
// one table of fields.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/store/row_states.h"

namespace robur {

class Config {
 public:
  Config() = default;
  Config(std::size_t cells, std::size_t threads)
      : words(cells + threads + 1), localsAt(cells), rowsAt(cells + threads) {}

  std::int64_t* cells() { return reinterpret_cast<std::int64_t*>(words.data()); }
  const std::int64_t* cells() const { return reinterpret_cast<const std::int64_t*>(words.data()); }
  std::uint64_t* locals() { return words.data() + localsAt; }
  const std::uint64_t* locals() const { return words.data() + localsAt; }
  RowsId rows() const { return static_cast<RowsId>(words[rowsAt]); }
  void setRows(RowsId id) { words[rowsAt] = id; }

  std::uint64_t* data() { return words.data(); }
  const std::uint64_t* data() const { return words.data(); }

 private:
  std::vector<std::uint64_t> words;
  std::size_t localsAt = 0;
  std::size_t rowsAt = 0;
};

// A word of a configuration that a step changes, and by how much it grows. No word is changed
// twice.
struct Change {
  std::uint32_t at;
  std::uint64_t by;
};

}  // namespace robur
