// One step of the monitored program: an access together with the model's update, the local
// work that follows it, and clearing what no thread will consult again.
//
// First `look` at a state; everything after that is about this state until the next look. What
// threads may do next is numbered: a thread has one option, or several if it is at a choice.
//
// `View` is what a search keeps of the monitor: all rows (rows/whole_rows_view.h), a set of columns
// (columns/column_view.h), some columns of one step (columns/column_transfer.h), or nothing but
// what an effect depends on (columns/step_recorder.h). It is asked once for each successor, so
// it is a template parameter.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "explore/explore.h"
#include "explore/reduce/persistent_sets.h"
#include "explore/reduce/symmetry.h"
#include "explore/rows/monitor.h"
#include "explore/step/event_numbers.h"
#include "explore/step/key_numbers.h"
#include "explore/step/local_steps.h"
#include "explore/step/thread_state_info.h"
#include "explore/store/state_codec.h"

namespace robur {

// What all steppers of a search share.
struct StepContext {
  const Exploration& exploration;
  const MonitorType& monitor;
  const Symmetry& symmetry;
  ThreadStates& threadStates;
  const StateCodec& codec;
};

template <class View>
class Stepper {
 public:
  // The last arguments are for the view.
  template <class... ForView>
  explicit Stepper(const StepContext& context, ForView&&... forView)
      : m(context.exploration.machine),
        shape(context.monitor.shape),
        symmetry(context.symmetry),
        codec(context.codec),
        options(context.exploration.options),
        threads(m.threadCount()),
        setWords(context.exploration.futures.wordCount()),
        clearDead(options.clearDead),
        monitor(context.monitor.make()),
        rowsView(*monitor, std::forward<ForView>(forView)...),
        steps(m, context.exploration.futures, context.threadStates, options),
        events(context.exploration.monitored),
        infos(m, context.exploration.futures, context.exploration.monitored, *monitor,
              context.threadStates, steps),
        here(threads),
        there(threads),
        livenessThere(threads),
        first(threads + 1),
        persistentSets(threads, setWords),
        futuresHere(threads),
        changes(m.cellCount() + 2),
        livenessKey((threads + 1) / 2),
        livenessKeys(livenessKey.size()) {
    makeRoom(threads);
    if (clearDead && !monitor->livenessIsNumbered()) {
      longLiveness = true;
      rowsView.numbersAreOwn();
    }
  }

  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  View& view() { return rowsView; }
  const View& view() const { return rowsView; }

  Config blank() const { return Config(m.cellCount(), threads); }
  void initial(Config& out) {
    std::vector<std::int64_t> state(m.stateSize());
    m.initial(state.data());
    std::copy(state.begin(), state.begin() + m.cellCount(), out.cells());
    for (unsigned t = 0; t < threads; ++t) {
      out.locals()[t] = steps.initial(t);
      there[t] = &infos.of(t, static_cast<ThreadStateId>(out.locals()[t]));
      livenessThere[t] = there[t]->liveness.index;
    }
    RowBlock block(shape);
    monitor->initial(block.data());
    if (clearDead) {
      for (unsigned c = 0; c < m.cellCount(); ++c) {
        if (!anybodyReads(c)) out.cells()[c] = m.cellType(c).lo;
      }
      monitor->dropDead(block.data(), livenessThere.data());
    }
    out.setRows(rowsView.number(block));
  }
  // Sorts threads that can be exchanged; false if they were sorted.
  bool normalise(Config& state) {
    if (symmetry.isSorted(state.locals())) return false;
    if (!symmetry.canRank()) {
      RowBlock block = rowsView.block(state.rows());
      symmetry.sort(state.locals(), block.data());
      state.setRows(rowsView.number(block));
      return true;
    }
    state.setRows(
        rowsView.changed(state.rows(), EventNumbers::kSorting, symmetry.ranks(state.locals()),
                         [&](std::uint64_t* rows) { symmetry.sortRows(state.locals(), rows); }));
    symmetry.sortLocals(state.locals());
    return true;
  }

