#include "verify/buffers/abstraction.h"

#include <algorithm>
#include <bit>

#include "support/hash.h"

namespace robur::verify_buffers {

namespace {

constexpr std::uint32_t kNoState = ~std::uint32_t{0};
constexpr std::size_t kMostStates = 100000;                 // tracking the last value of every cell
constexpr std::size_t kMostCoarseStates = 20000;            // tracking none
constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of rows
constexpr std::size_t kStepsPerState = 50;

template <class Row>
void set(Row& row, std::size_t bit) {
  row[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

template <class Row>
bool within(const Row& a, const Row& b) {
  std::uint64_t more = 0;
  for (std::size_t k = 0; k < a.size(); ++k) more |= a[k] & ~b[k];
  return more == 0;
}

template <class Row>
Row common(const Row& a, const Row& b) {
  Row out = {};
  for (std::size_t k = 0; k < a.size(); ++k) out[k] = a[k] & b[k];
  return out;
}

template <class Row>
Row without(const Row& a, const Row& b) {
  Row out = {};
  for (std::size_t k = 0; k < a.size(); ++k) out[k] = a[k] & ~b[k];
  return out;
}

template <class Row>
bool none(const Row& row) {
  return std::all_of(row.begin(), row.end(), [](std::uint64_t word) { return word == 0; });
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

Abstraction::Row Abstraction::basesOf(std::uint32_t cell, ValueSet values) const {
  Row out = {};
  for (ValueSet rest = values & system.values[cell]; rest != 0; rest &= rest - 1) {
    set(out, baseOf(cell, static_cast<ValueId>(std::countr_zero(rest))));
  }
  return out;
}

bool Abstraction::number() {
  for (const ValueSet values : system.values) {
    firstBase.push_back(bases);
    bases += static_cast<std::size_t>(std::popcount(values));
  }
  words = bases / 64 + 1;
  if (words > kMostWords) return false;
  for (std::uint32_t c = 0; c < system.cells(); ++c) ofCell.push_back(basesOf(c, ~ValueSet{0}));
  return true;
}

bool Abstraction::explore(const std::function<bool()>& stop) {
  return number() && (run(true, kMostStates, stop) || run(false, kMostCoarseStates, stop));
}

bool Abstraction::run(bool everyCell, std::size_t maxStates, const std::function<bool()>& stop) {
  tracked.assign(system.cells(), -1);
  for (std::uint32_t c = 0; everyCell && c < system.cells(); ++c) {
    tracked[c] = static_cast<std::int32_t>(c);
  }
  begin();
  maxStates = std::min(maxStates, kMostBytes / (next.size() * sizeof(next[0])));
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
  index = {};
  positions.clear();
  work.clear();
  next.assign((lastRow() + 1) * words, 0);
  Row initial = {};
  for (std::uint32_t c = 0; c < system.cells(); ++c) set(initial, baseOf(c, 0));
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) put(next, readable(t), initial);
  for (std::uint32_t c = 0; c < system.cells(); ++c) put(next, after(baseOf(c, 0)), initial);
  put(next, lastRow(), initial);
  const auto count = std::count_if(tracked.begin(), tracked.end(), [](auto c) { return c >= 0; });
  join(stateAt(Positions(system.threadCount(), 0),
               std::vector<ValueId>(static_cast<std::size_t>(count), 0)));
}

Abstraction::StateId Abstraction::stateAt(const Positions& at, const std::vector<ValueId>& last) {
  std::uint64_t hash = PositionsHash()(at);
  for (const ValueId value : last) hash = mixed(hash, value);
  const auto same = [&](StateId id) { return all[id].last == last && *all[id].positions == at; };
  if (const StateId known = index.find(hash, same); known != HashIndex::kNone) return known;
  const auto entry = positions.emplace(at, std::vector<StateId>{}).first;
  const auto id = static_cast<StateId>(all.size());
  index.add(hash, id);
  entry->second.push_back(id);
  all.push_back({&entry->first, last, Rows(next.size(), 0), {}, false});
  return id;
}

void Abstraction::expand(StateId id) {
  all[id].pending = false;
  current = all[id].rows;
  std::size_t index = 0;
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    const Thread& thread = system.threads[t];
    for (const std::uint32_t s : thread.outOf[static_cast<std::size_t>((*all[id].positions)[t])]) {
      take(id, index++, t, thread.steps[s]);
    }
  }
}

void Abstraction::take(StateId id, std::size_t index, std::uint32_t thread, const Step& step) {
  Row last = row(current, lastRow());
  const bool drains = step.kind != Step::Kind::Write;
  const bool writes = step.kind != Step::Kind::Drain;
  if (drains) {
    const Row fitting = common(last, basesOf(step.cell, step.read));
    if (none(fitting)) return;
    last = without(last, ofCell[step.cell]);
    for (std::size_t k = 0; k < words; ++k) last[k] |= fitting[k];
  }
  fronts(current, step.word, {row(current, readable(thread)), row(current, own(thread))});
  if (reached.empty()) return;
  // At the end of the write order a thread can read the last values only.
  if (drains) reached.assign(1, {last, {}});
  if (all[id].next.size() <= index) all[id].next.resize(index + 1, kNoState);
  StateId to = all[id].next[index];
  if (to == kNoState) {
    Positions there = *all[id].positions;
    there[thread] = static_cast<Position>(step.to);
    std::vector<ValueId> lastValues = all[id].last;
    if (writes && tracked[step.cell] >= 0) {
      lastValues[static_cast<std::size_t>(tracked[step.cell])] = step.written;
    }
    to = stateAt(there, lastValues);
    all[id].next[index] = to;
  }
  for (const Front& front : reached) {
    next = current;
    put(next, lastRow(), last);
    put(next, readable(thread), front.readable);
    put(next, own(thread), front.own);
    if (writes) write(thread, step, front, last);
    join(to);
  }
}

void Abstraction::keepFront(const Front& front) {
  const auto covered = [](const Front& a, const Front& b) {
    return within(a.readable, b.readable) && within(a.own, b.own);
  };
  if (std::any_of(reached.begin(), reached.end(),
                  [&](const Front& o) { return covered(front, o); })) {
    return;
  }
  std::erase_if(reached, [&](const Front& o) { return covered(o, front); });
  reached.push_back(front);
}

// What a thread may still read after a word of reads: one front per choice of bases, maximal ones
// only.
void Abstraction::fronts(const Rows& rows, const Word& word, const Front& start) {
  reached.assign(1, start);
  for (const WordRead& read : word) {
    shorter.swap(reached);
    reached.clear();
    const Row wanted = basesOf(read.cell, read.values);
    for (const Front& front : shorter) {
      if (!none(common(front.own, wanted))) keepFront(front);
      const Row some = common(front.readable, wanted);
      for (std::size_t k = 0; k < words; ++k) {
        for (std::uint64_t here = some[k]; here != 0; here &= here - 1) {
          const std::size_t b = k * 64 + static_cast<std::size_t>(std::countr_zero(here));
          keepFront(
              {common(front.readable, row(rows, after(b))), without(front.own, ofCell[read.cell])});
        }
      }
    }
  }
}

// Computes the sets after the write of a thread that may still read `front`.
void Abstraction::write(std::uint32_t thread, const Step& step, const Front& front,
                        const Row& last) {
  const std::size_t base = baseOf(step.cell, step.written);
  const std::size_t word = base / 64;
  const std::uint64_t bit = std::uint64_t{1} << (base % 64);
  const Row& cell = ofCell[step.cell];
  Row mine = without(front.readable, cell);
  set(mine, base);
  put(next, readable(thread), mine);
  Row pending = without(front.own, cell);
  if (step.kind == Step::Kind::Write) set(pending, base);
  put(next, own(thread), pending);
  Row values = without(last, cell);
  set(values, base);
  put(next, lastRow(), values);
  Row live = mine;  // what some thread can still read; the rest is dropped
  bool readBefore = false;
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    if (t == thread) continue;
    std::uint64_t& there = next[readable(t) * words + word];
    readBefore = readBefore || (there & bit) != 0;
    there |= bit;
    for (std::size_t k = 0; k < words; ++k) live[k] |= next[readable(t) * words + k];
  }
  for (std::size_t b = 0; b < bases; ++b) {
    std::uint64_t any = 0;
    for (std::size_t k = 0; k < words; ++k) any |= next[after(b) * words + k];
    if (any != 0) next[after(b) * words + word] |= bit;
  }
  for (std::size_t k = 0; k < words; ++k) {
    std::uint64_t& there = next[after(base) * words + k];
    there = values[k] | (readBefore ? there : 0);
  }
  for (std::size_t b = 0; b < bases; ++b) {
    const bool isLive = (live[b / 64] >> (b % 64) & 1) != 0;
    for (std::size_t k = 0; k < words; ++k) next[after(b) * words + k] &= isLive ? live[k] : 0;
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

bool Abstraction::reads(StateId state, std::uint32_t thread, const Word& word) {
  const Rows& rows = all[state].rows;
  fronts(rows, word, {row(rows, readable(thread)), row(rows, own(thread))});
  return !reached.empty();
}

bool Abstraction::holds(StateId state, std::uint32_t cell, ValueSet values) const {
  return !none(common(row(all[state].rows, lastRow()), basesOf(cell, values)));
}

}  // namespace robur::verify_buffers
