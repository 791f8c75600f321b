#include "verify/plausible.h"

#include <algorithm>
#include <set>

namespace robur::potentials {

namespace {

// Does the word read something else than the initial value of one of the cells?
bool leavesInitial(const Word& word, const std::map<std::uint32_t, ValueSet>& past) {
  return std::any_of(word.begin(), word.end(), [&](const WordRead& r) {
    const auto at = past.find(r.cell);
    return at != past.end() && at->second == 0 && (r.values & only(0)) == 0;
  });
}

}  // namespace

bool Plausible::operator()(const Places& places, const Demands& demands) {
  Past untouched;  // cells whose initial write is mo-last: nobody has written them
  return writable(places, demands, untouched) && rememberable(places, demands, untouched);
}

bool Plausible::writable(const Places& places, const Demands& demands, Past& untouched) const {
  std::map<std::uint32_t, std::pair<std::uint32_t, ValueSet>> last;
  for (const auto& of : demands) {
    for (const ListId id : of) {
      for (const ReadOption& o : lists[id]) {
        if (o.writer != setting.initialWriter()) {
          const Automaton& a = setting.threads[o.writer];
          if ((o.values & a.writtenUpTo(places[o.writer])[o.cell]) == 0) return false;
        }
        if (!o.update) continue;
        const auto [at, isNew] = last.emplace(o.cell, std::pair(o.writer, o.values));
        if (isNew) continue;
        at->second.second &= o.values;
        if (at->second.first != o.writer || at->second.second == 0) return false;
      }
    }
  }
  for (const auto& [cell, write] : last) {
    if (write.first == setting.initialWriter()) untouched[cell] = 0;
  }
  if (untouched.empty()) return true;
  for (const auto& of : demands) {
    for (const ListId id : of) {
      for (const ReadOption& o : lists[id]) {
        if (o.writer != setting.initialWriter() && untouched.contains(o.cell)) return false;
      }
    }
  }
  return true;
}

bool Plausible::rememberable(const Places& places, const Demands& demands, const Past& untouched) {
  for (std::uint32_t pi = 0; pi < demands.size(); ++pi) {
    if (demands[pi].empty() && untouched.empty()) continue;
    Past past = untouched;
    for (const ListId id : demands[pi]) {
      Past initial = untouched;  // what is still read as initial later in the list
      const OptionList& list = lists[id];
      for (auto o = list.rbegin(); o != list.rend(); ++o) {
        if (o->writer == setting.initialWriter()) {
          initial[o->cell] = 0;
          if (past.emplace(o->cell, 0).first->second != 0) return false;
        } else if (o->writer == pi) {
          const auto [at, isNew] = past.emplace(o->cell, o->values);
          if (isNew) continue;
          at->second &= o->values;
          if (at->second == 0) return false;
        } else if (!initial.empty() && !wroteKnowing(o->writer, places[o->writer], *o, initial)) {
          return false;
        }
      }
    }
    if (past.empty()) continue;
    const std::vector<bool>& possible = nodesWith(pi, past);
    const bool found = places[pi] == kAnywhere
                           ? std::find(possible.begin(), possible.end(), true) != possible.end()
                           : static_cast<bool>(possible[static_cast<std::size_t>(places[pi])]);
    if (!found) return false;
  }
  return true;
}

const std::vector<bool>& Plausible::nodesWith(std::uint32_t thread, const Past& past) {
  const auto [at, isNew] = nodes.emplace(std::pair(thread, past), std::vector<bool>{});
  if (!isNew) return at->second;
  const Automaton& a = setting.threads[thread];
  std::vector<std::pair<std::uint32_t, ValueSet>> own;
  for (const auto& [cell, values] : past) {
    if (values != 0) own.emplace_back(cell, values);
  }
  using State = std::pair<std::uint32_t, std::vector<bool>>;  // node, own last writes that fit
  std::set<State> seen = {{0, std::vector<bool>(own.size(), false)}};
  std::vector<State> work(seen.begin(), seen.end());
  std::vector<bool> out(a.nodes, false);
  while (!work.empty()) {
    const State state = std::move(work.back());
    work.pop_back();
    if (std::find(state.second.begin(), state.second.end(), false) == state.second.end()) {
      out[state.first] = true;
    }
    for (const std::uint32_t m : a.outOf[state.first]) {
      const Macro& macro = a.macros[m];
      const auto touched = past.find(macro.cell);
      if (touched != past.end() && touched->second == 0) continue;
      if (leavesInitial(macro.word, past)) continue;
      State next{macro.to, state.second};
      for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i].first == macro.cell) next.second[i] = (own[i].second >> macro.written & 1) != 0;
      }
      if (seen.insert(next).second) work.push_back(std::move(next));
    }
  }
  at->second = std::move(out);
  return at->second;
}

bool Plausible::wroteKnowing(std::uint32_t thread, Place place, const ReadOption& option,
                             const Past& cells) {
  const auto [at, isNew] = wrote.emplace(std::tuple(thread, place, option, cells), false);
  if (!isNew) return at->second;
  if (cells.contains(option.cell)) return false;
  const Automaton& a = setting.threads[thread];
  const std::vector<bool>& possible = nodesWith(thread, cells);
  for (const Macro& m : a.macros) {
    if (m.cell != option.cell || (option.values >> m.written & 1) == 0) continue;
    if (!possible[m.from] || leavesInitial(m.word, cells)) continue;
    if (place != kAnywhere && !a.before[static_cast<std::size_t>(place)][m.to]) continue;
    return at->second = true;
  }
  return false;
}

}  // namespace robur::potentials
