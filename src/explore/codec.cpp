#include "explore/codec.h"

namespace robur {

void FieldTable::finish() {
  std::stable_sort(drafts.begin(), drafts.end(),
                   [](const Draft& a, const Draft& b) { return a.bits > b.bits; });
  std::vector<std::vector<Field>> perWord;
  std::vector<unsigned> used;
  for (const Draft& d : drafts) {
    std::size_t w = 0;
    while (w < used.size() && used[w] + d.bits > 64) ++w;
    if (w == used.size()) {
      used.push_back(0);
      perWord.emplace_back();
      bias.push_back(0);
    }
    const std::uint64_t mask = d.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << d.bits) - 1;
    const auto lo = static_cast<std::uint64_t>(d.lo);
    perWord[w].push_back({d.from, used[w], mask, lo});
    bias[w] -= lo << used[w];
    used[w] += d.bits;
  }
  if (perWord.empty()) {
    perWord.emplace_back();  // a state that can be only one takes a word all the same
    bias.push_back(0);
  }
  for (const auto& some : perWord) {
    fields.insert(fields.end(), some.begin(), some.end());
    ends.push_back(static_cast<std::uint32_t>(fields.size()));
  }
  drafts.clear();
}

}  // namespace robur
