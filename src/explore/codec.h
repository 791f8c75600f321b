// A state laid out for keeping: one bit vector of fixed layout per program.
//
// Every number takes as many bits as its type has values, every row as many as it has
// columns. Threads with the same code are written in sorted order, so that states that
// differ only by who is who become one (symmetry); since the monitors keep nothing that
// names a thread outside that thread's own part, sorting gives a true normal form.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "explore/config.h"
#include "models/rows.h"
#include "semantics/machine.h"

namespace robur {

inline unsigned bitsFor(std::uint64_t extent) {
  return static_cast<unsigned>(std::bit_width(extent));
}

class BitWriter {
 public:
  explicit BitWriter(std::uint64_t* out) : out(out) {}
  void put(std::uint64_t value, unsigned bits) {
    if (bits == 0) return;
    pending |= value << used;
    if (used + bits >= 64) {
      *out++ = pending;
      pending = used == 0 ? 0 : value >> (64 - used);
      used = used + bits - 64;
    } else {
      used += bits;
    }
  }
  void finish() {
    if (used > 0) *out = pending;
  }

 private:
  std::uint64_t* out;
  std::uint64_t pending = 0;
  unsigned used = 0;
};

class BitReader {
 public:
  explicit BitReader(const std::uint64_t* in) : in(in) {}
  std::uint64_t get(unsigned bits) {
    if (bits == 0) return 0;
    std::uint64_t value = *in >> at;
    if (at + bits > 64) value |= in[1] << (64 - at);
    at += bits;
    if (at >= 64) {
      at -= 64;
      ++in;
    }
    return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  }

 private:
  const std::uint64_t* in;
  unsigned at = 0;
};

template <int W>
class Codec {
 public:
  Codec(const Machine& m, const Frame<W>& frame, const RowPlan& plan, bool symmetry)
      : machine(&m), rowPlan(plan), threadRows(static_cast<unsigned>(plan.thread.size())) {
    columns[0] = frame.places;
    columns[1] = frame.slots;
    columns[2] = frame.slots + frame.shadows;
    std::size_t bits = 0;
    for (unsigned c = 0; c < m.cellCount(); ++c)
      bits += cellBits.emplace_back(bitsFor(m.cellType(c).extent()));
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      auto& widths = threadBits.emplace_back();
      bits += widths.emplace_back(bitsFor(m.thread(t).rest));
      for (const IntType& type : m.thread(t).registerTypes)
        bits += widths.emplace_back(bitsFor(type.extent()));
      for (const RowKind& row : plan.thread) bits += width(row.columns);
    }
    for (unsigned x = 0; x < frame.places; ++x) addShared(plan.place, bits);
    addShared(plan.fence, bits);
    wordsPerState = std::max<std::size_t>(1, (bits + 63) / 64);
    if (symmetry && frame.shadows == 0) findGroups();
  }

  std::size_t words() const { return wordsPerState; }
  bool symmetric() const { return !groups.empty(); }

  // Writes the state; where[p] is the thread that now stands at position p.
  void pack(const Config<W>& config, std::uint64_t* out, std::uint8_t* where) const {
    const unsigned threads = machine->threadCount();
    for (unsigned t = 0; t < threads; ++t) where[t] = static_cast<std::uint8_t>(t);
    for (const auto& group : groups) sortGroup(config, group, where);
    BitWriter writer(out);
    const std::int64_t* m = config.machine.data();
    for (unsigned c = 0; c < cellBits.size(); ++c) {
      writer.put(
          static_cast<std::uint64_t>(m[c]) - static_cast<std::uint64_t>(machine->cellType(c).lo),
          cellBits[c]);
    }
    for (unsigned p = 0; p < threads; ++p) packThread(config, where[p], writer);
    const Bits<W>* row = config.rows.data() + threads * threadRows;
    for (const unsigned w : sharedRowBits) putRow(*row++, w, writer);
    writer.finish();
  }

  void unpack(const std::uint64_t* in, Config<W>& config) const {
    BitReader reader(in);
    std::int64_t* m = config.machine.data();
    for (unsigned c = 0; c < cellBits.size(); ++c) {
      m[c] = static_cast<std::int64_t>(reader.get(cellBits[c]) +
                                       static_cast<std::uint64_t>(machine->cellType(c).lo));
    }
    for (unsigned t = 0; t < machine->threadCount(); ++t) unpackThread(config, t, reader);
    Bits<W>* row = config.rows.data() + machine->threadCount() * threadRows;
    for (const unsigned w : sharedRowBits) getRow(*row++, w, reader);
  }