  // Determines what every thread is about to do in a packed state, which must stay where it is
  // while it is looked at.
  EnabledThreads look(const std::uint64_t* state) {
    if (steps.trim()) [[unlikely]]
      infos.clear();
    from = state;
    rowsView.look(static_cast<RowsId>(codec.at(state, codec.rowsAt())));
    EnabledThreads out;
    ThreadMask resting = 0;
    unsigned count = 0;
    choosing = false;
    numberHere = 0;
    for (unsigned t = 0; t < threads; ++t) {
      const auto id = static_cast<ThreadStateId>(codec.at(state, codec.localAt(t)));
      const ThreadStateInfo& info = infos.of(t, id);
      here[t] = there[t] = &info;
      futuresHere[t] = info.future;
      livenessThere[t] = info.liveness.index;
      numberHere += info.liveness.number;
      first[t] = count;
      std::span<const ThreadStateInfo* const> chosen(&here[t], 1);
      if (info.choice) [[unlikely]] {
        choosing = true;
        chosen = info.options;
        makeRoom(count + chosen.size() + threads);
      }
      for (const ThreadStateInfo* const option : chosen) {
        const std::int64_t value = option->cell == kNoCell ? 0 : valueOf(option->cell);
        LocalStep& step = infos.step(*option, t, value);
        infosHere[count] = option;
        stepsHere[count] = &step;
        conflictsHere[count++] = &step.conflict;
        out.enabled |= ThreadMask{step.action.enabled} << t;
        resting |= ThreadMask{!step.action.enabled} << t;
        out.plain |= step.plain || step.mixed;
      }
    }
    first[threads] = count;
    out.allMayRest = std::popcount(resting) == static_cast<int>(threads);
    out.enough = options.partialOrder ? persistentSets.choose(futuresHere.data(),
                                                              {conflictsHere.data(), first.data()},
                                                              out.enabled, out.enabled & ~resting)
                                      : out.enabled;
    return out;
  }
  // Is some thread at a choice?
  bool someChoice() const { return choosing; }
  // Could weak memory let some access deviate from SC? For views that have all rows.
  bool someMayViolate() const {
    const std::uint64_t* const rows = rowsView.rows();
    return rows != nullptr && monitor->someMayViolate(rows, infosHere.data(), first.data());
  }
  unsigned optionCount() const { return first.back(); }
  unsigned firstOption(unsigned t) const { return first[t]; }
  unsigned threadOf(unsigned option) const {
    return static_cast<unsigned>(std::upper_bound(first.begin(), first.end(), option) -
                                 first.begin()) -
           1;
  }
  const Action& pending(unsigned option) const { return stepsHere[option]->action; }
  Pc pc(unsigned option) const { return infosHere[option]->source; }
  // The state of its own that a thread is in when it has chosen this option.
  ThreadStateId local(unsigned option) const { return infosHere[option]->id; }
  // Faults that t meets while it chooses.
  std::span<const std::pair<Pc, Fault>> faultsOfChoice(unsigned t) const { return here[t]->faults; }

  // The cell that the option accesses, as RowShape::cellOfColumn numbers them.
  unsigned cellAt(unsigned option) const { return cellOf(*infosHere[option]); }
  // Is a thread about to access this cell, or can it choose to?
  bool mayAccess(const std::uint64_t* state, unsigned t, unsigned cell) {
    const auto id = static_cast<ThreadStateId>(codec.at(state, codec.localAt(t)));
    const ThreadStateInfo& info = infos.of(t, id);
    if (!info.choice) return cellOf(info) == cell;
    return std::any_of(info.options.begin(), info.options.end(),
                       [&](const ThreadStateInfo* option) { return cellOf(*option) == cell; });
  }
  // Is the option an access that may be stale without being reported?
  bool onlyObserved(unsigned option) const { return infosHere[option]->twin != kNoReg; }

  // Could weak memory let this access of t deviate from SC here?
  bool mayViolate(unsigned t, unsigned option) const {
    const ThreadStateInfo& info = *infosHere[option];
    return rowsView.rows() != nullptr &&
           monitor->mayViolate(rowsView.rows(), t, info.monitored, info.access);
  }
  bool raceByShadows(unsigned t, unsigned option) const {
    return stepsHere[option]->plain && rowsView.rows() != nullptr &&
           monitor->races(rowsView.rows(), t, pending(option));
  }
  // A blocked wait reads all the time; an update that is blocked has not begun.
  static bool isAccess(const Action& a) {
    return a.kind == Action::Kind::Read ||
           (a.enabled && (a.kind == Action::Kind::Write || a.kind == Action::Kind::Update));
  }
  // Are these, of different threads, conflicting accesses of which one is plain?
  bool conflict(unsigned option, unsigned another) const {
    const Action& a = pending(option);
    const Action& b = pending(another);
    const bool plain = stepsHere[option]->plain && stepsHere[another]->plain;
    const bool mixed =
        (stepsHere[option]->mixed && isAccess(b)) || (stepsHere[another]->mixed && isAccess(a));
    return (plain || mixed) && a.cell == b.cell &&
           (a.kind != Action::Kind::Read || b.kind != Action::Kind::Read);
  }

