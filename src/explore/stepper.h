// One step of the monitored program: an access together with the model's update, the local
// work that follows it, and forgetting what nobody will look at again.
//
// First `look` at a state; everything after that is about this state until the next look. What
// threads may do next is numbered: a thread has one option, or several if it is to choose.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "explore/config.h"
#include "explore/event_numbers.h"
#include "explore/interest_table.h"
#include "explore/local_steps.h"
#include "explore/monitor.h"
#include "explore/moves.h"
#include "explore/search.h"
#include "explore/stubborn.h"
#include "explore/symmetry.h"
#include "explore/views.h"
#include "explore/watch.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

template <template <int> class Model, int W, class WatchOfRows = Watch<W>>
class Stepper {
 public:
  // The last arguments are for the watch.
  template <class... ForWatch>
  Stepper(const Machine& machine, const Futures& futures, const MonitoredCells& monitored,
          const MonitorLayout<W>& layout, const Model<W>& model, const Symmetry<W>& symmetry,
          Locals& locals, const Codec& codec, const SearchOptions& options, ForWatch&&... forWatch)
      : m(machine),
        layout(layout),
        monitor(model, monitored, layout, options.races),
        symmetry(symmetry),
        codec(codec),
        options(options),
        threads(machine.threadCount()),
        setWords(futures.wordCount()),
        clearDead(options.clearDead),
        watch(std::forward<ForWatch>(forWatch)...),
        steps(machine, futures, locals, options),
        events(monitored),
        interests(machine, futures, monitored, layout, options, monitor.asksForNext()),
        views(machine, futures, monitored, layout, interests, locals, steps),
        here(machine.threadCount()),
        there(machine.threadCount()),
        interestsThere(machine.threadCount()),
        interestsSet(machine.threadCount()),
        first(machine.threadCount() + 1),
        stubborn(machine.threadCount(), futures.wordCount()),
        moves(machine.threadCount()),
        futuresHere(machine.threadCount()),
        changes(machine.cellCount() + 2) {
    makeRoom(machine.threadCount());
    if (options.clearDead && !interests.exact()) watch.neverRemember();
  }

  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  // What looks at the rows.
  WatchOfRows& eye() { return watch; }

  Config blank() const { return Config(m.cellCount(), m.threadCount()); }
  void initial(Config& out) {
    std::vector<std::int64_t> state(m.stateSize());
    m.initial(state.data());
    std::copy(state.begin(), state.begin() + m.cellCount(), out.cells());
    for (unsigned t = 0; t < threads; ++t) {
      out.locals()[t] = steps.initial(t);
      there[t] = &views.of(t, static_cast<LocalId>(out.locals()[t]));
    }
    RowBlock<W> block = monitor.initial();
    if (clearDead) {
      for (unsigned c = 0; c < m.cellCount(); ++c) {
        if (!anybodyReads(c)) out.cells()[c] = m.cellType(c).lo;
      }
      dropDead(block.rows());
    }
    out.setRows(watch.number(block));
  }
  // The monitor's rows in a state.
  RowBlock<W> rows(const Config& state) const { return watch.block(state.rows()); }
  // Brings threads that can change places into order; false if they were.
  bool normalise(Config& state) {
    if (symmetry.inPlace(state.locals())) return false;
    if (!symmetry.canRank()) {
      RowBlock<W> block = rows(state);
      symmetry.sort(state.locals(), block.rows());
      state.setRows(watch.number(block));
      return true;
    }
    state.setRows(watch.changed(state.rows(), EventNumbers::kSorting,
                                symmetry.ranks(state.locals()), [&](Bits<W>* changing) {
                                  std::vector<std::uint64_t> own(state.locals(),
                                                                 state.locals() + threads);
                                  symmetry.sort(own.data(), changing);
                                }));
    symmetry.sortLocals(state.locals());
    return true;
  }

