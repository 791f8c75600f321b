// A state laid out for storing: one bit vector of fixed layout per program.
//
// Every number takes as many bits as its type has values, every row as many as it has
// columns. No field crosses a word; the largest fields are placed first.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/store/config.h"
#include "explore/store/words.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

class FieldTable {
 public:
  // A number that lies at data()[from], from lo on, in that many bits.
  void add(std::size_t from, std::int64_t lo, unsigned bits) {
    if (bits == 0) {
      constants.push_back({static_cast<std::uint32_t>(from), lo});
    } else {
      drafts.push_back({static_cast<std::uint32_t>(from), lo, bits});
    }
  }
  // No more fields: lays them out.
  void finish();

  // Where the number at data()[from] is.
  struct PackedField {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint64_t mask = 0;  // 0 for a constant
    std::uint64_t lo = 0;
  };
  const PackedField& fieldOf(std::size_t from) const { return fieldAt[from]; }

  std::size_t words() const { return count; }

  void pack(const std::uint64_t* data, std::uint64_t* out) const {
    const Field* field = fields.data();
    for (std::size_t w = 0; w < count; ++w) {
      // Fields do not overlap, so they can be added, and the sum of all lower bounds can be
      // subtracted at once.
      std::uint64_t word = bias[w];
      for (const Field* end = fields.data() + ends[w]; field != end; ++field) {
        word += data[field->from] << field->shift;
      }
      out[w] = word;
    }
  }
  void unpack(const std::uint64_t* in, std::uint64_t* data) const {
    for (const Constant& c : constants) data[c.from] = static_cast<std::uint64_t>(c.value);
    const Field* field = fields.data();
    for (std::size_t w = 0; w < count; ++w) {
      const std::uint64_t word = in[w];
      for (const Field* end = fields.data() + ends[w]; field != end; ++field) {
        data[field->from] = (word >> field->shift & field->mask) + field->lo;
      }
    }
  }

 private:
  struct Draft {
    std::uint32_t from;
    std::int64_t lo;
    unsigned bits;
  };
  struct Field {
    std::uint32_t from;
    std::uint32_t shift;
    std::uint64_t mask;
    std::uint64_t lo;
  };
  struct Constant {
    std::uint32_t from;
    std::int64_t value;
  };

  std::vector<Draft> drafts;
  std::vector<Field> fields;      // word by word
  std::vector<std::size_t> ends;  // of each word's fields
  std::vector<std::uint64_t> bias;
  std::vector<Constant> constants;
  std::vector<PackedField> fieldAt;  // of numbers
  std::size_t count = 0;             // words
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
  // The word at this index of the configuration that is packed here.
  [[gnu::always_inline]] std::uint64_t at(const std::uint64_t* packed, std::size_t at) const {
    const FieldTable::PackedField& p = table.fieldOf(at);
    return (packed[p.word] >> p.shift & p.mask) + p.lo;
  }
  // The same for one that differs from a packed one only by these changes.
  [[gnu::always_inline]] void repack(const std::uint64_t* packed, std::span<const Change> changes,
                                     std::uint64_t* out) const {
    copyWords(packed, out, table.words());
    for (const Change& change : changes) {
      const FieldTable::PackedField& field = table.fieldOf(change.at);
      out[field.word] += change.by << field.shift;
    }
  }
  void unpack(const std::uint64_t* in, Config& config) const { table.unpack(in, config.data()); }

 private:
  FieldTable table;
  std::uint32_t cells;
  std::uint32_t threads;
};

}  // namespace robur
