#include "verify/abstraction.h"

#include <algorithm>
#include <bit>

namespace robur::verify {

namespace {

constexpr std::uint16_t kNoBase = 0xFFFF;
constexpr std::uint32_t kNoState = ~std::uint32_t{0};
constexpr std::size_t kMostStates = 4000;         // tracking the last write of every cell
constexpr std::size_t kMostCoarseStates = 20000;  // tracking it for updated cells only
constexpr std::size_t kStepsPerState = 50;

template <class Row>
void set(Row& row, std::size_t bit) {
  row[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

template <class Row>
bool has(const Row& row, std::size_t bit) {
  return (row[bit / 64] >> (bit % 64) & 1) != 0;
}

template <class Row>
bool within(const Row& a, const Row& b) {
  std::uint64_t more = 0;
  for (std::size_t k = 0; k < a.size(); ++k) more |= a[k] & ~b[k];
  return more == 0;
}

}  // namespace

Abstraction::Row Abstraction::row(const Rows& rows, std::size_t index) const {
  Row out = {};
  for (std::size_t k = 0; k < words; ++k) out[k] = rows[index * words + k];
  return out;
}

void Abstraction::put(Rows& rows, std::size_t index, const Row& row) const {
  for (std::size_t k = 0; k < words; ++k) rows[index * words + k] = row[k];
}

bool Abstraction::number() {
  baseOf.assign(system.threadCount() + 1, {});
  ofCell.assign(system.cells, {});
  for (std::uint32_t w = 0; w <= system.initialWriter(); ++w) {
    baseOf[w].assign(system.cells, std::vector<std::uint16_t>(kMostValues, kNoBase));
    for (std::uint32_t cell = 0; cell < system.cells; ++cell) {
      for (ValueSet rest = system.writes[w][cell]; rest != 0; rest &= rest - 1) {
        if (bases.size() == kMostWords * 64) return false;
        const auto value = static_cast<ValueId>(std::countr_zero(rest));
        baseOf[w][cell][value] = static_cast<std::uint16_t>(bases.size());
        set(ofCell[cell], bases.size());
        bases.emplace_back(w, cell, only(value), false);
      }
    }
  }
  words = bases.size() / 64 + 1;
  return words <= kMostWords;
}

bool Abstraction::explore(const std::function<bool()>& stop) {
  return number() && (run(true, kMostStates, stop) || run(false, kMostCoarseStates, stop));
}

bool Abstraction::run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop) {
  tracked.assign(system.cells, -1);
  std::vector<bool> updated(system.cells, everyCell);
  for (const Automaton& a : system.threads) {
    for (const MacroStep& m : a.macros) updated[m.cell] = updated[m.cell] || m.update;
  }
  trackedCount = 0;
  for (std::uint32_t c = 0; c < system.cells; ++c) {
    if (updated[c]) tracked[c] = static_cast<std::int32_t>(trackedCount++);
  }
  begin();
  // First in, first out: most joins into a state then happen before it is expanded.
  for (std::size_t steps = 0; steps < work.size(); ++steps) {
    if (all.size() > maxStates || steps > maxStates * kStepsPerState) return false;
    if (steps % 64 == 0 && stop()) return false;
    expand(work[steps]);
  }
  return true;
}

void Abstraction::begin() {
  all.clear();
  positions.clear();
  work.clear();
  next.assign(afterLast(trackedCount) * words, 0);
  Row initial = {};
  for (std::uint32_t c = 0; c < system.cells; ++c) {
    set(initial, baseOf[system.initialWriter()][c][0]);
  }
  std::vector<std::uint16_t> last(trackedCount);
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) put(next, t, initial);
  for (std::uint32_t c = 0; c < system.cells; ++c) {
    const std::uint16_t base = baseOf[system.initialWriter()][c][0];
    put(next, afterBase(base), initial);
    if (tracked[c] < 0) continue;
    const auto slot = static_cast<std::size_t>(tracked[c]);
    last[slot] = base;
    put(next, afterLast(slot), initial);
  }
  join(stateAt(Positions(system.threadCount(), 0), last));
}

Abstraction::StateId Abstraction::stateAt(const Positions& at,
                                          const std::vector<std::uint16_t>& last) {
  const auto entry = positions.emplace(at, std::vector<StateId>{}).first;
  for (const StateId id : entry->second) {
    if (all[id].last == last) return id;
  }
  const auto id = static_cast<StateId>(all.size());
  entry->second.push_back(id);
  all.push_back({&entry->first, last, Rows(next.size(), 0), {}, false});
  return id;
}

void Abstraction::expand(StateId id) {
  all[id].pending = false;
  current = all[id].rows;
  std::size_t index = 0;
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    const Automaton& a = system.threads[t];
    for (const std::uint32_t m : a.outOf[static_cast<std::size_t>((*all[id].positions)[t])]) {
      take(id, index++, {t, &a.macros[m]});
    }
  }
}

