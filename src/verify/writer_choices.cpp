#include "verify/writer_choices.h"

namespace robur::verify {

std::vector<ReadOption> writerChoices(const ThreadSystem& system, std::uint32_t cell,
                                      ValueSet values, bool update) {
  std::vector<ReadOption> out;
  for (std::uint32_t w = 0; w <= system.initialWriter(); ++w) {
    const ValueSet possible = values & system.writes[w][cell];
    if (possible != 0) out.emplace_back(w, cell, possible, update);
  }
  return out;
}

std::optional<std::vector<OptionList>> writerChoices(const ThreadSystem& system, const Word& word) {
  std::vector<OptionList> out = {{}};
  for (const WordRead& read : word) {
    const std::vector<ReadOption> options = writerChoices(system, read.cell, read.values, false);
    if (out.size() * options.size() > kMostWriterChoices) return std::nullopt;
    std::vector<OptionList> longer;
    for (const ReadOption& o : options) {
      for (const OptionList& list : out) {
        longer.push_back(list);
        longer.back().push_back(o);
      }
    }
    out = std::move(longer);
  }
  return out;
}

}  // namespace robur::verify
