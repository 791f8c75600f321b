#include "verify/forward.h"

#include <algorithm>
#include <bit>

namespace robur::potentials {

namespace {

constexpr std::uint16_t kNoBase = 0xFFFF;
constexpr std::size_t kMostStates = 4000;         // with the last write of every cell
constexpr std::size_t kMostCoarseStates = 20000;  // with those of updated cells
constexpr std::size_t kStepsPerState = 50;

}  // namespace

std::size_t Forward::PlacesHash::operator()(const Places& p) const {
  std::size_t h = 1469598103934665603u;
  for (const Place x : p) h = (h ^ static_cast<std::size_t>(x + 1)) * 1099511628211u;
  return h;
}

bool Forward::number() {
  baseOf.assign(setting.threadCount() + 1, {});
  ofCell.assign(setting.cells, {});
  for (std::uint32_t w = 0; w <= setting.initialWriter(); ++w) {
    baseOf[w].assign(setting.cells, std::vector<std::uint16_t>(kMostValues, kNoBase));
    for (std::uint32_t cell = 0; cell < setting.cells; ++cell) {
      for (ValueSet rest = setting.writes[w][cell]; rest != 0; rest &= rest - 1) {
        if (bases.size() == kMostBases) return false;
        const auto value = static_cast<ValueId>(std::countr_zero(rest));
        baseOf[w][cell][value] = static_cast<std::uint16_t>(bases.size());
        ofCell[cell].set(bases.size());
        bases.push_back({w, cell, only(value), false});
      }
    }
  }
  return true;
}

bool Forward::explore(const std::function<bool()>& stop) {
  return number() && (run(true, kMostStates, stop) || run(false, kMostCoarseStates, stop));
}

bool Forward::run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop) {
  known.clear();
  work.clear();
  count = 0;
  tracked.assign(setting.cells, -1);
  std::vector<bool> updated(setting.cells, everyCell);
  for (const Automaton& a : setting.threads) {
    for (const Macro& m : a.macros) updated[m.cell] = updated[m.cell] || m.update;
  }
  trackedCount = 0;
  for (std::uint32_t c = 0; c < setting.cells; ++c) {
    if (updated[c]) tracked[c] = static_cast<std::int32_t>(trackedCount++);
  }
  Bases initial;
  for (std::uint32_t c = 0; c < setting.cells; ++c) {
    initial.set(baseOf[setting.initialWriter()][c][0]);
  }
  Abstract start;
  start.last.resize(trackedCount);
  start.readable.assign(setting.threadCount(), initial);
  start.after.resize(bases.size() + trackedCount);
  for (std::uint32_t c = 0; c < setting.cells; ++c) {
    const std::uint16_t base = baseOf[setting.initialWriter()][c][0];
    start.after[base] = initial;
    if (tracked[c] < 0) continue;
    start.last[static_cast<std::size_t>(tracked[c])] = base;
    start.after[bases.size() + static_cast<std::size_t>(tracked[c])] = initial;
  }
  add(Places(setting.threadCount(), 0), std::move(start));
  for (std::size_t steps = 0; !work.empty(); ++steps) {
    if (count > maxStates || steps > maxStates * kStepsPerState) return false;
    if (steps % 64 == 0 && stop()) return false;
    const auto [places, at] = std::move(work.back());
    work.pop_back();
    const Abstract state = known[places][at];
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      const Automaton& a = setting.threads[t];
      for (const std::uint32_t m : a.outOf[static_cast<std::size_t>(places[t])]) {
        step(places, state, t, a.macros[m]);
      }
    }
  }
  return true;
}

// Joins the state into the one with the same places and last writes; goes on only if that grew.
void Forward::add(const Places& places, Abstract state) {
  Bases live;  // what nobody can read any more need not be remembered
  for (const Bases& r : state.readable) live |= r;
  for (std::size_t b = 0; b < state.after.size(); ++b) {
    if (b >= bases.size() || live[b]) {
      state.after[b] &= live;
    } else {
      state.after[b].reset();
    }
  }
  std::vector<Abstract>& all = known[places];
  for (std::size_t i = 0; i < all.size(); ++i) {
    Abstract& old = all[i];
    if (old.last != state.last) continue;
    bool grew = false;
    const auto join = [&](std::vector<Bases>& into, const std::vector<Bases>& from) {
      for (std::size_t k = 0; k < into.size(); ++k) {
        grew = grew || (from[k] & ~into[k]).any();
        into[k] |= from[k];
      }
    };
    join(old.readable, state.readable);
    join(old.after, state.after);
    if (grew) work.emplace_back(places, i);
    return;
  }
  all.push_back(std::move(state));
  ++count;
  work.emplace_back(places, all.size() - 1);
}

