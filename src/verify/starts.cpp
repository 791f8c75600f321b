#include "verify/starts.h"

#include "verify/writer_choices.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostStarts = 200000;

}  // namespace

std::optional<std::vector<Start>> startsOf(const ThreadSystem& system, const Goal& goal) {
  std::vector<Start> out = {{}};
  bool possible = true;
  const auto extend = [&](const auto& each) {
    std::vector<Start> longer;
    for (const Start& s : out) each(s, longer);
    out = std::move(longer);
    return out.size() <= kMostStarts;
  };
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    const bool fits = extend([&](const Start& s, std::vector<Start>& longer) {
      const auto put = [&](Position position, const OptionList& list) {
        possible = possible && longer.size() <= kMostStarts;
        if (!possible) return;
        longer.push_back(s);
        longer.back().positions.push_back(position);
        longer.back().lists.push_back(list);
      };
      if (!goal.mentioned[t]) {
        put(kAnywhere, {});
        return;
      }
      const MarkId mark = markOf(goal.target, t, system.threadCount());
      for (const Ending& e : system.threads[t].endings[mark]) {
        const auto sources = writerChoices(system, e.word);
        possible = possible && sources;
        if (!possible) return;
        for (const OptionList& list : *sources) put(static_cast<Position>(e.node), list);
      }
    });
    if (!fits || !possible) return std::nullopt;
  }
  for (const auto& [cell, values] : goal.cells) {
    const std::vector<ReadOption> sources = writerChoices(system, cell, values, true);
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
