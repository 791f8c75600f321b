#include "verify/predecessors.h"

#include <algorithm>

namespace robur::potentials {

Setting settingOf(std::vector<Automaton> threads, std::uint32_t cells) {
  Setting out{std::move(threads), cells, {}};
  for (const Automaton& a : out.threads) out.writes.push_back(a.writtenUpTo(kAnywhere));
  out.writes.emplace_back(cells, only(0));
  return out;
}

std::vector<ReadOption> Predecessors::sourcesOf(std::uint32_t cell, ValueSet values,
                                                bool update) const {
  std::vector<ReadOption> out;
  for (std::uint32_t w = 0; w <= setting.initialWriter(); ++w) {
    const ValueSet possible = values & setting.writes[w][cell];
    if (possible != 0) out.push_back({w, cell, possible, update});
  }
  return out;
}

std::vector<OptionList> Predecessors::sourcesOf(const Word& word) const {
  std::vector<OptionList> out = {{}};
  for (const WordRead& read : word) {
    std::vector<OptionList> longer;
    for (const ReadOption& o : sourcesOf(read.cell, read.values, false)) {
      for (const OptionList& list : out) {
        longer.push_back(list);
        longer.back().push_back(o);
      }
    }
    out = std::move(longer);
  }
  return out;
}

std::vector<Predecessors::Way> Predecessors::waysOf(const OptionList& list, std::uint32_t t,
                                                    std::uint32_t cell, ValueId value,
                                                    ValueSet again) const {
  const auto matches = [&](const ReadOption& o) {
    return o.writer == t && (o.values & only(value)) != 0;
  };
  const std::size_t n = list.size();
  std::size_t lastOther = n;    // the last x-option that cannot be this write's
  std::size_t firstUpdate = n;  // the first x-option that must be
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    if (list[i].cell != cell) continue;
    any = true;
    if (!matches(list[i])) {
      if (list[i].update) return {};
      lastOther = i;
    } else if (list[i].update && firstUpdate == n) {
      firstUpdate = i;
    }
  }
  if (!any) return {{list, {}}};
  std::vector<Way> ways;
  bool olderPossible = true;  // x-options of t so far may be about an older write of t
  for (std::size_t i = 0; i < n; ++i) {
    if (list[i].cell != cell) continue;
    const bool afterOthers = lastOther == n || i > lastOther;
    if (matches(list[i]) && afterOthers && i <= firstUpdate && olderPossible) {
      Way way;
      for (std::size_t k = i + 1; k < n; ++k) {
        if (list[k].cell != cell) way.justified.push_back(list[k]);
      }
      way.kept.assign(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i));
      way.kept.insert(way.kept.end(), way.justified.begin(), way.justified.end());
      ways.push_back(std::move(way));
    }
    if (list[i].writer == t && (list[i].values & again) == 0) olderPossible = false;
  }
  if (firstUpdate == n && olderPossible) ways.push_back({list, {}});
  return ways;
}

std::optional<Demands> Predecessors::combine(
    const Demands& after, std::uint32_t t, const std::vector<OptionList>& own,
    const std::vector<std::pair<std::uint32_t, const Way*>>& chosen) {
  Demands out(after.size());
  const auto demand = [&](std::uint32_t thread, const OptionList& list) {
    const std::optional<ListId> id = lists.add(thread, list);
    if (id) out[thread].push_back(*id);
    return id.has_value();
  };
  for (const OptionList& list : own) {
    if (!demand(t, list)) return std::nullopt;
  }
  for (const auto& [thread, way] : chosen) {
    if (!demand(thread, way->kept) || !demand(t, way->justified)) return std::nullopt;
  }
  for (auto& of : out) of = lists.strongest(std::move(of));
  return out;
}

std::vector<Demands> Predecessors::ofWrite(const Demands& after, std::uint32_t t,
                                           std::uint32_t cell, ValueId value, ValueSet again) {
  std::vector<OptionList> own;
  for (const ListId id : after[t]) {
    OptionList rest;
    for (const ReadOption& o : lists[id]) {
      if (o.cell != cell) {
        rest.push_back(o);
      } else if (o.writer != t || (o.values & only(value)) == 0) {
        return {};
      }
    }
    own.push_back(std::move(rest));
  }
  std::vector<std::pair<std::uint32_t, std::vector<Way>>> items;
  for (std::uint32_t pi = 0; pi < after.size(); ++pi) {
    if (pi == t) continue;
    for (const ListId id : after[pi]) {
      items.emplace_back(pi, waysOf(lists[id], t, cell, value, again));
      if (items.back().second.empty()) return {};
    }
  }
  std::vector<Demands> out;
  std::vector<std::size_t> choice(items.size(), 0);
  while (true) {
    std::vector<std::pair<std::uint32_t, const Way*>> chosen;
    for (std::size_t i = 0; i < items.size(); ++i) {
      chosen.emplace_back(items[i].first, &items[i].second[choice[i]]);
    }
    if (std::optional<Demands> demands = combine(after, t, own, chosen)) {
      const auto covers = [&](const Demands& d) { return demandLess(d, *demands); };
      if (!std::any_of(out.begin(), out.end(), covers)) {
        std::erase_if(out, [&](const Demands& d) { return demandLess(*demands, d); });
        out.push_back(std::move(*demands));
      }
    }
    std::size_t i = 0;
    while (i < items.size() && ++choice[i] == items[i].second.size()) choice[i++] = 0;
    if (i == items.size()) return out;
  }
}

std::optional<Demands> Predecessors::ofReads(const Demands& after, std::uint32_t t,
                                             const OptionList& reads) {
  Demands out = after;
  if (reads.empty()) return out;
  if (out[t].empty()) out[t].push_back(kEmptyList);
  for (ListId& id : out[t]) {
    OptionList longer = reads;
    const OptionList& rest = lists[id];
    longer.insert(longer.end(), rest.begin(), rest.end());
    const std::optional<ListId> added = lists.add(t, longer);
    if (!added) return std::nullopt;
    id = *added;
  }
  out[t] = lists.strongest(std::move(out[t]));
  return out;
}

bool Predecessors::demandLess(const Demands& a, const Demands& b) {
  for (std::size_t pi = 0; pi < a.size(); ++pi) {
    for (const ListId weak : a[pi]) {
      const auto covers = [&](ListId strong) { return lists.asksLess(weak, strong); };
      if (!std::any_of(b[pi].begin(), b[pi].end(), covers)) return false;
    }
  }
  return true;
}

}  // namespace robur::potentials
