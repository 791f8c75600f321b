#include "explore/store/state_codec.h"

#include <algorithm>
#include <bit>

namespace robur {

void FieldTable::add(std::size_t from, std::int64_t lo, unsigned bits) {
  const std::uint64_t mask = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
  fields.push_back({static_cast<std::uint32_t>(from), 0, 0, mask, static_cast<std::uint64_t>(lo)});
}

void FieldTable::finish() {
  std::stable_sort(fields.begin(), fields.end(),
                   [](const Field& a, const Field& b) { return a.mask > b.mask; });
  std::vector<unsigned> used(
      1);  // bits of each word; at least one, even if there is only one state
  // Words that had no room for a field have none for the next one of the same width.
  unsigned width = 65;
  std::uint32_t firstWord = 0;
  for (Field& field : fields) {
    const auto bits = static_cast<unsigned>(std::bit_width(field.mask));
    if (bits != width) firstWord = 0;
    width = bits;
    field.word = firstWord;
    while (field.word < used.size() && used[field.word] + bits > 64) ++field.word;
    firstWord = field.word;
    if (field.word == used.size()) used.push_back(0);
    // A constant has no bits: it may be anywhere.
    field.shift = bits == 0 ? 0 : used[field.word];
    used[field.word] += bits;
  }
  std::sort(fields.begin(), fields.end(),
            [](const Field& a, const Field& b) { return a.from < b.from; });
  count = used.size();
}

StateCodec::StateCodec(const Machine& m, const Futures& futures, bool hasRows, bool clearsDead)
    : cells(m.cellCount()), threads(m.threadCount()) {
  for (unsigned c = 0; c < m.cellCount(); ++c) {
    const IntType& type = m.cellType(c);
    table.add(c, type.lo, static_cast<unsigned>(std::bit_width(type.extent())));
  }
  for (unsigned t = 0; t < m.threadCount(); ++t) {
    const CompiledThread& th = m.thread(t);
    auto bits = static_cast<unsigned>(std::bit_width(th.rest));
    for (std::uint32_t r = 0; r < th.registerTypes.size(); ++r) {
      if (clearsDead && !futures.everLive(t, r)) continue;
      bits += static_cast<unsigned>(std::bit_width(th.registerTypes[r].extent()));
    }
    table.add(localAt(t), 0, std::min(bits, 32u));
  }
  table.add(rowsAt(), 0, hasRows ? 32 : 0);
  table.finish();
}

}  // namespace robur