 private:
  unsigned width(Columns c) const { return columns[static_cast<unsigned>(c)]; }
  void addShared(const std::vector<RowKind>& rows, std::size_t& bits) {
    for (const RowKind& row : rows) bits += sharedRowBits.emplace_back(width(row.columns));
  }
  static void putRow(const Bits<W>& row, unsigned bits, BitWriter& writer) {
    for (int i = 0; bits > 0; ++i) {
      const unsigned n = std::min(bits, 64u);
      writer.put(row.words[i], n);
      bits -= n;
    }
  }
  static void getRow(Bits<W>& row, unsigned bits, BitReader& reader) {
    row = Bits<W>::none();
    for (int i = 0; bits > 0; ++i) {
      const unsigned n = std::min(bits, 64u);
      row.words[i] = reader.get(n);
      bits -= n;
    }
  }
  void packThread(const Config<W>& config, unsigned t, BitWriter& writer) const {
    const CompiledThread& th = machine->thread(t);
    const std::int64_t* part = config.machine.data() + th.base;
    const auto& widths = threadBits[t];
    writer.put(static_cast<std::uint64_t>(part[0]), widths[0]);
    for (std::size_t r = 1; r < widths.size(); ++r) {
      writer.put(static_cast<std::uint64_t>(part[r]) -
                     static_cast<std::uint64_t>(th.registerTypes[r - 1].lo),
                 widths[r]);
    }
    const Bits<W>* row = config.rows.data() + t * threadRows;
    for (const RowKind& kind : rowPlan.thread) putRow(*row++, width(kind.columns), writer);
  }
  void unpackThread(Config<W>& config, unsigned t, BitReader& reader) const {
    const CompiledThread& th = machine->thread(t);
    std::int64_t* part = config.machine.data() + th.base;
    const auto& widths = threadBits[t];
    part[0] = static_cast<std::int64_t>(reader.get(widths[0]));
    for (std::size_t r = 1; r < widths.size(); ++r) {
      part[r] = static_cast<std::int64_t>(reader.get(widths[r]) +
                                          static_cast<std::uint64_t>(th.registerTypes[r - 1].lo));
    }
    Bits<W>* row = config.rows.data() + t * threadRows;
    for (const RowKind& kind : rowPlan.thread) getRow(*row++, width(kind.columns), reader);
  }

  void findGroups() {
    const Program& program = machine->program();
    std::vector<bool> done(machine->threadCount(), false);
    for (unsigned t = 0; t < machine->threadCount(); ++t) {
      if (done[t] || usesThreadIndex(program.codeOf(ThreadId{t}))) continue;
      std::vector<unsigned> group{t};
      for (unsigned u = t + 1; u < machine->threadCount(); ++u) {
        if (!done[u] && (program.threads[u].code == program.threads[t].code ||
                         sameBehaviour(program.codeOf(ThreadId{t}), program.codeOf(ThreadId{u})))) {
          group.push_back(u);
          done[u] = true;
        }
      }
      if (group.size() > 1) groups.push_back(std::move(group));
    }
  }
  bool less(const Config<W>& config, unsigned a, unsigned b) const {
    const std::int64_t* pa = config.machine.data() + machine->thread(a).base;
    const std::int64_t* pb = config.machine.data() + machine->thread(b).base;
    const std::size_t n = threadBits[a].size();
    for (std::size_t i = 0; i < n; ++i) {
      if (pa[i] != pb[i]) return pa[i] < pb[i];
    }
    const Bits<W>* ra = config.rows.data() + a * threadRows;
    const Bits<W>* rb = config.rows.data() + b * threadRows;
    for (unsigned i = 0; i < threadRows; ++i) {
      if (ra[i] != rb[i]) return ra[i] < rb[i];
    }
    return false;
  }
  void sortGroup(const Config<W>& config, const std::vector<unsigned>& group,
                 std::uint8_t* where) const {
    for (std::size_t i = 1; i < group.size(); ++i) {
      const std::uint8_t t = where[group[i]];
      std::size_t j = i;
      for (; j > 0 && less(config, t, where[group[j - 1]]); --j)
        where[group[j]] = where[group[j - 1]];
      where[group[j]] = t;
    }
  }

  const Machine* machine;
  RowPlan rowPlan;
  unsigned threadRows;
  unsigned columns[3];
  std::vector<unsigned> cellBits;
  std::vector<std::vector<unsigned>> threadBits;  // pc, then registers
  std::vector<unsigned> sharedRowBits;
  std::size_t wordsPerState = 0;
  std::vector<std::vector<unsigned>> groups;
};

}  // namespace robur
