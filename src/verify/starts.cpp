#include "verify/starts.h"

#include "verify/predecessors.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostStarts = 200000;

}  // namespace

std::optional<std::vector<Start>> startsOf(const Setting& setting, const Goal& goal) {
  std::vector<Start> out = {{}};
  bool possible = true;
  const auto extend = [&](const auto& each) {
    std::vector<Start> longer;
    for (const Start& s : out) each(s, longer);
    out = std::move(longer);
    return out.size() <= kMostStarts;
  };
  for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
    const bool fits = extend([&](const Start& s, std::vector<Start>& longer) {
      const auto put = [&](Place place, const OptionList& list) {
        possible = possible && longer.size() <= kMostStarts;
        if (!possible) return;
        longer.push_back(s);
        longer.back().places.push_back(place);
        longer.back().lists.push_back(list);
      };
      if (!goal.mentioned[t]) {
        put(kAnywhere, {});
        return;
      }
      const MarkId mark = markOf(goal.target, t, setting.threadCount());
      for (const Ending& e : setting.threads[t].endings[mark]) {
        const auto sources = sourcesOf(setting, e.word);
        possible = possible && sources;
        if (!possible) return;
        for (const OptionList& list : *sources) put(static_cast<Place>(e.node), list);
      }
    });
    if (!fits || !possible) return std::nullopt;
  }
  for (const auto& [cell, values] : goal.cells) {
    const std::vector<ReadOption> sources = sourcesOf(setting, cell, values, true);
    const bool fits = extend([&](const Start& s, std::vector<Start>& longer) {
      for (const ReadOption& o : sources) {
        longer.push_back(s);
        longer.back().lastWrites.push_back(o);
      }
    });
    if (!fits) return std::nullopt;
  }
  return out;
}

}  // namespace robur::verify