  // Finds out what every thread is about to do in a packed state, which must stay where it is
  // while it is looked at.
  Moves look(const std::uint64_t* state) {
    if (steps.trim()) [[unlikely]] {
      views.clear();
      moves.clear();
    }
    from = state;
    watch.look(static_cast<RowsId>(codec.at(state, codec.rowsAt())));
    unsigned count = 0;
    choosing = false;
    straying = false;
    interestsHere = 0;
    for (unsigned t = 0; t < threads; ++t) {
      const View& v = views.of(t, static_cast<LocalId>(codec.at(state, codec.localAt(t))));
      here[t] = &v;
      there[t] = &v;
      interestsHere += v.interestNumber;
      first[t] = count;
      if (!v.choice) [[likely]] {
        addOption(t, v, count++);
      } else {
        choosing = true;
        makeRoom(count + v.ways.size() + threads);
        for (const View* way : v.ways) addOption(t, *way, count++);
      }
    }
    first[threads] = count;
    if (choosing) return movesHere();
    if (const Moves* known = moves.find(stepsHere.data())) [[likely]]
      return *known;
    const Moves found = movesHere();
    moves.keep(stepsHere.data(), found);
    return found;
  }
  // Is some thread to choose? Could weak memory let some access stray from SC?
  bool someChoice() const { return choosing; }
  bool someStale() const { return straying; }
  unsigned optionCount() const { return first.back(); }
  unsigned firstOption(unsigned t) const { return first[t]; }
  unsigned threadOf(unsigned option) const {
    return static_cast<unsigned>(std::upper_bound(first.begin(), first.end(), option) -
                                 first.begin()) -
           1;
  }
  const Action& pending(unsigned option) const { return stepsHere[option]->action; }
  Pc pc(unsigned option) const { return viewsHere[option]->source; }
  // The state of its own that a thread is in when it has chosen this option.
  LocalId local(unsigned option) const { return viewsHere[option]->id; }
  // What goes wrong while t chooses.
  std::span<const std::pair<Pc, Fault>> faultsOfChoice(unsigned t) const { return here[t]->faults; }

  // The place that the option is at; places are followed by cells that are not atomic.
  unsigned where(unsigned option) const { return whereOf(*viewsHere[option]); }
  unsigned whereOf(const typename Views<W>::View& v) const {
    if (v.place != kNotMonitored || v.cell == kNoCell) return v.place;
    const unsigned plain = layout.plainIndex[v.cell];
    return plain == kNotMonitored ? kNotMonitored : layout.cells + plain;
  }
  // Is a thread about to make an access there, or can it choose to?
  bool mayBeAt(const std::uint64_t* state, unsigned t, unsigned where) {
    const View& v = views.of(t, static_cast<LocalId>(codec.at(state, codec.localAt(t))));
    if (!v.choice) return whereOf(v) == where;
    return std::any_of(v.ways.begin(), v.ways.end(),
                       [&](const View* way) { return whereOf(*way) == where; });
  }
  // Is the option an access that may be stale without being reported?
  bool onlyObserved(unsigned option) const { return viewsHere[option]->twin != kNoReg; }

  // Could weak memory let this access of t stray from SC here?
  bool stale(unsigned t, unsigned option) const {
    const View& v = *viewsHere[option];
    return monitor.strays(watch.rows(), t, v.place, v.may);
  }
  bool raceByShadows(unsigned t, unsigned option) const {
    return stepsHere[option]->plain && monitor.races(watch.rows(), t, pending(option));
  }
  // Are these, of different threads, conflicting plain accesses?
  bool conflict(unsigned option, unsigned another) const {
    const Action& a = pending(option);
    const Action& b = pending(another);
    return stepsHere[option]->plain && stepsHere[another]->plain && a.cell == b.cell &&
           (a.kind != Action::Kind::Read || b.kind != Action::Kind::Read);
  }

  // Takes an option of t (enabled) and calls emit(changes) for each way it can go on, with
  // what becomes different in the state that is looked at; faults go to onFault(pc, fault).
  template <class Emit, class OnFault>
  [[gnu::always_inline]] void step(unsigned t, unsigned option, const Emit& emit,
                                   const OnFault& onFault) {
    LocalStep* taken = stepsHere[option];
    const LocalId id = local(option);
    const bool forgiven = onlyObserved(option) && stale(t, option);
    if (forgiven) taken = &steps.find(t, id, taken->action.read, true);
    const std::span<const LocalId> next = steps.next(t, id, *taken, forgiven);
    const Action& a = taken->action;
    const unsigned place = viewsHere[option]->place;
    const bool seen = a.kind != Action::Kind::Local && !forgiven;
    const std::uint32_t event = seen ? events.of(t, *taken, place) : EventNumbers::kUnseen;
    const unsigned written =
        a.kind == Action::Kind::Write || a.kind == Action::Kind::Update ? a.cell : kNoCell;
    for (const auto& [pc, fault] : steps.faults(*taken)) onFault(pc, fault);
    const View& before = *here[t];
    for (const LocalId way : next) {
      const View& after = views.of(t, way);
      there[t] = &after;
      changed = 0;
      change(codec.localAt(t), std::uint64_t{way} - before.id);
      if (written != kNoCell) {
        const bool dead = clearDead && !anybodyReads(written);
        changeCell(written, dead ? m.cellType(written).lo : taken->after);
      }
      if (clearDead) clearLeft(before.reads, after.reads, written);
      const std::uint64_t interests =
          clearDead ? interestsHere - before.interestNumber + after.interestNumber : 0;
      const std::uint64_t rows = watch.after(event, interests, [&](Bits<W>* changing) {
        if (seen) monitor.advance(changing, t, place, a);
        if (clearDead) dropDead(changing);
      });
      change(codec.rowsAt(), rows - watch.id());
      emit(std::span<const Change>(changes.data(), changed));
    }
    there[t] = &before;
  }

