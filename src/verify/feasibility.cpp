#include "verify/feasibility.h"

#include <algorithm>
#include <set>

namespace robur::verify {

namespace {

// True if the word reads another value than the initial one from a cell that must be initial.
bool leavesInitial(const Word& word, const std::map<std::uint32_t, ValueSet>& past) {
  return std::any_of(word.begin(), word.end(), [&](const WordRead& r) {
    const auto at = past.find(r.cell);
    return at != past.end() && at->second == 0 && (r.values & only(0)) == 0;
  });
}

}  // namespace

bool Feasibility::operator()(const Positions& positions, const Demands& demands) {
  std::uint32_t untouched = 0;
  if (!untouchedBy(demands, untouched)) return false;
  for (std::uint32_t pi = 0; pi < demands.size(); ++pi) {
    if (demands[pi] == kNoDemand && untouched == 0) continue;
    const AllowedNodes& where = allowedFor(pi, demands[pi], untouched);
    if (!where.possible) return false;
    for (const auto& [thread, allowed] : where.threads) {
      const Position position = positions[thread];
      if (position != kAnywhere && !allowed[static_cast<std::size_t>(position)]) return false;
    }
  }
  return true;
}

bool Feasibility::untouchedBy(const Demands& demands, std::uint32_t& untouched) {
  together.clear();
  bool initial = false;
  for (const SetId set : demands) {
    if (set == kNoDemand) continue;
    for (const Update& u : updatesOf(set)) {
      const auto same = std::find_if(together.begin(), together.end(),
                                     [&](const Update& o) { return o.cell == u.cell; });
      if (same == together.end()) {
        together.push_back(u);
        initial = initial || u.writer == system.initialWriter();
        continue;
      }
      same->values &= u.values;
      if (same->writer != u.writer || same->values == 0) return false;
    }
  }
  if (!initial) return true;
  Cells cells;
  for (const Update& u : together) {
    if (u.writer == system.initialWriter()) cells.push_back(u.cell);
  }
  std::sort(cells.begin(), cells.end());
  const auto [at, isNew] =
      untouchedIds.emplace(cells, static_cast<std::uint32_t>(untouchedCells.size()));
  if (isNew) untouchedCells.push_back(cells);
  untouched = at->second;
  return true;
}

const std::vector<Feasibility::Update>& Feasibility::updatesOf(SetId set) {
  std::uint32_t& known = knownUpdates.at(raw(set), 0);
  if (known != Memo::kUnknown) return updates[known];
  known = static_cast<std::uint32_t>(updates.size());
  std::vector<Update>& out = updates.emplace_back();
  for (const ListId id : lists[set]) {
    for (const ReadOption& o : lists[id]) {
      if (o.update) out.push_back({o.cell, o.writer, o.values});
    }
  }
  return out;
}

const Feasibility::AllowedNodes& Feasibility::allowedFor(std::uint32_t pi, SetId set,
                                                         std::uint32_t untouched) {
  const std::uint32_t pendingAccess = untouched * system.threadCount() + pi;
  if (const std::uint32_t known = knownAllowed.at(raw(set), pendingAccess);
      known != Memo::kUnknown) {
    return allowed[known];
  }
  knownAllowed.at(raw(set), pendingAccess) = static_cast<std::uint32_t>(allowed.size());
  return allowed.emplace_back(findAllowed(pi, set, untouchedCells[untouched]));
}

Feasibility::AllowedNodes Feasibility::findAllowed(std::uint32_t pi, SetId set,
                                                   const Cells& untouched) {
  AllowedNodes out;
  Past past;
  for (const std::uint32_t cell : untouched) past[cell] = 0;
  for (const ListId id : lists[set]) demandList(pi, lists[id], untouched, past, out);
  if (out.possible && !past.empty()) narrow(out, pi, nodesWith(pi, past));
  return out;
}

// From the end of the list to its front; `past` collects the cells read as initial further on.
void Feasibility::demandList(std::uint32_t pi, const OptionList& list, const Cells& untouched,
                             Past& past, AllowedNodes& out) {
  Past initial;
  for (const std::uint32_t cell : untouched) initial[cell] = 0;
  for (auto o = list.rbegin(); o != list.rend() && out.possible; ++o) {
    if (o->writer == system.initialWriter()) {
      initial[o->cell] = 0;
      out.possible = past.emplace(o->cell, 0).first->second == 0;
      continue;
    }
    if (std::binary_search(untouched.begin(), untouched.end(), o->cell)) out.possible = false;
    const Automaton& writer = system.threads[o->writer];
    Nodes wrote(writer.nodes);
    for (std::uint32_t n = 0; n < writer.nodes; ++n) {
      wrote[n] = (o->values & writer.written[n][o->cell]) != 0;
    }
    narrow(out, o->writer, wrote);
    if (o->writer != pi) {
      if (!initial.empty()) narrow(out, o->writer, wroteKnowing(*o, initial));
      continue;
    }
    const auto [at, isNew] = past.emplace(o->cell, o->values);
    if (isNew) continue;
    at->second &= o->values;
    if (at->second == 0) out.possible = false;
  }
}

void Feasibility::narrow(AllowedNodes& where, std::uint32_t thread, const Nodes& nodes) {
  const auto same = std::find_if(where.threads.begin(), where.threads.end(),
                                 [&](const auto& entry) { return entry.first == thread; });
  const auto entry =
      same != where.threads.end()
          ? same
          : where.threads.emplace(where.threads.end(), thread, Nodes(nodes.size(), true));
  bool any = false;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    entry->second[n] = entry->second[n] && nodes[n];
    any = any || entry->second[n];
  }
  where.possible = where.possible && any;
}

const Feasibility::Nodes& Feasibility::nodesWith(std::uint32_t thread, const Past& past) {
  const auto [at, isNew] = nodes.emplace(std::pair(thread, past), Nodes{});
  if (!isNew) return at->second;
  const Automaton& a = system.threads[thread];
  std::vector<std::pair<std::uint32_t, ValueSet>> own;
  for (const auto& [cell, values] : past) {
    if (values != 0) own.emplace_back(cell, values);
  }
  using State = std::pair<std::uint32_t, std::vector<bool>>;  // node, and for which cells the own
                                                              // last write matches
  std::set<State> seen = {{0, std::vector<bool>(own.size(), false)}};
  std::vector<State> work(seen.begin(), seen.end());
  Nodes out(a.nodes, false);
  while (!work.empty()) {
    const State state = std::move(work.back());
    work.pop_back();
    if (std::find(state.second.begin(), state.second.end(), false) == state.second.end()) {
      out[state.first] = true;
    }
    for (const std::uint32_t m : a.outOf[state.first]) {
      const MacroStep& macro = a.macros[m];
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

Feasibility::Nodes Feasibility::wroteKnowing(const ReadOption& option, const Past& cells) {
  const Automaton& a = system.threads[option.writer];
  Nodes out(a.nodes, false);
  if (cells.contains(option.cell)) return out;
  const Nodes& possible = nodesWith(option.writer, cells);
  for (const MacroStep& m : a.macros) {
    if (m.cell != option.cell || (option.values >> m.written & 1) == 0) continue;
    if (!possible[m.from] || leavesInitial(m.word, cells)) continue;
    for (std::uint32_t n = 0; n < a.nodes; ++n) out[n] = out[n] || a.before[n][m.to];
  }
  return out;
}

}  // namespace robur::verify
