// Strands: the rows of a monitor, column by column.
//
// No rule of any model lets one column of the rows look at another. A run's rows are a bundle of
// strands, one for each stale write that somebody might still see, and a violation shows in
// one strand alone: that write is open to a thread, and the last write to its place has reached
// the thread. So what matters about a state is which strands lead to it by some run, and two
// runs that differ in two strands need not be told apart in four ways. Rows that every column
// asks for (RowKind::whole) are part of each strand.
//
// A write begins a strand: it lays its mark into all rows but the writer's, whatever they
// held before, and what whole rows said before does not matter to a column that is the same
// in all others. So the strand of no column, from which the others branch off, has nothing in it.
//
// Packed, a strand is a word that says which threads have something to fear from it, the number of
// its column, and one bit for each row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/config.h"
#include "explore/stubborn.h"
#include "models/monitored_cells.h"
#include "models/rows.h"

namespace robur {

template <int W>
class StrandCodec {
 public:
  static constexpr unsigned kNoColumn = ~0u;
  static constexpr std::size_t kHead = 2;  // words before the bits that count

  StrandCodec(const MonitorLayout<W>& layout, const RowPlan& plan, const RowMap<W>& map)
      : rowCount(map.size()), classes(layout.classes), cells(layout.cells) {
    const auto add = [&](const RowKind& kind, unsigned row) {
      (kind.whole ? wholes : kind.columns == Columns::Cells ? reached : stale).push_back(row);
    };
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      for (unsigned t = 0; t < layout.threads; ++t) add(plan.thread[k], map.threadIndex(t, k));
    }
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      for (unsigned x = 0; x < layout.cells; ++x) add(plan.cell[k], map.cellIndex(x, k));
    }
    for (unsigned k = 0; k < plan.fence.size(); ++k) add(plan.fence[k], map.fenceIndex(k));
    wheres.resize(layout.classes + layout.shadows);
    for (unsigned s = 0; s < layout.classes; ++s) {
      while (!layout.classesOf[wheres[s]].has(s)) ++wheres[s];
    }
    for (unsigned s = 0; s < layout.shadows; ++s) {
      wheres[layout.classes + s] = cells + s / layout.threads;
    }
    const std::size_t bits = stale.size() + reached.size() + wholes.size() * cells;
    count = kHead + std::max<std::size_t>(1, (bits + 63) / 64);
  }

  std::size_t words() const { return count; }
  RowBlock<W> blank() const { return RowBlock<W>(rowCount); }

  static ThreadMask threatened(const std::uint64_t* packed) { return packed[0]; }
  static unsigned column(const std::uint64_t* packed) { return static_cast<unsigned>(packed[1]); }
  static std::uint64_t firstBits(const std::uint64_t* packed) { return packed[kHead]; }
  // The place of a column; cells are followed by cells that are not atomic.
  unsigned where(unsigned column) const { return wheres[column]; }
  unsigned whereCount() const {
    return wheres.empty() ? cells : std::max(cells, wheres.back() + 1);
  }
  bool isShadow(unsigned column) const { return column >= classes; }

  // The columns in which there is something stale.
  Bits<W> columns(const Bits<W>* rows) const {
    Bits<W> out = Bits<W>::none();
    for (const unsigned row : stale) out |= rows[row];
    return out;
  }

  void pack(const Bits<W>* rows, unsigned column, ThreadMask threatened, std::uint64_t* out) const {
    std::fill(out, out + count, 0);
    out[0] = threatened;
    out[1] = column;
    if (column == kNoColumn) return;
    Cursor at{out + kHead};
    for (const unsigned row : stale) at.put(rows[row].has(column));
    const bool atCell = !isShadow(column);
    for (const unsigned row : reached) at.put(atCell && rows[row].has(where(column)));
    for (const unsigned row : wholes) {
      for (unsigned x = 0; x < cells; ++x) at.put(rows[row].has(x));
    }
  }
  // Has one nothing that the other has not?
  bool within(const std::uint64_t* one, const std::uint64_t* other) const {
    if (one[1] != other[1]) return false;
    std::uint64_t more = 0;
    for (std::size_t w = kHead; w < count; ++w) more |= one[w] & ~other[w];
    return more == 0;
  }
  // Are these alike in their columns?
  bool sameColumn(const std::uint64_t* a, const std::uint64_t* b) const {
    bool same = a[1] == b[1];
    Cursor left{const_cast<std::uint64_t*>(a) + kHead};
    Cursor right{const_cast<std::uint64_t*>(b) + kHead};
    while (left.bit < stale.size() + reached.size()) same &= left.get() == right.get();
    return same;
  }
  void unpack(const std::uint64_t* in, Bits<W>* rows) const {
    std::fill(rows, rows + rowCount, Bits<W>::none());
    const unsigned column = StrandCodec::column(in);
    if (column == kNoColumn) return;
    Cursor at{const_cast<std::uint64_t*>(in) + kHead};
    for (const unsigned row : stale) {
      if (at.get()) rows[row].add(column);
    }
    for (const unsigned row : reached) {
      if (at.get()) rows[row].add(where(column));
    }
    for (const unsigned row : wholes) {
      for (unsigned x = 0; x < cells; ++x) {
        if (at.get()) rows[row].add(x);
      }
    }
  }

 private:
  struct Cursor {
    std::uint64_t* words;
    std::size_t bit = 0;

    void put(bool set) {
      words[bit / 64] |= std::uint64_t{set} << (bit % 64);
      ++bit;
    }
    bool get() {
      const bool set = words[bit / 64] >> (bit % 64) & 1;
      ++bit;
      return set;
    }
  };

  std::size_t rowCount;
  unsigned classes;
  unsigned cells;
  std::vector<unsigned> stale, reached, wholes;  // rows by what their columns are
  std::vector<unsigned> wheres;                  // by column
  std::size_t count;
};

}  // namespace robur
