// A state laid out for storing: one bit vector of fixed layout per program.
//
// Every number takes as many bits as its type has values, every row as many as it has
// columns. No field crosses a word; the largest fields are placed first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/store/config.h"
#include "explore/store/words.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

// Where numbers are in packed words.
class FieldTable {
 public:
  struct Field {
    std::uint32_t from;  // the number lies at data[from]
    std::uint32_t word;
    std::uint32_t shift;
    std::uint64_t mask;  // 0 for a constant
    std::uint64_t lo;    // the lowest value, which is packed as 0
  };

  // A number that lies at data[from], from lo on, in that many bits.
  void add(std::size_t from, std::int64_t lo, unsigned bits);
  // No more fields: lays them out.
  void finish();

  std::size_t words() const { return count; }
  // In the order of `from`.
  const Field& operator[](std::size_t i) const { return fields[i]; }

  // All numbers, or only those from a certain field on.
  void pack(const std::uint64_t* data, std::uint64_t* out, std::size_t first = 0) const {
    if (first == 0) std::fill_n(out, count, 0);
    for (const Field& f : from(first)) {
      const std::uint64_t different = out[f.word] >> f.shift ^ (data[f.from] - f.lo);
      out[f.word] ^= (different & f.mask) << f.shift;
    }
  }
  void unpack(const std::uint64_t* in, std::uint64_t* data, std::size_t first = 0) const {
    for (const Field& f : from(first)) data[f.from] = (in[f.word] >> f.shift & f.mask) + f.lo;
  }

 private:
  std::span<const Field> from(std::size_t first) const {
    return {fields.data() + first, fields.size() - first};
  }

  std::vector<Field> fields;
  std::size_t count = 0;
};

class StateCodec {
 public:
  // A thread cannot have more states than its registers have values, and they are numbered in
  // 32 bits, as the monitor's are if it has rows. `clearsDead`: registers that are dead
  // everywhere always hold their lowest value.
  StateCodec(const Machine& m, const Futures& futures, bool hasRows, bool clearsDead);

  std::size_t words() const { return table.words(); }
  // Indices in a configuration; that of a cell is its number.
  std::uint32_t localAt(unsigned t) const { return cells + t; }
  std::uint32_t rowsAt() const { return cells + threads; }

  void pack(const Config& config, std::uint64_t* out) const { table.pack(config.data(), out); }
  void unpack(const std::uint64_t* in, Config& config) const { table.unpack(in, config.data()); }
  // The same without memory: the threads' own states and the rows. What is packed there of memory
  // stays.
  void packThreads(const Config& config, std::uint64_t* out) const {
    table.pack(config.data(), out, cells);
  }
  void unpackThreads(const std::uint64_t* in, Config& config) const {
    table.unpack(in, config.data(), cells);
  }
  // The word at this index of the configuration that is packed here.
  [[gnu::always_inline]] std::uint64_t at(const std::uint64_t* packed, std::size_t at) const {
    const FieldTable::Field& field = table[at];
    return (packed[field.word] >> field.shift & field.mask) + field.lo;
  }
  // The packed form of a configuration that differs from a packed one only by these changes.
  [[gnu::always_inline]] void repack(const std::uint64_t* packed, std::span<const Change> changes,
                                     std::uint64_t* out) const {
    copyWords(packed, out, table.words());
    for (const Change& change : changes) {
      const FieldTable::Field& field = table[change.at];
      out[field.word] += change.by << field.shift;
    }
  }

 private:
  FieldTable table;
  std::uint32_t cells;
  std::uint32_t threads;
};

}  // namespace robur
