// A state laid out for keeping: one bit vector of fixed layout per program.
//
// Every number takes as many bits as its type has values, every row as many as it has
// columns. No field crosses a word, so that packing is one shift and one addition per
// field; the largest fields are placed first, which leaves hardly a gap.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "explore/config.h"
#include "models/rows.h"
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

  std::size_t words() const { return ends.size(); }

  void pack(const std::uint64_t* data, std::uint64_t* out) const {
    const Field* field = fields.data();
    for (std::size_t w = 0; w < ends.size(); ++w) {
      // Fields do not overlap, so that adding them is putting them side by side, and what
      // all lower ends come to can be taken off at once.
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
    for (std::size_t w = 0; w < ends.size(); ++w) {
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
  std::vector<Field> fields;  // word by word
  std::vector<std::uint32_t> ends;
  std::vector<std::uint64_t> bias;
  std::vector<Constant> constants;
};

template <int W>
class Codec {
 public:
  // A thread's own states cannot be more than its registers have values, and are counted in
  // 32 bits. `clearsDead`: registers that are dead everywhere always hold their lowest value.
  Codec(const Machine& m, const Futures& futures, const Frame<W>& frame, const RowPlan& plan,
        bool clearsDead) {
    std::size_t rows = 0;
    const auto addRows = [&](const std::vector<RowKind>& kinds) {
      for (const RowKind& kind : kinds) {
        addRow(m.cellCount() + m.threadCount() + W * rows++, width(frame, kind));
      }
    };
    for (unsigned c = 0; c < m.cellCount(); ++c) addNumber(c, m.cellType(c));
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const CompiledThread& th = m.thread(t);
      auto bits = static_cast<unsigned>(std::bit_width(th.rest));
      for (std::uint32_t r = 0; r < th.registerTypes.size(); ++r) {
        if (clearsDead && !futures.everLive(t, r)) continue;
        bits += static_cast<unsigned>(std::bit_width(th.registerTypes[r].extent()));
      }
      table.add(m.cellCount() + t, 0, std::min(bits, 32u));
      addRows(plan.thread);
    }
    for (unsigned x = 0; x < frame.places; ++x) addRows(plan.place);
    addRows(plan.fence);
    table.finish();
  }

  std::size_t words() const { return table.words(); }
  void pack(const Config<W>& config, std::uint64_t* out) const { table.pack(config.data(), out); }
  void unpack(const std::uint64_t* in, Config<W>& config) const { table.unpack(in, config.data()); }

 private:
  static unsigned width(const Frame<W>& frame, const RowKind& kind) {
    switch (kind.columns) {
      case Columns::Places:
        return frame.places;
      case Columns::Slots:
        return frame.slots;
      case Columns::SlotsAndShadows:
        return frame.slots + frame.shadows;
    }
    return 0;
  }
  void addNumber(std::size_t from, const IntType& type) {
    table.add(from, type.lo, static_cast<unsigned>(std::bit_width(type.extent())));
  }
  void addRow(std::size_t from, unsigned columns) {
    for (unsigned i = 0; 64 * i < columns; ++i) {
      table.add(from + i, 0, std::min(columns - 64 * i, 64u));
    }
  }

  FieldTable table;
};

}  // namespace robur
