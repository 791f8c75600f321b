#include "verify/predecessors.h"

#include <algorithm>

namespace robur::verify {

namespace {

constexpr std::uint32_t kImpossible = Memo::kUnknown - 1;

// The memoised result of `find`; false if there is none.
template <class Find>
bool lookUp(Memo& memo, std::uint32_t a, std::uint32_t b, SetId& out, const Find& find) {
  std::uint32_t known = memo.at(a, b);
  if (known == Memo::kUnknown) {
    const std::optional<SetId> found = find();
    known = found ? raw(*found) : kImpossible;
    memo.at(a, b) = known;
  }
  if (known == kImpossible) return false;
  out = SetId{known};
  return true;
}

template <class T>
std::uint32_t numberIn(std::vector<T>& all, const T& one) {
  const auto at = std::find(all.begin(), all.end(), one);
  const auto number = static_cast<std::uint32_t>(at - all.begin());
  if (at == all.end()) all.push_back(one);
  return number;
}

}  // namespace

Predecessors::Predecessors(const ThreadSystem& system, ListStore& lists)
    : system(system), lists(lists) {
  for (const Automaton& a : system.threads) {
    std::vector<Step>& of = steps.emplace_back();
    for (const MacroStep& m : a.macros) {
      const ValueSet again = a.writtenUpTo(static_cast<Position>(m.from))[m.cell];
      of.push_back({numberIn(writes, {m.cell, m.written, again}), {}});
    }
  }
}

bool Predecessors::findReads(std::uint32_t t, std::uint32_t m) {
  const MacroStep& macro = system.threads[t].macros[m];
  std::optional<std::vector<OptionList>> all = writerChoices(system, macro.word);
  if (!all) return false;
  const auto put = [&](const OptionList& list) {
    const auto [at, isNew] = wordIds.emplace(list, static_cast<std::uint32_t>(words.size()));
    if (isNew) words.push_back(list);
    steps[t][m].reads.push_back(at->second);
  };
  for (OptionList& list : *all) {
    if (!macro.update) {
      put(list);
      continue;
    }
    for (const ReadOption& o : writerChoices(system, macro.cell, macro.read, true)) {
      list.push_back(o);
      put(list);
      list.pop_back();
    }
  }
  return true;
}

std::vector<Predecessors::ListSplit> Predecessors::splitsOf(ListId id, std::uint32_t owner,
                                                            std::uint32_t t, const Write& write) {
  const OptionList& list = lists[id];
  const auto matches = [&](const ReadOption& o) {
    return o.writer == t && (o.values & only(write.value)) != 0;
  };
  const std::size_t n = list.size();
  std::size_t lastOther = n;    // the last x-option that cannot be about this write
  std::size_t firstUpdate = n;  // the first x-option that must be about it
  bool any = false;
  for (std::size_t i = 0; i < n; ++i) {
    if (list[i].cell != write.cell) continue;
    any = true;
    if (!matches(list[i])) {
      if (list[i].update) return {};
      lastOther = i;
    } else if (list[i].update && firstUpdate == n) {
      firstUpdate = i;
    }
  }
  if (!any) return {{id, kEmptyList}};
  std::vector<ListSplit> out;
  bool olderPossible = true;  // the x-options of t before i may be about an older write of t
  for (std::size_t i = 0; i < n; ++i) {
    if (list[i].cell != write.cell) continue;
    const bool afterOthers = lastOther == n || i > lastOther;
    if (matches(list[i]) && afterOthers && i <= firstUpdate && olderPossible) {
      OptionList rest;
      for (std::size_t k = i + 1; k < n; ++k) {
        if (list[k].cell != write.cell) rest.push_back(list[k]);
      }
      OptionList remaining(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i));
      remaining.insert(remaining.end(), rest.begin(), rest.end());
      const auto keptId = lists.add(owner, remaining);
      const auto restId = lists.add(t, rest);
      if (keptId && restId) out.push_back({*keptId, *restId});
    }
    if (list[i].writer == t && (list[i].values & write.again) == 0) olderPossible = false;
  }
  if (firstUpdate == n && olderPossible) out.push_back({id, kEmptyList});
  return out;
}