  // Takes an option of t (enabled) and calls emit(changes) for each way it can go on, with
  // what becomes different in the state that is looked at; faults go to onFault(pc, fault).
  template <class Emit, class OnFault>
  [[gnu::always_inline]] void step(unsigned t, unsigned option, const Emit& emit,
                                   const OnFault& onFault) {
    LocalStep* taken = stepsHere[option];
    const ThreadStateId id = local(option);
    const bool forgiven = onlyObserved(option) && mayViolate(t, option);
    if (forgiven) taken = &steps.find(t, id, taken->action.read, true);
    const Ways& ways = steps.waysOf(t, id, *taken, forgiven);
    const Action& a = taken->action;
    const unsigned x = infosHere[option]->monitored;
    const bool seen = a.kind != Action::Kind::Local && !forgiven;
    const std::uint32_t event = seen ? events.of(t, *taken, x) : EventNumbers::kUnseen;
    const unsigned written =
        a.kind == Action::Kind::Write || a.kind == Action::Kind::Update ? a.cell : kNoCell;
    for (const auto& [pc, fault] : ways.faults) onFault(pc, fault);
    const ThreadStateInfo& before = *here[t];
    for (const ThreadStateId way : ways.next) {
      const ThreadStateInfo& after = infos.of(t, way);
      there[t] = &after;
      livenessThere[t] = after.liveness.index;
      changed = 0;
      change(codec.localAt(t), std::uint64_t{way} - before.id);
      if (written != kNoCell) {
        const bool dead = clearDead && !anybodyReads(written);
        changeCell(written, dead ? m.cellType(written).lo : taken->after);
      }
      if (clearDead) clearLeft(before.reads, after.reads, written);
      const std::uint64_t number =
          !clearDead     ? 0
          : longLiveness ? numberOfLiveness()
                         : numberHere - before.liveness.number + after.liveness.number;
      const std::uint64_t rows = rowsView.after(event, number, [&](std::uint64_t* changing) {
        if (seen) monitor->advance(changing, t, x, a);
        if (clearDead) monitor->dropDead(changing, livenessThere.data());
      });
      change(codec.rowsAt(), rows - rowsView.id());
      emit(std::span<const Change>(changes.data(), changed));
    }
    there[t] = &before;
    livenessThere[t] = before.liveness.index;
  }

  std::uint64_t bytes() const { return rowsView.bytes() + livenessKeys.bytes(); }

 private:
  void makeRoom(std::size_t count) {
    if (count <= infosHere.size()) return;
    infosHere.resize(count);
    stepsHere.resize(count);
    conflictsHere.resize(count);
  }
  unsigned cellOf(const ThreadStateInfo& info) const {
    if (info.monitored != kNotMonitored || info.cell == kNoCell) return info.monitored;
    const unsigned plain = shape.plainIndex[info.cell];
    return plain == kNotMonitored ? kNotMonitored : shape.cells + plain;
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

  [[gnu::noinline]] std::uint64_t numberOfLiveness() {
    std::memcpy(livenessKey.data(), livenessThere.data(), threads * sizeof livenessThere[0]);
    return livenessKeys.number(livenessKey.data());
  }

  bool anybodyReads(unsigned cell) const {
    bool out = false;
    for (const ThreadStateInfo* info : there) out |= info->reads.has(cell);
    return out;
  }
  // Clears cells that a thread could read before its step, and no thread can read now.
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
      if (cell == m.cellCount()) break;  // the reserved cell of fences
      if (cell != written && !anybodyReads(cell)) changeCell(cell, m.cellType(cell).lo);
    }
  }

  const Machine& m;
  const RowShape& shape;
  const Symmetry& symmetry;
  const StateCodec& codec;
  const SearchOptions& options;
  const unsigned threads;
  const std::size_t setWords;  // of a set of cells
  const bool clearDead;
  const std::unique_ptr<Monitor> monitor;
  View rowsView;
  LocalSteps steps;
  EventNumbers events;
  ThreadStateTable infos;
  // The state that is looked at, and per thread what follows from its own state there; `there` is
  // the same for the state that a step leads to.
  const std::uint64_t* from = nullptr;
  std::vector<const ThreadStateInfo*> here, there;
  std::uint64_t numberHere = 0;  // of the threads' liveness
  std::vector<std::uint32_t> livenessThere;
  std::vector<unsigned> first;  // option of each thread
  bool choosing = false;
  PersistentSets persistentSets;
  std::vector<const std::uint64_t*> futuresHere;
  // By option.
  std::vector<const ThreadStateInfo*> infosHere;
  std::vector<LocalStep*> stepsHere;
  std::vector<const Conflict*> conflictsHere;
  // What the step at hand changes: at most every cell, a thread's own state and the rows.
  std::vector<Change> changes;
  std::size_t changed = 0;
  // If the liveness of all threads has no number by itself: two threads' in a word.
  bool longLiveness = false;
  std::vector<std::uint64_t> livenessKey;
  KeyNumbers livenessKeys;
};

}  // namespace robur