void Abstraction::take(StateId id, std::size_t index, const Step& step) {
  const MacroStep& macro = *step.macro;
  const std::int32_t slot = tracked[macro.cell];
  if (macro.update) {
    const ReadOption& last = bases[all[id].last[static_cast<std::size_t>(slot)]];
    if ((last.values & macro.read) == 0) return;
  }
  fronts(macro.word, row(current, step.thread));
  if (reached.empty()) return;
  if (all[id].next.size() <= index) all[id].next.resize(index + 1, kNoState);
  StateId to = all[id].next[index];
  if (to == kNoState) {
    Positions there = *all[id].positions;
    there[step.thread] = static_cast<Position>(macro.to);
    std::vector<std::uint16_t> last = all[id].last;
    if (slot >= 0) {
      last[static_cast<std::size_t>(slot)] = baseOf[step.thread][macro.cell][macro.written];
    }
    to = stateAt(there, last);
    all[id].next[index] = to;
  }
  for (Row& front : reached) {
    if (macro.update) {
      const Row after = row(current, afterLast(static_cast<std::size_t>(slot)));
      for (std::size_t k = 0; k < words; ++k) front[k] &= after[k];
    }
    write(step, front);
    join(to);
  }
}

// What a thread may still read after a word of reads: one row per choice of writes, maximal rows
// only.
void Abstraction::fronts(const Word& word, const Row& start) {
  reached.assign(1, start);
  for (const WordRead& read : word) {
    shorter.swap(reached);
    reached.clear();
    for (const Row& front : shorter) {
      for (std::size_t k = 0; k < words; ++k) {
        for (std::uint64_t here = front[k] & ofCell[read.cell][k]; here != 0; here &= here - 1) {
          const std::size_t b = k * 64 + static_cast<std::size_t>(std::countr_zero(here));
          if ((bases[b].values & read.values) == 0) continue;
          Row rest = row(current, afterBase(b));
          for (std::size_t i = 0; i < words; ++i) rest[i] &= front[i];
          const auto covers = [&](const Row& o) { return within(rest, o); };
          if (std::any_of(reached.begin(), reached.end(), covers)) continue;
          std::erase_if(reached, [&](const Row& o) { return within(o, rest); });
          reached.push_back(rest);
        }
      }
    }
  }
}

// Computes the sets after the write of a thread that may still read `front`.
void Abstraction::write(const Step& step, const Row& front) {
  const MacroStep& macro = *step.macro;
  const std::uint16_t base = baseOf[step.thread][macro.cell][macro.written];
  const std::size_t word = base / 64;
  const std::uint64_t bit = std::uint64_t{1} << (base % 64);
  next = current;
  Row mine = {};
  for (std::size_t k = 0; k < words; ++k) mine[k] = front[k] & ~ofCell[macro.cell][k];
  mine[word] |= bit;
  bool oldReadable = false;
  Row live = mine;  // what some thread can still read; the rest is dropped
  for (std::uint32_t pi = 0; pi < system.threadCount(); ++pi) {
    if (pi == step.thread) continue;
    oldReadable = oldReadable || (next[pi * words + word] & bit) != 0;
    next[pi * words + word] |= bit;
    for (std::size_t k = 0; k < words; ++k) live[k] |= next[pi * words + k];
  }
  put(next, step.thread, mine);
  for (std::size_t index = afterBase(0); index < afterLast(trackedCount); ++index) {
    std::uint64_t any = 0;
    for (std::size_t k = 0; k < words; ++k) any |= next[index * words + k];
    if (any != 0) next[index * words + word] |= bit;
  }
  Row after = mine;
  if (oldReadable) {
    for (std::size_t k = 0; k < words; ++k) after[k] |= next[afterBase(base) * words + k];
  }
  put(next, afterBase(base), after);
  if (const std::int32_t slot = tracked[macro.cell]; slot >= 0) {
    put(next, afterLast(static_cast<std::size_t>(slot)), mine);
  }
  for (std::size_t index = afterBase(0); index < afterLast(trackedCount); ++index) {
    const std::size_t b = index - afterBase(0);
    const bool dead = b < bases.size() && !has(live, b);
    for (std::size_t k = 0; k < words; ++k) next[index * words + k] &= dead ? 0 : live[k];
  }
}

void Abstraction::join(StateId id) {
  State& into = all[id];
  std::uint64_t grew = 0;
  for (std::size_t i = 0; i < next.size(); ++i) {
    grew |= next[i] & ~into.rows[i];
    into.rows[i] |= next[i];
  }
  if (grew == 0 || into.pending) return;
  into.pending = true;
  work.push_back(id);
}

bool Abstraction::walks(StateId state, std::uint32_t thread, const OptionList& list) const {
  const State& s = all[state];
  Row front = row(s.rows, thread);
  for (const ReadOption& o : list) {
    const std::int32_t slot = o.update ? tracked[o.cell] : -1;
    Row rest = {};
    for (ValueSet values = o.values; values != 0; values &= values - 1) {
      const std::uint16_t b = baseOf[o.writer][o.cell][std::countr_zero(values)];
      if (b == kNoBase || !has(front, b)) continue;
      if (slot >= 0 && s.last[static_cast<std::size_t>(slot)] != b) continue;
      const std::size_t from = slot < 0 ? afterBase(b) : afterLast(static_cast<std::size_t>(slot));
      for (std::size_t k = 0; k < words; ++k) rest[k] |= s.rows[from * words + k];
    }
    std::uint64_t any = 0;
    for (std::size_t k = 0; k < words; ++k) any |= front[k] &= rest[k];
    if (any == 0) return false;
  }
  return true;
}

}  // namespace robur::verify
