// A state laid out for computing: memory, the number of each thread's own state, then that of
// the monitor's state, in one array of words, so that a copy is one copy and the codec needs
// one table of fields. And the monitor's rows, laid out likewise.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "explore/row_states.h"
#include "models/bits.h"

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

template <int W>
class RowBlock {
 public:
  explicit RowBlock(std::size_t rowCount) : words(rowCount * W) {}

  static_assert(sizeof(Bits<W>) == W * sizeof(std::uint64_t));
  Bits<W>* rows() { return reinterpret_cast<Bits<W>*>(words.data()); }
  const Bits<W>* rows() const { return reinterpret_cast<const Bits<W>*>(words.data()); }

  // As assignment, for two of the same shape.
  void copy(const RowBlock& other) {
    std::memcpy(words.data(), other.words.data(), words.size() * sizeof(std::uint64_t));
  }

  std::uint64_t* data() { return words.data(); }
  const std::uint64_t* data() const { return words.data(); }

 private:
  std::vector<std::uint64_t> words;
};

}  // namespace robur