std::vector<Forward::Bases> Forward::afterWord(const Abstract& state, Bases start,
                                               const Word& word) const {
  std::vector<Bases> fronts = {start};
  for (const WordRead& read : word) {
    std::vector<Bases> next;
    for (const Bases& front : fronts) {
      const Bases here = front & ofCell[read.cell];
      for (std::size_t b = 0; b < bases.size(); ++b) {
        if (!here[b] || (bases[b].values & read.values) == 0) continue;
        const Bases rest = front & state.after[b];
        const auto covers = [&](const Bases& o) { return (rest & ~o).none(); };
        if (std::any_of(next.begin(), next.end(), covers)) continue;
        std::erase_if(next, [&](const Bases& o) { return (o & ~rest).none(); });
        next.push_back(rest);
      }
    }
    fronts = std::move(next);
  }
  return fronts;
}

void Forward::step(const Places& places, const Abstract& state, std::uint32_t t,
                   const Macro& macro) {
  std::vector<Bases> fronts = afterWord(state, state.readable[t], macro.word);
  const std::int32_t slot = tracked[macro.cell];
  if (macro.update) {
    const auto s = static_cast<std::size_t>(slot);
    if ((bases[state.last[s]].values & macro.read) == 0) return;
    for (Bases& front : fronts) front &= state.after[bases.size() + s];
  }
  const std::uint16_t base = baseOf[t][macro.cell][macro.written];
  bool oldReadable = false;
  for (std::uint32_t pi = 0; pi < setting.threadCount(); ++pi) {
    oldReadable = oldReadable || (pi != t && state.readable[pi][base]);
  }
  Places to = places;
  to[t] = static_cast<Place>(macro.to);
  for (const Bases& front : fronts) {
    Bases mine = front & ~ofCell[macro.cell];
    mine.set(base);
    Abstract next = state;
    for (std::uint32_t pi = 0; pi < setting.threadCount(); ++pi) next.readable[pi].set(base);
    next.readable[t] = mine;
    for (Bases& after : next.after) {
      if (after.any()) after.set(base);
    }
    next.after[base] = oldReadable ? state.after[base] | mine : mine;
    if (slot >= 0) {
      next.last[static_cast<std::size_t>(slot)] = base;
      next.after[bases.size() + static_cast<std::size_t>(slot)] = mine;
    }
    add(to, std::move(next));
  }
}

bool Forward::walks(const Abstract& state, std::uint32_t thread, const OptionList& list) const {
  Bases front = state.readable[thread];
  for (const ReadOption& o : list) {
    Bases rest;
    for (ValueSet values = o.values; values != 0; values &= values - 1) {
      const std::uint16_t b = baseOf[o.writer][o.cell][std::countr_zero(values)];
      if (b == kNoBase || !front[b]) continue;
      if (!o.update) {
        rest |= state.after[b];
      } else if (tracked[o.cell] < 0) {
        rest |= state.after[b];
      } else if (const auto s = static_cast<std::size_t>(tracked[o.cell]); state.last[s] == b) {
        rest |= state.after[bases.size() + s];
      }
    }
    front &= rest;
    if (front.none()) return false;
  }
  return true;
}

Forward::Matching& Forward::matching(const Places& places) {
  const auto [at, isNew] = found.emplace(places, Matching{});
  std::vector<const Abstract*>& out = at->second.states;
  if (!isNew) return at->second;
  if (std::find(places.begin(), places.end(), kAnywhere) == places.end()) {
    if (const auto exact = known.find(places); exact != known.end()) {
      for (const Abstract& state : exact->second) out.push_back(&state);
    }
    return at->second;
  }
  for (const auto& [key, states] : known) {
    bool fits = true;
    for (std::size_t t = 0; t < places.size() && fits; ++t) {
      fits = places[t] == kAnywhere || places[t] == key[t];
    }
    if (!fits) continue;
    for (const Abstract& state : states) out.push_back(&state);
  }
  return at->second;
}

const std::vector<std::uint64_t>& Forward::walkable(Matching& where, std::uint32_t thread,
                                                    ListId list) {
  const auto [at, isNew] = where.walkable.emplace(raw(list), std::vector<std::uint64_t>{});
  if (!isNew) return at->second;
  at->second.assign(where.states.size() / 64 + 1, 0);
  for (std::size_t i = 0; i < where.states.size(); ++i) {
    if (walks(*where.states[i], thread, lists[list])) {
      at->second[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  return at->second;
}

// Is there one abstract state in which all lists can be walked?
bool Forward::allows(const Places& places, const Demands& demands) {
  Matching& where = matching(places);
  if (where.states.empty()) return false;
  std::vector<std::uint64_t> all;
  for (std::uint32_t t = 0; t < demands.size(); ++t) {
    for (const ListId id : demands[t]) {
      const std::vector<std::uint64_t>& some = walkable(where, t, id);
      if (all.empty()) all.assign(some.size(), ~std::uint64_t{0});
      bool any = false;
      for (std::size_t i = 0; i < all.size(); ++i) any |= (all[i] &= some[i]) != 0;
      if (!any) return false;
    }
  }
  return true;
}

}  // namespace robur::potentials
