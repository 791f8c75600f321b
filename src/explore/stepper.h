// One step of the monitored program: an access together with the model's update, the local
// work that follows it, and forgetting what nobody will look at again.
//
// First `look` at a state; everything after that is about this state until the next look. What
// threads may do next is numbered: a thread has one option, or several if it is to choose.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "explore/config.h"
#include "explore/event_numbers.h"
#include "explore/interest_table.h"
#include "explore/local_steps.h"
#include "explore/search.h"
#include "explore/stubborn.h"
#include "explore/symmetry.h"
#include "explore/views.h"
#include "explore/watch.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

template <template <int> class Model, int W>
class Stepper {
 public:
  Stepper(const Machine& machine, const Futures& futures, const SlotTable& slots,
          const Frame<W>& frame, const Model<W>& model, const Symmetry<W>& symmetry, Locals& locals,
          const RowCodec<W>& rowCodec, RowStates& rowStates, const SearchOptions& options)
      : m(machine),
        futures(futures),
        slots(slots),
        frame(frame),
        model(model),
        symmetry(symmetry),
        locals(locals),
        options(options),
        watch(rowCodec, rowStates),
        steps(machine, futures, locals, options),
        events(slots),
        interests(machine, futures, slots, frame, options, asksForNext(model)),
        views(machine, futures, slots, frame, interests, locals, steps),
        here(machine.threadCount()),
        there(machine.threadCount()),
        interestsThere(machine.threadCount()),
        interestsSet(machine.threadCount()),
        first(machine.threadCount() + 1),
        futuresHere(machine.threadCount()),
        changes(machine.cellCount() + 4) {
    makeRoom(machine.threadCount());
    if (options.clearDead && !interests.exact()) watch.neverRemember();
  }

  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  Config blank() const { return Config(m.cellCount(), m.threadCount()); }
  void initial(Config& out) {
    std::vector<std::int64_t> state(m.stateSize());
    m.initial(state.data());
    std::copy(state.begin(), state.begin() + m.cellCount(), out.cells());
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      out.locals()[t] = steps.initial(t);
      setThere(t, views.of(t, static_cast<LocalId>(out.locals()[t])));
    }
    RowBlock<W> block(model.rowMap().size());
    model.initial(block.rows());
    if (options.clearDead) {
      for (unsigned c = 0; c < m.cellCount(); ++c) {
        if (!anybodyReads(c)) out.cells()[c] = m.cellType(c).lo;
      }
      settle(block.rows());
    }
    out.setRows(watch.number(block));
  }
  // The monitor's rows in a state.
  RowBlock<W> rows(const Config& state) const { return watch.block(state.rows()); }
  // Brings threads that can change places into order.
  void normalise(Config& state) {
    if (symmetry.inPlace(state.locals())) return;
    if (!symmetry.canRank()) {
      RowBlock<W> block = rows(state);
      symmetry.sort(state.locals(), block.rows());
      state.setRows(watch.number(block));
      return;
    }
    state.setRows(watch.changed(state.rows(), EventNumbers::kSorting,
                                symmetry.ranks(state.locals()), [&](Bits<W>* changing) {
                                  std::vector<std::uint64_t> own(state.locals(),
                                                                 state.locals() + m.threadCount());
                                  symmetry.sort(own.data(), changing);
                                }));
    symmetry.sortLocals(state.locals());
  }

  // Threads by what they can do: a thread that is to choose may be in both sets.
  struct Moves {
    ThreadMask enabled = 0;  // something
    ThreadMask resting = 0;  // nothing, if it has chosen so
  };

  // Finds out what every thread is about to do. The state must stay as it is while it is
  // looked at.
  Moves look(Config& state) {
    if (steps.trim()) {
      views.clear();
      std::fill(there.begin(), there.end(), nullptr);
      interestsNumber = 0;
    }
    from = &state;
    watch.look(state.rows());
    unsigned count = 0;
    Moves moves;
    choosing = false;
    const unsigned threads = m.threadCount();
    for (unsigned t = 0; t < threads; ++t) {
      const View& v = views.of(t, static_cast<LocalId>(state.locals()[t]));
      here[t] = &v;
      setThere(t, v);
      futuresHere[t] = &v.future;
      first[t] = count;
      if (!v.choice) [[likely]] {
        addOption(t, v, count++, moves);
      } else {
        choosing = true;
        makeRoom(count + v.ways.size() + threads);
        for (const View* way : v.ways) addOption(t, *way, count++, moves);
      }
    }
    first[threads] = count;
    return moves;
  }
  unsigned optionCount() const { return first.back(); }
  unsigned firstOption(unsigned t) const { return first[t]; }
  unsigned threadOf(unsigned option) const {
    return static_cast<unsigned>(std::upper_bound(first.begin(), first.end(), option) -
                                 first.begin()) -
           1;
  }
  const Action& pending(unsigned option) const { return *actionsHere[option]; }
  Pending pending() const { return {actionsHere.data(), first.data()}; }
  const Future* const* future() const { return futuresHere.data(); }
  Pc pc(unsigned option) const { return viewsHere[option]->source; }
  // The state of its own that a thread is in when it has chosen this option.
  LocalId local(unsigned option) const { return viewsHere[option]->id; }
  // Is some thread to choose? And what goes wrong while t chooses.
  bool someChoice() const { return choosing; }
  std::span<const std::pair<Pc, Fault>> faultsOfChoice(unsigned t) const { return here[t]->faults; }

  // Is the option an access that may be stale without being reported?
  bool onlyObserved(unsigned option) const { return viewsHere[option]->twin != kNoReg; }

  // Could weak memory let this access of t stray from SC here?
  bool stale(unsigned t, unsigned option) const {
    const View& v = *viewsHere[option];
    if (v.place == kNoPlace || !model.reached(watch.rows(), t, v.place)) return false;
    return model.stale(watch.rows(), t, v.may);
  }
  bool raceByShadows(unsigned t, unsigned option) const {
    if constexpr (requires { model.races(nullptr, 0u, Bits<W>::none()); }) {
      const Action& a = pending(option);
      if (options.races != RaceRule::Shadows || !isPlain(a)) return false;
      return model.races(watch.rows(), t, touched(t, a));
    }
    return false;
  }
  // Are these, of different threads, conflicting plain accesses?
  bool conflict(unsigned option, unsigned another) const {
    const Action& a = pending(option);
    const Action& b = pending(another);
    return isPlain(a) && isPlain(b) && a.cell == b.cell &&
           (a.kind != Action::Kind::Read || b.kind != Action::Kind::Read);
  }

  // Takes an option of t (enabled) and calls emit(config, changes) for each way it can go on;
  // faults go to onFault(pc, fault). The configuration is the one that is looked at, changed,
  // and afterwards as before.
  template <class Emit, class OnFault>
  void step(unsigned t, unsigned option, const Emit& emit, const OnFault& onFault) {
    LocalStep* taken = stepsHere[option];
    const LocalId id = local(option);
    const bool forgiven = onlyObserved(option) && stale(t, option);
    if (forgiven) taken = &steps.find(t, id, taken->action.read, true);
    const std::span<const LocalId> next = steps.next(t, id, *taken, forgiven);
    const Action& a = taken->action;
    const unsigned place = viewsHere[option]->place;
    const bool seen = a.kind != Action::Kind::Local && !forgiven;
    const std::uint32_t event = seen ? events.of(t, *taken, place) : EventNumbers::kUnseen;
    const bool writes = a.kind == Action::Kind::Write || a.kind == Action::Kind::Update;
    if (writes) change(a.cell, static_cast<std::uint64_t>(taken->after));
    for (const auto& [pc, fault] : steps.faults(*taken)) onFault(pc, fault);
    for (const LocalId way : next) {
      const std::size_t mark = changed;
      change(from->localAt(t), way);
      setThere(t, views.of(t, way));
      if (options.clearDead) {
        clearLeft(here[t]->future.reads, there[t]->future.reads);
        if (writes && !anybodyReads(a.cell)) clearCell(a.cell);
      }
      change(from->rowsPlace(),
             watch.after(event, options.clearDead ? interestsNumber : 0, [&](Bits<W>* rows) {
               if (seen) advance(rows, t, place, a);
               if (options.clearDead) settle(rows);
             }));
      emit(*from, std::span<const Change>(changes.data(), changed));
      undo(mark);
    }
    undo(0);
    setThere(t, *here[t]);
  }

  std::uint64_t bytes() const { return watch.bytes(); }

  std::vector<std::int64_t> machineState(const Config& state) const {
    return locals.machineState(state.cells(), state.locals());
  }

 private:
  using View = typename Views<W>::View;

  static bool asksForNext(const Model<W>& model) {
    if constexpr (requires { model.asksForNext(); }) return model.asksForNext();
    return false;
  }

  [[gnu::always_inline]] void addOption(unsigned t, const View& v, unsigned at, Moves& moves) {
    LocalStep& step = views.step(v, t, v.cell == kNoCell ? 0 : from->cells()[v.cell]);
    viewsHere[at] = &v;
    stepsHere[at] = &step;
    actionsHere[at] = &step.action;
    moves.enabled |= ThreadMask{step.action.enabled} << t;
    moves.resting |= ThreadMask{!step.action.enabled} << t;
  }
  void makeRoom(std::size_t count) {
    if (count <= viewsHere.size()) return;
    viewsHere.resize(count);
    stepsHere.resize(count);
    actionsHere.resize(count);
  }
  [[gnu::always_inline]] void change(std::uint32_t at, std::uint64_t value) {
    std::uint64_t& word = from->data()[at];
    changes[changed++] = {at, word, value - word};
    word = value;
  }
  [[gnu::always_inline]] void undo(std::size_t mark) {
    while (changed > mark) {
      --changed;
      from->data()[changes[changed].at] = changes[changed].before;
    }
  }
  static bool isPlain(const Action& a) {
    return a.order == Order::NonAtomic && a.kind >= Action::Kind::Read &&
           a.kind <= Action::Kind::Update;
  }

  void setThere(unsigned t, const View& v) {
    interestsNumber += v.interestNumber - (there[t] ? there[t]->interestNumber : 0);
    there[t] = &v;
  }
  // The model's update, made while memory still has the old value.
  void advance(Bits<W>* rows, unsigned t, unsigned place, const Action& a) const {
    if (a.kind == Action::Kind::Fence) {
      model.fence(rows, t, a.order);
      return;
    }
    if (place == kNoPlace) {
      if constexpr (requires { model.passBy(rows, t); }) model.passBy(rows, t);
      if constexpr (requires { model.touch(nullptr, 0u, Bits<W>::none()); }) {
        if (options.races == RaceRule::Shadows) model.touch(rows, t, touched(t, a));
      }
      return;
    }
    switch (a.kind) {
      case Action::Kind::Read:
        if (a.op == Instr::Op::Cas) {
          model.failedCas(rows, t, place, a.order);
        } else {
          model.load(rows, t, place, a.order);
        }
        break;
      case Action::Kind::Write:
        model.store(rows, t, place, a.order, slots.slotOf(place, a.read));
        break;
      case Action::Kind::Update:
        model.update(rows, t, place, a.order, slots.slotOf(place, a.read));
        break;
      default:
        break;
    }
  }

  Bits<W> touched(unsigned t, const Action& a) const {
    const unsigned d = frame.plainIndex[a.cell];
    if (a.kind == Action::Kind::Read) return Bits<W>::single(frame.shadow(d, t));
    return Bits<W>::range(frame.shadow(d, 0), frame.shadow(d, 0) + frame.threads);
  }

  // `there` says what the threads may still do.
  void settle(Bits<W>* rows) {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      if (interestsSet[t] == there[t]->interest) continue;
      interestsSet[t] = there[t]->interest;
      interestsThere.set(t, *there[t]->interest);
    }
    model.settle(rows, interestsThere);
  }
  bool anybodyReads(unsigned cell) const {
    bool out = false;
    for (const View* v : there) out |= v->future.reads.has(cell);
    return out;
  }
  void clearCell(unsigned cell) {
    if (from->cells()[cell] == m.cellType(cell).lo) return;
    change(cell, static_cast<std::uint64_t>(m.cellType(cell).lo));
  }
  // Clears what a thread could read before its step, and nobody can now.
  [[gnu::always_inline]] void clearLeft(const CellSet& before, const CellSet& now) {
    for (unsigned w = 0; 64 * w < m.cellCount(); ++w) {
      for (std::uint64_t left = before.word(w) & ~now.word(w); left != 0; left &= left - 1) {
        const unsigned cell = 64 * w + static_cast<unsigned>(std::countr_zero(left));
        if (cell == m.cellCount()) break;  // the fences' own
        if (!anybodyReads(cell)) clearCell(cell);
      }
    }
  }

  const Machine& m;
  const Futures& futures;
  const SlotTable& slots;
  const Frame<W>& frame;
  const Model<W>& model;
  const Symmetry<W>& symmetry;
  Locals& locals;
  const SearchOptions& options;
  Watch<W> watch;
  LocalSteps steps;
  EventNumbers events;
  InterestTable<W> interests;
  Views<W> views;
  // Of the state that is looked at, per thread; `there` is where a step leads.
  Config* from = nullptr;
  std::vector<const View*> here, there;
  std::uint64_t interestsNumber = 0;  // says all of `there` that the monitor asks for
  Interests<W> interestsThere;        // brought up to date when it is asked
  std::vector<const Interest<W>*> interestsSet;
  std::vector<unsigned> first;  // option of each thread
  std::vector<const Future*> futuresHere;
  // By option.
  std::vector<const View*> viewsHere;
  std::vector<LocalStep*> stepsHere;
  std::vector<const Action*> actionsHere;
  bool choosing = false;
  // What the step at hand has changed: at most every cell, one of them twice, a thread's own
  // state and the rows.
  std::vector<Change> changes;
  std::size_t changed = 0;
};

}  // namespace robur
