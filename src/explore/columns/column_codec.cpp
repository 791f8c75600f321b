#include "explore/columns/column_codec.h"

namespace robur {

namespace {

// Bits one after the other.
class BitWriter {
 public:
  explicit BitWriter(std::uint64_t* to) : to(to) {}
  void put(bool set) {
    word |= std::uint64_t{set} << count;
    if (++count == 64) finish();
  }
  void finish() {
    if (count == 0) return;
    *to++ = word;
    word = 0;
    count = 0;
  }

 private:
  std::uint64_t* to;
  std::uint64_t word = 0;
  unsigned count = 0;
};

class BitReader {
 public:
  explicit BitReader(const std::uint64_t* from, std::size_t bit = 0) : from(from), bit(bit) {}
  bool get() {
    const bool set = from[bit / 64] >> (bit % 64) & 1;
    ++bit;
    return set;
  }
  std::size_t place() const { return bit; }

 private:
  const std::uint64_t* from;
  std::size_t bit;
};

bool has(const std::uint64_t* row, unsigned column) {
  return row[column / 64] >> (column % 64) & 1;
}
void add(std::uint64_t* row, unsigned column, bool set) {
  row[column / 64] |= std::uint64_t{set} << (column % 64);
}

}  // namespace

ColumnCodec::ColumnCodec(const RowShape& shape) : shape(shape) {
  forEachRow(shape, [&](const RowKind& kind, unsigned row) {
    (kind.whole                       ? wholes
     : kind.columns == Columns::Cells ? reached
                                      : stale)
        .push_back(std::size_t{row} * shape.rowWords);
  });
  // Of each sort of rows, the threads' come first.
  std::size_t nextStale = 0, nextReached = stale.size(), nextWhole = nextReached + reached.size();
  for (const RowKind& kind : shape.plan.thread) {
    const std::size_t each = kind.whole ? shape.cells : 1;
    std::size_t& next = kind.whole                       ? nextWhole
                        : kind.columns == Columns::Cells ? nextReached
                                                         : nextStale;
    threadBits.push_back({next, each});
    next += each * shape.threads;
  }
  const std::size_t bits = stale.size() + reached.size() + wholes.size() * shape.cells;
  count = kHead + std::max<std::size_t>(1, (bits + 63) / 64);
}

void ColumnCodec::pack(const std::uint64_t* rows, unsigned index, ThreadMask mayViolate,
                       std::uint64_t* out) const {
  std::fill(out, out + count, 0);
  out[0] = mayViolate;
  out[1] = index;
  if (index == kSeed) return;
  BitWriter at(out + kHead);
  for (const std::size_t row : stale) at.put(has(rows + row, index));
  const bool isShadow = index >= shape.classes;
  const unsigned cell = isShadow ? 0 : cellOf(index);
  for (const std::size_t row : reached) at.put(!isShadow && has(rows + row, cell));
  for (const std::size_t row : wholes) {
    for (unsigned x = 0; x < shape.cells; ++x) at.put(has(rows + row, x));
  }
  at.finish();
}

void ColumnCodec::unpack(const std::uint64_t* in, std::uint64_t* rows) const {
  std::fill(rows, rows + shape.words(), 0);
  const unsigned index = indexOf(in);
  if (index == kSeed) return;
  BitReader at(in + kHead);
  for (const std::size_t row : stale) add(rows + row, index, at.get());
  const unsigned cell = index >= shape.classes ? 0 : cellOf(index);
  for (const std::size_t row : reached) add(rows + row, cell, at.get());
  for (const std::size_t row : wholes) {
    for (unsigned x = 0; x < shape.cells; ++x) add(rows + row, x, at.get());
  }
}

ThreadMask ColumnCodec::differing(const std::uint64_t* packed) const {
  ThreadMask out = 0;
  if (indexOf(packed) == kSeed) return out;
  const std::uint64_t* const words = packed + kHead;
  for (const ThreadBits& kind : threadBits) {
    if (kind.each == 1) {
      const unsigned shift = kind.first % 64;
      std::uint64_t bits = words[kind.first / 64] >> shift;
      if (shift + shape.threads > 64) bits |= words[kind.first / 64 + 1] << (64 - shift);
      out |= bits ^ bits << 1;
      continue;
    }
    BitReader before(words, kind.first), at(words, kind.first + kind.each);
    for (std::size_t i = kind.each; i < kind.each * shape.threads; ++i) {
      if (before.get() != at.get()) out |= ThreadMask{1} << (i / kind.each);
    }
  }
  return out;
}

bool ColumnCodec::isSameColumn(const std::uint64_t* a, const std::uint64_t* b) const {
  bool same = a[1] == b[1];
  BitReader left(a + kHead), right(b + kHead);
  while (left.place() < stale.size() + reached.size()) same &= left.get() == right.get();
  return same;
}

}  // namespace robur
