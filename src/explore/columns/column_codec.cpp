#include "explore/columns/column_codec.h"

namespace robur {

namespace {

// Bits one after the other.
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
  const std::size_t bits = stale.size() + reached.size() + wholes.size() * shape.cells;
  count = kHead + std::max<std::size_t>(1, (bits + 63) / 64);
}

void ColumnCodec::pack(const std::uint64_t* rows, unsigned index, ThreadMask mayViolate,
                       std::uint64_t* out) const {
  std::fill(out, out + count, 0);
  out[0] = mayViolate;
  out[1] = index;
  if (index == kSeed) return;
  Cursor at{out + kHead};
  for (const std::size_t row : stale) at.put(has(rows + row, index));
  const bool isShadow = index >= shape.classes;
  for (const std::size_t row : reached) at.put(!isShadow && has(rows + row, cellOf(index)));
  for (const std::size_t row : wholes) {
    for (unsigned x = 0; x < shape.cells; ++x) at.put(has(rows + row, x));
  }
}

void ColumnCodec::unpack(const std::uint64_t* in, std::uint64_t* rows) const {
  std::fill(rows, rows + shape.words(), 0);
  const unsigned index = indexOf(in);
  if (index == kSeed) return;
  Cursor at{const_cast<std::uint64_t*>(in) + kHead};
  for (const std::size_t row : stale) {
    if (at.get()) add(rows + row, index);
  }
  for (const std::size_t row : reached) {
    if (at.get()) add(rows + row, cellOf(index));
  }
  for (const std::size_t row : wholes) {
    for (unsigned x = 0; x < shape.cells; ++x) {
      if (at.get()) add(rows + row, x);
    }
  }
}

bool ColumnCodec::isSameColumn(const std::uint64_t* a, const std::uint64_t* b) const {
  bool same = a[1] == b[1];
  Cursor left{const_cast<std::uint64_t*>(a) + kHead};
  Cursor right{const_cast<std::uint64_t*>(b) + kHead};
  while (left.bit < stale.size() + reached.size()) same &= left.get() == right.get();
  return same;
}

}  // namespace robur
