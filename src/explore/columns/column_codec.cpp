#include "explore/columns/column_codec.h"

#include <array>

namespace robur {

namespace {

constexpr std::size_t kMostSortedRows = 32;  // of a thread

// Bits one after the other.
class BitWriter {
 public:
  explicit BitWriter(std::uint64_t* to) : to(to) {}
  void put(bool set) {
    word |= std::uint64_t{set} << count;
    if (++count == 64) finish();
  }
  // The bit of this column in each of the rows that begin here.
  void put(const std::vector<std::size_t>& begins, const std::uint64_t* rows, unsigned column) {
    const std::uint64_t* const words = rows + column / 64;
    const unsigned shift = column % 64;
    for (std::size_t i = 0; i < begins.size();) {
      const std::size_t end = std::min(begins.size(), i + (64 - count));
      for (; i < end; ++i) word |= (words[begins[i]] >> shift & 1) << count++;
      if (count == 64) finish();
    }
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
void add(std::uint64_t* row, unsigned column) {
  row[column / 64] |= std::uint64_t{1} << (column % 64);
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
  oneBitEach = threadBits.size() < kMostSortedRows &&
               std::all_of(threadBits.begin(), threadBits.end(),
                           [](const ThreadBits& kind) { return kind.each == 1; });
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
  at.put(stale, rows, index);
  if (index < shape.classes) {
    at.put(reached, rows, cellOf(index));
  } else {  // a shadow
    for (std::size_t i = 0; i < reached.size(); ++i) at.put(false);
  }
  for (const std::size_t row : wholes) {
    for (unsigned x = 0; x < shape.cells; ++x) at.put(has(rows + row, x));
  }
  at.finish();
}

void ColumnCodec::unpack(const std::uint64_t* in, std::uint64_t* rows) const {
  std::fill(rows, rows + shape.words(), 0);
  const unsigned index = indexOf(in);
  if (index == kSeed) return;
  const unsigned cell = index >= shape.classes ? 0 : cellOf(index);
  const std::size_t columnsEnd = stale.size() + reached.size();
  for (std::size_t w = kHead; w < count; ++w) {
    for (std::uint64_t left = in[w]; left != 0; left &= left - 1) {
      const std::size_t bit = 64 * (w - kHead) + std::countr_zero(left);
      if (bit < stale.size()) {
        add(rows + stale[bit], index);
      } else if (bit < columnsEnd) {
        add(rows + reached[bit - stale.size()], cell);
      } else {
        const std::size_t of = bit - columnsEnd;
        add(rows + wholes[of / shape.cells], static_cast<unsigned>(of % shape.cells));
      }
    }
  }
}

ThreadMask ColumnCodec::threadsAt(const std::uint64_t* words, std::size_t first) const {
  const unsigned shift = first % 64;
  ThreadMask bits = words[first / 64] >> shift;
  if (shift + shape.threads > 64) bits |= words[first / 64 + 1] << (64 - shift);
  return bits;
}

void ColumnCodec::sort(const std::uint64_t* in, const ThreadSorting& sorting,
                       std::uint64_t* out) const {
  std::copy(in, in + count, out);
  if (indexOf(in) == kSeed) return;
  const std::size_t kinds = threadBits.size();
  std::array<ThreadMask, kMostSortedRows> before;
  std::array<ThreadMask, kMostSortedRows> after;
  for (std::size_t k = 0; k < kinds; ++k) before[k] = threadsAt(in + kHead, threadBits[k].first);
  before[kinds] = mayViolate(in);
  std::copy(before.begin(), before.begin() + kinds + 1, after.begin());
  sorting.sort({after.data(), kinds + 1}, kinds);
  out[0] = after[kinds];
  for (std::size_t k = 0; k < kinds; ++k) {
    const ThreadMask changed = before[k] ^ after[k];
    const std::size_t first = threadBits[k].first;
    const unsigned shift = first % 64;
    out[kHead + first / 64] ^= changed << shift;
    if (shift + shape.threads > 64) out[kHead + first / 64 + 1] ^= changed >> (64 - shift);
  }
}

ThreadMask ColumnCodec::differing(const std::uint64_t* packed) const {
  ThreadMask out = 0;
  if (indexOf(packed) == kSeed) return out;
  const std::uint64_t* const words = packed + kHead;
  for (const ThreadBits& kind : threadBits) {
    if (kind.each == 1) {
      const ThreadMask bits = threadsAt(words, kind.first);
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
