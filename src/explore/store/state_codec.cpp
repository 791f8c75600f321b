#include "explore/store/state_codec.h"

namespace robur {

namespace {

std::uint64_t lowBits(unsigned bits) {
  return bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

}  // namespace

void FieldTable::finish() {
  std::stable_sort(drafts.begin(), drafts.end(),
                   [](const Draft& a, const Draft& b) { return a.bits > b.bits; });
  struct Word {
    std::vector<Field> fields;
    unsigned used = 0;
  };
  std::vector<Word> perWord;
  // The first word that has room.
  const auto roomFor = [&](unsigned bits) {
    std::size_t w = 0;
    while (w < perWord.size() && perWord[w].used + bits > 64) ++w;
    if (w == perWord.size()) {
      perWord.emplace_back();
      bias.push_back(0);
    }
    return w;
  };
  for (const Draft& d : drafts) {
    const std::size_t w = roomFor(d.bits);
    const auto lo = static_cast<std::uint64_t>(d.lo);
    perWord[w].fields.push_back({d.from, perWord[w].used, lowBits(d.bits), lo});
    bias[w] -= lo << perWord[w].used;
    if (fieldAt.size() <= d.from) fieldAt.resize(d.from + 1);
    fieldAt[d.from] = {static_cast<std::uint32_t>(w), perWord[w].used, lowBits(d.bits), lo};
    perWord[w].used += d.bits;
  }
  if (perWord.empty()) {
    perWord.emplace_back();  // at least one word, even if there is only one state
    bias.push_back(0);
  }
  for (const Word& word : perWord) {
    fields.insert(fields.end(), word.fields.begin(), word.fields.end());
    ends.push_back(fields.size());
  }
  for (const Constant& c : constants) {
    fieldAt.resize(std::max<std::size_t>(fieldAt.size(), c.from + 1));
    fieldAt[c.from].lo = static_cast<std::uint64_t>(c.value);
  }
  count = ends.size();
  drafts.clear();
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
