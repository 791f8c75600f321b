// One step of the monitored program: an access together with the model's update, the local
// work that follows it, and forgetting what nobody will look at again.
//
// First `look` at a state; everything after that is about this state until the next look.
#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "explore/config.h"
#include "explore/local_steps.h"
#include "explore/search.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

template <template <int> class Model, int W>
class Stepper {
 public:
  Stepper(const Machine& machine, const Futures& futures, const SlotTable& slots,
          const Frame<W>& frame, const Model<W>& model, Locals& locals,
          const SearchOptions& options)
      : m(machine),
        futures(futures),
        slots(slots),
        frame(frame),
        model(model),
        locals(locals),
        options(options),
        steps(machine, futures, locals, options),
        views(machine.threadCount()),
        here(machine.threadCount()),
        there(machine.threadCount()),
        interestsThere(machine.threadCount()),
        stepsHere(machine.threadCount()),
        actionsHere(machine.threadCount()),
        futuresHere(machine.threadCount()),
        config(blank()),
        branch(blank()) {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      firstInterest.push_back(interests.size());
      for (Pc pc = 0; pc <= m.thread(t).rest; ++pc) interests.push_back(interestAt(t, pc));
    }
  }

  Config<W> blank() const {
    return Config<W>(m.cellCount(), m.threadCount(), model.rowMap().size());
  }
  void initial(Config<W>& out) {
    std::vector<std::int64_t> state(m.stateSize());
    m.initial(state.data());
    std::copy(state.begin(), state.begin() + m.cellCount(), out.cells());
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      out.locals()[t] = steps.initial(t);
      setThere(t, view(t, static_cast<LocalId>(out.locals()[t])));
    }
    model.initial(out.rows());
    settle(out);
  }

  // Finds out what every thread is about to do. The state must stay as it is while it is
  // looked at.
  void look(Config<W>& state) {
    if (steps.trim()) {
      for (auto& known : views) known.clear();
      std::fill(there.begin(), there.end(), nullptr);
    }
    from = &state;
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const auto id = static_cast<LocalId>(state.locals()[t]);
      const View& v = view(t, id);
      here[t] = &v;
      setThere(t, v);
      futuresHere[t] = v.future;
      stepsHere[t] = &stepOf(v, t, id, v.cell == kNoCell ? 0 : state.cells()[v.cell]);
      actionsHere[t] = &stepsHere[t]->action;
    }
  }
  const Action& pending(unsigned t) const { return *actionsHere[t]; }
  const Action* const* pending() const { return actionsHere.data(); }
  const Future* future() const { return futuresHere.data(); }
  Pc pc(unsigned t) const { return here[t]->source; }

  // Is t's pending access one that may be stale without being reported?
  bool onlyObserved(unsigned t) const { return here[t]->twin != kNoReg; }

  // Could weak memory let t's pending access stray from SC here?
  bool stale(unsigned t) const {
    const unsigned place = here[t]->place;
    if (place == kNoPlace || !model.reached(from->rows(), t, place)) return false;
    return model.stale(from->rows(), t, here[t]->may);
  }
  bool raceByShadows(unsigned t) const {
    if constexpr (requires { model.races(nullptr, 0u, Bits<W>::none()); }) {
      if (options.races != RaceRule::Shadows || !isPlain(pending(t))) return false;
      return model.races(from->rows(), t, touched(t, pending(t)));
    }
    return false;
  }
  // Are t and u about to make conflicting plain accesses?
  bool conflict(unsigned t, unsigned u) const {
    const Action& a = pending(t);
    const Action& b = pending(u);
    return isPlain(a) && isPlain(b) && a.cell == b.cell &&
           (a.kind != Action::Kind::Read || b.kind != Action::Kind::Read);
  }

  // Takes t's pending action (enabled) and calls emit(config) for each way it can go on;
  // faults go to onFault(pc, fault).
  template <class Emit, class OnFault>
  void step(unsigned t, const Emit& emit, const OnFault& onFault) {
    LocalStep* taken = stepsHere[t];
    const auto id = static_cast<LocalId>(from->locals()[t]);
    const bool forgiven = onlyObserved(t) && stale(t);
    if (forgiven) taken = &steps.find(t, id, taken->action.read, true);
    const std::span<const LocalId> next = steps.next(t, id, *taken, forgiven);
    const Action& a = taken->action;
    config.copy(*from);
    if (a.kind != Action::Kind::Local && !forgiven) advance(config, t, a);
    if (a.kind == Action::Kind::Write || a.kind == Action::Kind::Update) {
      config.cells()[a.cell] = taken->after;
    }
    for (const auto& [pc, fault] : steps.faults(*taken)) onFault(pc, fault);
    for (std::size_t i = 0; i < next.size(); ++i) {
      const bool last = i + 1 == next.size();
      if (!last) branch.copy(config);
      Config<W>& to = last ? config : branch;
      to.locals()[t] = next[i];
      setThere(t, view(t, next[i]));
      settle(to);
      emit(to);
    }
    setThere(t, *here[t]);
  }

  std::vector<std::int64_t> machineState(const Config<W>& state) const {
    return locals.machineState(state.cells(), state.locals());
  }

 private:
  // What a thread's own state says of the thread's part in what is going on.
  struct View {
    Pc source = 0;
    std::uint32_t cell = kNoCell;  // of the pending access
    unsigned place = kNoPlace;
    RegId twin = kNoReg;
    Outcomes<W> may;
    const Interest<W>* interest = nullptr;
    Future future;
    std::int64_t lo = 0;                      // of the cell
    mutable std::vector<LocalStep*> byValue;  // from lo on, if the cell has few values
  };
  static constexpr std::uint64_t kFewValues = 64;

  LocalStep& stepOf(const View& v, unsigned t, LocalId id, std::int64_t value) {
    if (v.byValue.empty()) return steps.find(t, id, value);
    LocalStep*& step = v.byValue[static_cast<std::size_t>(value - v.lo)];
    if (step == nullptr) step = &steps.find(t, id, value);
    return *step;
  }

  static bool isPlain(const Action& a) {
    return a.order == Order::NonAtomic && a.kind >= Action::Kind::Read &&
           a.kind <= Action::Kind::Update;
  }

  void setThere(unsigned t, const View& v) {
    if (there[t] == &v) return;
    there[t] = &v;
    interestsThere.set(t, *v.interest);
  }
  const View& view(unsigned t, LocalId id) {
    const std::vector<std::unique_ptr<View>>& known = views[t];
    if (id < known.size() && known[id]) [[likely]]
      return *known[id];
    return addView(t, id);
  }
  const View& addView(unsigned t, LocalId id) {
    std::vector<std::unique_ptr<View>>& known = views[t];
    if (id >= known.size()) known.resize(std::max<std::size_t>(id + 1, 2 * known.size()));
    known[id] = std::make_unique<View>(makeView(t, id));
    return *known[id];
  }
  View makeView(unsigned t, LocalId id) {
    View out;
    const auto pc = static_cast<Pc>(locals.part(t, id)[0]);
    out.source = m.thread(t).instrs[pc].source;
    out.cell = steps.cellOf(t, id);
    out.twin = steps.twinOf(t, id);
    out.interest = &interests[firstInterest[t] + pc];
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

  // The model's update, made while memory still has the old value.
  void advance(Config<W>& to, unsigned t, const Action& a) const {
    Bits<W>* rows = to.rows();
    if (a.kind == Action::Kind::Fence) {
      model.fence(rows, t, a.order);
      return;
    }
    const unsigned place = here[t]->place;
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
  void settle(Config<W>& to) const {
    if (!options.clearDead) return;
    clearCells(to.cells());
    model.settle(to.rows(), interestsThere);
  }
  void clearCells(std::int64_t* cells) const {
    for (unsigned first = 0; first < m.cellCount(); first += 64) {
      std::uint64_t live = 0;
      for (const View* v : there) live |= v->future.reads.word(first / 64);
      const unsigned count = std::min(m.cellCount() - first, 64u);
      std::uint64_t dead = ~live & (~std::uint64_t{0} >> (64 - count));
      for (; dead != 0; dead &= dead - 1) {
        const unsigned c = first + static_cast<unsigned>(std::countr_zero(dead));
        cells[c] = m.cellType(c).lo;
      }
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
      if (future.next.has(slots[x].cell)) out.next.add(x);
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
  Locals& locals;
  const SearchOptions& options;
  LocalSteps steps;
  std::vector<Interest<W>> interests;  // thread by thread, by pc
  std::vector<std::size_t> firstInterest;
  std::vector<std::vector<std::unique_ptr<View>>> views;  // per thread, by number
  // Of the state that is looked at, per thread; `there` is where a step leads.
  Config<W>* from = nullptr;
  std::vector<const View*> here, there;
  Interests<W> interestsThere;
  std::vector<LocalStep*> stepsHere;
  std::vector<const Action*> actionsHere;
  std::vector<Future> futuresHere;
  Config<W> config, branch;
};

}  // namespace robur
