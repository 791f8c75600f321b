// One step of the monitored program: an access together with the model's update, the local
// work that follows it, and forgetting what nobody will look at again.
//
// First `look` at a state; everything after that is about this state until the next look. What
// threads may do next is numbered: a thread has one option, or several if it is to choose.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <vector>

#include "explore/config.h"
#include "explore/local_steps.h"
#include "explore/search.h"
#include "explore/stubborn.h"
#include "explore/symmetry.h"
#include "explore/watch.h"
#include "models/rows.h"
#include "program/validate.h"
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
        views(machine.threadCount()),
        here(machine.threadCount()),
        there(machine.threadCount()),
        interestsThere(machine.threadCount()),
        interestsSet(machine.threadCount()),
        first(machine.threadCount() + 1),
        futuresHere(machine.threadCount()),
        changes(machine.cellCount() + 4) {
    makeRoom(machine.threadCount());
    collectInterests();
  }

  Config blank() const { return Config(m.cellCount(), m.threadCount()); }
  void initial(Config& out) {
    std::vector<std::int64_t> state(m.stateSize());
    m.initial(state.data());
    std::copy(state.begin(), state.begin() + m.cellCount(), out.cells());
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      out.locals()[t] = steps.initial(t);
      setThere(t, view(t, static_cast<LocalId>(out.locals()[t])));
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
    if (symmetry.none()) return;
    const std::uint64_t ranks = symmetry.ranks(state.locals());
    if (ranks == 0) return;
    if (!symmetry.canRank()) {
      RowBlock<W> block = rows(state);
      symmetry.sort(state.locals(), block.rows());
      state.setRows(watch.number(block));
      return;
    }
    state.setRows(watch.changed(state.rows(), kSorting, ranks, [&](Bits<W>* changing) {
      std::vector<std::uint64_t> own(state.locals(), state.locals() + m.threadCount());
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
      for (auto& known : views) known.clear();
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
      const View& v = view(t, static_cast<LocalId>(state.locals()[t]));
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
    const std::uint32_t event = seen ? eventOf(t, *taken, place) : kUnseen;
    const bool writes = a.kind == Action::Kind::Write || a.kind == Action::Kind::Update;
    if (writes) change(a.cell, static_cast<std::uint64_t>(taken->after));
    for (const auto& [pc, fault] : steps.faults(*taken)) onFault(pc, fault);
    for (const LocalId way : next) {
      const std::size_t mark = changed;
      change(from->localAt(t), way);
      setThere(t, view(t, way));
      if (options.clearDead) {
        clearLeft(here[t]->future.reads, there[t]->future.reads);
        if (writes && !anybodyReads(a.cell)) clearCell(a.cell);
      }
      change(from->rowsPlace(), watch.after(event, interestsNumber, [&](Bits<W>* rows) {
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
  // What a thread's own state says of the thread's part in what is going on.
  struct View {
    LocalId id = 0;
    Pc source = 0;
    std::uint32_t cell = kNoCell;  // of the pending access
    unsigned place = kNoPlace;
    RegId twin = kNoReg;
    Outcomes<W> may;
    const Interest<W>* interest = nullptr;
    std::uint64_t interestNumber = 0;  // what it adds to the number of all interests
    Future future;
    std::int64_t lo = 0;                      // of the cell
    mutable std::vector<LocalStep*> byValue;  // from lo on, if the cell has few values
    bool choice = false;                      // left open: what counts are the ways
    std::vector<const View*> ways;
    std::vector<std::pair<Pc, Fault>> faults;  // on them
  };
  static constexpr std::uint64_t kFewValues = 64;

  struct Event {
    Action::Kind kind{};
    bool cas = false;
    Order order{};
    std::uint32_t cell = kNoCell;
    unsigned oldSlot = kNoPlace;

    friend auto operator<=>(const Event&, const Event&) = default;
  };
  static constexpr unsigned kThreadBits = 6;
  static_assert(kMaxThreads <= 1u << kThreadBits);
  static constexpr std::uint32_t kUnseen = ~0u;       // the monitor is not told of the step
  static constexpr std::uint32_t kSorting = ~0u - 1;  // threads change places

  [[gnu::always_inline]] void addOption(unsigned t, const View& v, unsigned at, Moves& moves) {
    LocalStep& step = stepOf(v, t, v.cell == kNoCell ? 0 : from->cells()[v.cell]);
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
  [[gnu::always_inline]] LocalStep& stepOf(const View& v, unsigned t, std::int64_t value) {
    if (v.byValue.empty()) return steps.find(t, v.id, value);
    LocalStep*& step = v.byValue[static_cast<std::size_t>(value - v.lo)];
    if (step == nullptr) step = &steps.find(t, v.id, value);
    return *step;
  }

  static bool isPlain(const Action& a) {
    return a.order == Order::NonAtomic && a.kind >= Action::Kind::Read &&
           a.kind <= Action::Kind::Update;
  }

  void setThere(unsigned t, const View& v) {
    interestsNumber += v.interestNumber - (there[t] ? there[t]->interestNumber : 0);
    there[t] = &v;
  }
  [[gnu::always_inline]] const View& view(unsigned t, LocalId id) {
    const std::vector<std::unique_ptr<View>>& known = views[t];
    if (id < known.size() && known[id]) [[likely]]
      return *known[id];
    return addView(t, id);
  }
  const View& addView(unsigned t, LocalId id) {
    auto fresh = std::make_unique<View>(makeView(t, id));
    const LocalSteps::Choice choice = steps.choiceAt(t, id);
    fresh->choice = choice.open;
    fresh->faults = choice.faults;
    for (const LocalId way : choice.ways) fresh->ways.push_back(&view(t, way));
    std::vector<std::unique_ptr<View>>& known = views[t];
    if (id >= known.size()) known.resize(std::max<std::size_t>(id + 1, 2 * known.size()));
    known[id] = std::move(fresh);
    return *known[id];
  }
  View makeView(unsigned t, LocalId id) {
    View out;
    const auto pc = static_cast<Pc>(locals.part(t, id)[0]);
    out.id = id;
    out.source = m.thread(t).instrs[pc].source;
    out.cell = steps.cellOf(t, id);
    out.twin = steps.twinOf(t, id);
    out.interest = &interests[interestOf[t][pc]];
    out.interestNumber = (interestOf[t][pc] - interestOf[t][0]) * stride[t];
    out.future = futures.at(t, pc);
    if (out.cell == kNoCell) {
      out.byValue.resize(1);
    } else {
      const IntType& type = m.cellType(out.cell);
      out.lo = type.lo;
      if (type.extent() < kFewValues) out.byValue.resize(type.extent() + 1);
      out.place = slots.placeOf(out.cell);
    }
    if (out.place != kNoPlace) out.may = outcomes(t, id, out.place);
    return out;
  }

  // What the pending access may see, by class of value.
  Outcomes<W> outcomes(unsigned t, LocalId id, unsigned place) {
    Outcomes<W> may;
    const Bits<W>& all = frame.slotsOf[place];
    const CompiledInstr& in = m.thread(t).instrs[static_cast<Pc>(locals.part(t, id)[0])];
    may.updateSc = in.order == Order::Sc;
    may.readSc = (in.op == Instr::Op::Cas ? in.failOrder : in.order) == Order::Sc;
    const auto expectedSlot = [&] {
      return slots.slotOf(place,
                          steps.find(t, id, m.cellType(slots[place].cell).lo).action.expected);
    };
    switch (in.op) {
      case Instr::Op::Load:
        may.read = all;
        break;
      case Instr::Op::Store:
      case Instr::Op::Rmw:
        may.update = all;
        break;
      case Instr::Op::Bcas:
        may.update.add(expectedSlot());
        break;
      case Instr::Op::Cas: {
        const unsigned slot = expectedSlot();
        may.update.add(slot);
        may.read = all;
        if (slots.exact(place, slot)) may.read.remove(slot);
        break;
      }
      case Instr::Op::Wait: {
        const Place& p = slots[place];
        for (unsigned i = 0; i < p.tracked.size(); ++i) {
          if (steps.accepts(t, id, p.tracked[i])) may.read.add(p.firstSlot + i);
        }
        if (p.others && othersAccepted(t, id, p)) may.read.add(p.endSlot() - 1);
        break;
      }
      default:
        break;
    }
    return may;
  }
  // The class of untracked values may hold one that the wait accepts. For small types we
  // look; for large ones we assume so, which can only cost a refinement.
  bool othersAccepted(unsigned t, LocalId id, const Place& p) {
    const IntType& type = m.cellType(p.cell);
    if (type.extent() > 64) return true;
    for (std::int64_t v = type.lo; v <= type.hi; ++v) {
      if (!std::binary_search(p.tracked.begin(), p.tracked.end(), v) && steps.accepts(t, id, v)) {
        return true;
      }
    }
    return false;
  }

  // What of a step its effect on the rows depends on, numbered.
  std::uint32_t eventOf(unsigned t, LocalStep& step, unsigned place) {
    if (step.event == LocalStep::kNoEvent) step.event = addEvent(step.action, place);
    return step.event << kThreadBits | t;
  }
  std::uint32_t addEvent(const Action& a, unsigned place) {
    const bool written = a.kind == Action::Kind::Write || a.kind == Action::Kind::Update;
    Event event{a.kind, a.op == Instr::Op::Cas, a.order, kNoCell, kNoPlace};
    if (a.kind != Action::Kind::Fence) event.cell = a.cell;
    if (written && place != kNoPlace) event.oldSlot = slots.slotOf(place, a.read);
    return events.emplace(event, static_cast<std::uint32_t>(events.size())).first->second;
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

  // Numbers what all threads together may still ask for: places of a number, one per thread.
  void collectInterests() {
    std::uint64_t combinations = 1;
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const std::size_t begin = interests.size();
      interestOf.emplace_back();
      for (Pc pc = 0; pc <= m.thread(t).rest; ++pc) {
        const Interest<W> interest = interestAt(t, pc);
        const auto known = std::find(interests.begin() + begin, interests.end(), interest);
        interestOf[t].push_back(static_cast<std::size_t>(known - interests.begin()));
        if (known == interests.end()) interests.push_back(interest);
      }
      stride.push_back(options.clearDead ? combinations : 0);
      const std::uint64_t count = interests.size() - begin;
      if (combinations > ~std::uint64_t{0} / count) watch.neverRemember();
      combinations *= count;
    }
  }
  Interest<W> interestAt(unsigned t, Pc pc) const {
    Interest<W> out;
    const Future future = futures.at(t, pc);
    for (unsigned x = 0; x < slots.placeCount(); ++x) {
      if (future.reads.has(slots[x].cell)) {
        out.readSlots |= frame.slotsOf[x];
        out.readPlaces.add(x);
      }
      if (future.writes.has(slots[x].cell)) {
        out.writeSlots |= frame.slotsOf[x];
        out.writePlaces.add(x);
      }
      if constexpr (requires { model.asksForNext(); }) {
        if (model.asksForNext() && future.next.has(slots[x].cell)) out.next.add(x);
      }
    }
    out.speaks = out.writePlaces.any() || future.writes.has(m.cellCount());
    if (options.races != RaceRule::Shadows) return out;
    for (unsigned c = 0; c < m.cellCount(); ++c) {
      const unsigned d = frame.plainIndex[c];
      if (d == kNoPlace) continue;
      if (future.reads.has(c)) out.shadows.add(frame.shadow(d, t));
      if (future.writes.has(c)) {
        out.shadows |= Bits<W>::range(frame.shadow(d, 0), frame.shadow(d, 0) + frame.threads);
      }
    }
    return out;
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
  std::vector<Interest<W>> interests;                // that differ, thread by thread
  std::vector<std::vector<std::size_t>> interestOf;  // per thread, by pc
  std::vector<std::uint64_t> stride;
  std::map<Event, std::uint32_t> events;
  std::vector<std::vector<std::unique_ptr<View>>> views;  // per thread, by number
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