// All combinations of splits of the lists of the set.
const std::vector<Predecessors::SetSplit>& Predecessors::splitsOf(SetId set, std::uint32_t owner,
                                                                  std::uint32_t t,
                                                                  std::uint32_t write) {
  const std::uint32_t by = write * system.threadCount() + t;
  if (const std::uint32_t known = knownSplits.at(raw(set), by); known != Memo::kUnknown) {
    return splits[known];
  }
  std::vector<std::pair<std::vector<ListId>, std::vector<ListId>>> some = {{}};
  for (const ListId id : lists[set]) {
    const std::vector<ListSplit> each = splitsOf(id, owner, t, writes[write]);
    auto shorter = std::move(some);
    some.clear();
    for (const auto& [remaining, required] : shorter) {
      for (const ListSplit& split : each) {
        some.emplace_back(remaining, required);
        some.back().first.push_back(split.remaining);
        if (split.required != kEmptyList) some.back().second.push_back(split.required);
      }
    }
  }
  std::vector<SetSplit> out;
  for (auto& [remaining, required] : some) {
    SetSplit split{lists.strongest(std::move(remaining)),
                   lists[lists.strongest(std::move(required))]};
    if (std::find(out.begin(), out.end(), split) == out.end()) out.push_back(std::move(split));
  }
  knownSplits.at(raw(set), by) = static_cast<std::uint32_t>(splits.size());
  return splits.emplace_back(std::move(out));
}

bool Predecessors::beforeOwnWrite(SetId after, std::uint32_t t, std::uint32_t write,
                                  SetId& before) {
  return lookUp(knownOwnWrites, raw(after), write, before, [&]() -> std::optional<SetId> {
    const Write& w = writes[write];
    std::vector<ListId> out;
    for (const ListId id : lists[after]) {
      OptionList rest;
      for (const ReadOption& o : lists[id]) {
        if (o.cell != w.cell) {
          rest.push_back(o);
        } else if (o.writer != t || (o.values & only(w.value)) == 0) {
          return std::nullopt;
        }
      }
      const auto added = lists.add(t, rest);
      if (!added) return std::nullopt;
      out.push_back(*added);
    }
    return lists.strongest(std::move(out));
  });
}

// The minimal demands before the write from which these demands can be met after it.
std::vector<Demands> Predecessors::beforeWrite(const Demands& after, std::uint32_t t,
                                               std::uint32_t write) {
  SetId own = kNoDemand;
  if (!beforeOwnWrite(after[t], t, write, own)) return {};
  std::vector<Demands> out = {after};
  std::vector<std::vector<ListId>> required(1);
  for (std::uint32_t pi = 0; pi < after.size(); ++pi) {
    if (pi == t || after[pi] == kNoDemand) continue;
    const std::vector<SetSplit>& each = splitsOf(after[pi], pi, t, write);
    if (each.empty()) return {};
    const std::size_t n = out.size();
    for (std::size_t split = each.size(); split-- > 0;) {
      for (std::size_t i = 0; i < n; ++i) {
        if (split != 0) {
          out.push_back(out[i]);
          required.push_back(required[i]);
        }
        const std::size_t at = split != 0 ? out.size() - 1 : i;
        out[at][pi] = each[split].remaining;
        required[at].insert(required[at].end(), each[split].required.begin(),
                            each[split].required.end());
      }
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i][t] = own;
    if (required[i].empty()) continue;
    const std::vector<ListId>& mine = lists[own];
    required[i].insert(required[i].end(), mine.begin(), mine.end());
    out[i][t] = lists.strongest(std::move(required[i]));
  }
  if (out.size() == 1) return out;
  std::vector<Demands> least;
  for (Demands& demands : out) {
    const auto covers = [&](const Demands& d) { return isWeaker(d, demands); };
    if (std::any_of(least.begin(), least.end(), covers)) continue;
    std::erase_if(least, [&](const Demands& d) { return isWeaker(demands, d); });
    least.push_back(std::move(demands));
  }
  return least;
}

// Prepends the options to every list of t.
bool Predecessors::beforeReads(SetId after, std::uint32_t t, std::uint32_t reads, SetId& before) {
  if (words[reads].empty()) {
    before = after;
    return true;
  }
  // The empty set is shared by all threads, so its key must name the thread.
  const std::uint32_t set = after == kNoDemand ? Memo::kUnknown - t : raw(after);
  return lookUp(knownReads, set, reads, before, [&]() -> std::optional<SetId> {
    std::vector<ListId> all = lists[after];
    if (all.empty()) all.push_back(kEmptyList);
    for (ListId& id : all) {
      OptionList longer = words[reads];
      longer.insert(longer.end(), lists[id].begin(), lists[id].end());
      const std::optional<ListId> added = lists.add(t, longer);
      if (!added) return std::nullopt;
      id = *added;
    }
    return lists.strongest(std::move(all));
  });
}

bool Predecessors::isWeaker(const Demands& a, const Demands& b) {
  for (std::size_t pi = 0; pi < a.size(); ++pi) {
    if (!lists.isWeaker(a[pi], b[pi])) return false;
  }
  return true;
}

}  // namespace robur::verify