  std::uint64_t bytes() const { return watch.bytes() + moves.bytes(); }

 private:
  using View = typename Views<W>::View;

  [[gnu::always_inline]] void addOption(unsigned t, const View& v, unsigned at) {
    viewsHere[at] = &v;
    stepsHere[at] = &views.step(v, t, v.cell == kNoCell ? 0 : valueOf(v.cell));
    if constexpr (WatchOfRows::kWhole) {
      straying |= monitor.strays(watch.rows(), t, v.place, v.may);
    }
  }
  Moves movesHere() {
    Moves out;
    ThreadMask resting = 0;
    for (unsigned t = 0; t < threads; ++t) {
      futuresHere[t] = here[t]->future;
      for (unsigned o = first[t]; o < first[t + 1]; ++o) {
        const LocalStep& step = *stepsHere[o];
        conflictsHere[o] = &step.conflict;
        (step.action.enabled ? out.enabled : resting) |= ThreadMask{1} << t;
        out.plain |= step.plain;
      }
    }
    out.allMayRest = std::popcount(resting) == static_cast<int>(threads);
    out.enough = options.partialOrder
                     ? stubborn.choose(futuresHere.data(), {conflictsHere.data(), first.data()},
                                       out.enabled, out.enabled & ~resting)
                     : out.enabled;
    return out;
  }
  void makeRoom(std::size_t count) {
    if (count <= viewsHere.size()) return;
    viewsHere.resize(count);
    stepsHere.resize(count);
    conflictsHere.resize(count);
  }
  [[gnu::always_inline]] std::int64_t valueOf(unsigned cell) const {
    return static_cast<std::int64_t>(codec.at(from, cell));
  }
  [[gnu::always_inline]] void change(std::uint32_t at, std::uint64_t by) {
    changes[changed++] = {at, by};
  }
  [[gnu::always_inline]] void changeCell(unsigned cell, std::int64_t to) {
    change(cell, static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(valueOf(cell)));
  }

  // `there` says what the threads may still do.
  void dropDead(Bits<W>* rows) {
    for (unsigned t = 0; t < threads; ++t) {
      if (interestsSet[t] == there[t]->interest) continue;
      interestsSet[t] = there[t]->interest;
      interestsThere.set(t, *there[t]->interest);
    }
    monitor.dropDead(rows, interestsThere);
  }
  bool anybodyReads(unsigned cell) const {
    bool out = false;
    for (const View* v : there) out |= v->reads.has(cell);
    return out;
  }
  // Clears what a thread could read before its step, and nobody can now.
  [[gnu::always_inline]] void clearLeft(const CellSet& before, const CellSet& now,
                                        unsigned written) {
    std::size_t w = 0;
    do {
      const std::uint64_t left = before.word(w) & ~now.word(w);
      if (left != 0) clearCells(w, left, written);
    } while (++w < setWords);
  }
  void clearCells(std::size_t w, std::uint64_t left, unsigned written) {
    for (; left != 0; left &= left - 1) {
      const auto cell = static_cast<unsigned>(64 * w + std::countr_zero(left));
      if (cell == m.cellCount()) break;  // the fences' own
      if (cell != written && !anybodyReads(cell)) changeCell(cell, m.cellType(cell).lo);
    }
  }

  const Machine& m;
  const MonitorLayout<W>& layout;
  const Monitor<Model, W> monitor;
  const Symmetry<W>& symmetry;
  const Codec& codec;
  const SearchOptions& options;
  const unsigned threads;
  const std::size_t setWords;  // of a set of cells
  const bool clearDead;
  WatchOfRows watch;
  LocalSteps steps;
  EventNumbers events;
  InterestTable<W> interests;
  Views<W> views;
  // Of the state that is looked at, per thread; `there` is where a step leads.
  const std::uint64_t* from = nullptr;
  std::vector<const View*> here, there;
  std::uint64_t interestsHere = 0;      // says all of `here` that the monitor asks for
  LivenessPerThread<W> interestsThere;  // brought up to date when it is asked
  std::vector<const Liveness<W>*> interestsSet;
  std::vector<unsigned> first;  // option of each thread
  bool choosing = false;
  bool straying = false;
  Stubborn stubborn;
  MoveTable moves;
  std::vector<const std::uint64_t*> futuresHere;
  // By option.
  std::vector<const View*> viewsHere;
  std::vector<LocalStep*> stepsHere;
  std::vector<const Conflict*> conflictsHere;
  // What the step at hand changes: at most every cell, a thread's own state and the rows.
  std::vector<Change> changes;
  std::size_t changed = 0;
};

}  // namespace robur
