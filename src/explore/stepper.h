// One step of the monitored program: an access together with the model's update, the local
// work that follows it, and forgetting what nobody will look at again.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>

#include "explore/config.h"
#include "explore/search.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

template <template <int> class Model, int W>
class Stepper {
 public:
  static constexpr unsigned kLocalBudget = 512;     // instructions that ride along
  static constexpr std::uint64_t kMergeWidth = 64;  // alternatives that are merged

  Stepper(const Machine& machine, const Futures& futures, const SlotTable& slots,
          const Frame<W>& frame, const Model<W>& model, const SearchOptions& options)
      : m(machine), futures(futures), slots(slots), frame(frame), model(model), options(options) {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      firstInterest.push_back(interests.size());
      for (Pc pc = 0; pc <= m.thread(t).rest; ++pc) interests.push_back(interestAt(t, pc));
    }
  }

  Config<W> blank() const { return Config<W>(m.stateSize(), model.rowCount()); }
  void initial(Config<W>& config) {
    m.initial(config.machine());
    model.initial(config.rows());
    if (options.clearDead) {
      for (unsigned t = 0; t < m.threadCount(); ++t) clearRegisters(config, t);
    }
    settle(config);
  }

  // What the pending access may see, by class of value.
  Outcomes<W> outcomes(const Config<W>& config, unsigned t, const Action& a, unsigned place) const {
    Outcomes<W> may;
    const Bits<W>& all = frame.slotsOf[place];
    const CompiledInstr& in = m.thread(t).instrs[m.pc(config.machine(), t)];
    may.updateSc = in.order == Order::Sc;
    may.readSc = (a.op == Instr::Op::Cas ? in.failOrder : in.order) == Order::Sc;
    switch (a.op) {
      case Instr::Op::Load:
        may.read = all;
        break;
      case Instr::Op::Store:
      case Instr::Op::Rmw:
        may.update = all;
        break;
      case Instr::Op::Bcas:
        may.update.add(slots.slotOf(place, a.expected));
        break;
      case Instr::Op::Cas: {
        const unsigned slot = slots.slotOf(place, a.expected);
        may.update.add(slot);
        may.read = all;
        if (slots.exact(place, slot)) may.read.remove(slot);
        break;
      }
      case Instr::Op::Wait: {
        const Place& p = slots[place];
        for (unsigned i = 0; i < p.tracked.size(); ++i) {
          if (m.accepts(config.machine(), t, p.tracked[i])) may.read.add(p.firstSlot + i);
        }
        if (p.others && othersAccepted(config, t, p)) may.read.add(p.endSlot() - 1);
        break;
      }
      default:
        break;
    }
    return may;
  }

  // The twin of the register that t's pending load writes, if its value is only observed.
  RegId twinOf(const Config<W>& config, unsigned t, const Action& a) const {
    if (options.observed == nullptr || a.op != Instr::Op::Load) return kNoReg;
    const Pc pc = m.thread(t).instrs[m.pc(config.machine(), t)].source;
    return (*options.observed)[raw(m.program().threads[t].code)].twinOfLoad[pc];
  }

  // Could weak memory let t's pending access stray from SC here?
  bool stale(Config<W>& config, unsigned t, const Action& a) const {
    if (a.kind < Action::Kind::Read || a.kind > Action::Kind::Update) return false;
    const unsigned place = slots.placeOf(a.cell);
    if (place == kNoPlace || !model.reached(config.rows(), t, place)) return false;
    return model.stale(config.rows(), t, outcomes(config, t, a, place));
  }

  bool raceByShadows(Config<W>& config, unsigned t, const Action& a) const {
    if constexpr (requires { model.races(nullptr, 0u, Bits<W>::none()); }) {
      if (options.races != RaceRule::Shadows || !isPlain(a)) return false;
      return model.races(config.rows(), t, touched(t, a));
    }
    return false;
  }
  static bool isPlain(const Action& a) {
    return a.order == Order::NonAtomic && a.kind >= Action::Kind::Read &&
           a.kind <= Action::Kind::Update;
  }
  static bool conflict(const Action& a, const Action& b) {
    return isPlain(a) && isPlain(b) && a.cell == b.cell &&
           (a.kind != Action::Kind::Read || b.kind != Action::Kind::Read);
  }

  // Takes t's pending action (enabled) and calls emit(config) for each way it can go on;
  // faults go to onFault(pc, fault). `from` is not changed.
  template <class Emit, class OnFault>
  void step(const Config<W>& from, unsigned t, const Action& a, const Emit& emit,
            const OnFault& onFault) {
    Config<W>& config = scratch(0);
    config.copy(from);
    const Pc at = m.pc(config.machine(), t);
    if (a.kind == Action::Kind::Local) {
      // The instruction at hand must be taken, however many ways it has.
      const unsigned instructions = options.mergeLocal ? kLocalBudget : 1;
      runLocal(config, t, {instructions, std::numeric_limits<std::uint64_t>::max()}, 0, emit,
               onFault);
      return;
    }
    const RegId twin = twinOf(from, t, a);
    const bool forgiven = twin != kNoReg && stale(config, t, a);
    if (!forgiven) advance(config, t, a);  // else it is as if the load were not there
    const Fault fault = a.kind == Action::Kind::Fence ? (goOn(config, t), Fault::None)
                                                      : m.perform(config.machine(), t, a);
    if (fault != Fault::None) onFault(m.thread(t).instrs[at].source, fault);
    if (twin != kNoReg) config.machine()[m.thread(t).base + 1 + raw(twin)] = forgiven;
    runLocal(config, t, {options.mergeLocal ? kLocalBudget : 0, kMergeWidth}, 0, emit, onFault);
  }

 private:
  void goOn(Config<W>& config, unsigned t) const {
    const CompiledThread& th = m.thread(t);
    config.machine()[th.base] = th.instrs[static_cast<Pc>(config.machine()[th.base])].next[0];
  }

  // The model's update, made while memory still has the old value.
  void advance(Config<W>& config, unsigned t, const Action& a) const {
    Bits<W>* rows = config.rows();
    if (a.kind == Action::Kind::Fence) {
      model.fence(rows, t, a.order);
      return;
    }
    const unsigned place = slots.placeOf(a.cell);
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

  // The class of untracked values may hold one that the wait accepts. For small types we
  // look; for large ones we assume so, which can only cost a refinement.
  bool othersAccepted(const Config<W>& config, unsigned t, const Place& p) const {
    const IntType& type = m.cellType(p.cell);
    if (type.extent() > 64) return true;
    for (std::int64_t v = type.lo; v <= type.hi; ++v) {
      if (!std::binary_search(p.tracked.begin(), p.tracked.end(), v) &&
          m.accepts(config.machine(), t, v)) {
        return true;
      }
    }
    return false;
  }

  // How much local work may still ride along. Without a bound on instructions a local loop
  // would never come back; without one on alternatives nested choices would multiply.
  struct Budget {
    unsigned instructions;
    std::uint64_t width;
  };

  template <class Emit, class OnFault>
  void runLocal(Config<W>& config, unsigned t, Budget budget, unsigned depth, const Emit& emit,
                const OnFault& onFault) {
    std::int64_t* state = config.machine();
    for (; budget.instructions > 0; --budget.instructions) {
      if (!m.atLocal(state, t)) break;
      const std::uint64_t ways = m.alternatives(state, t);
      if (ways > budget.width) break;
      if (ways == 1) {
        takeLocal(config, t, 0, onFault);
        continue;
      }
      for (std::uint64_t i = 0; i < ways; ++i) {
        Config<W>& branch = scratch(depth + 1);
        branch.copy(config);
        takeLocal(branch, t, i, onFault);
        const std::uint64_t width =
            options.mergeLocal ? std::min(budget.width, kMergeWidth) / ways : 0;
        runLocal(branch, t, {budget.instructions - 1, width}, depth + 1, emit, onFault);
      }
      return;
    }
    if (options.clearDead) clearRegisters(config, t);
    settle(config);
    emit(config);
  }
  template <class OnFault>
  void takeLocal(Config<W>& config, unsigned t, std::uint64_t way, const OnFault& onFault) {
    const Pc at = m.pc(config.machine(), t);
    const Fault fault = m.local(config.machine(), t, way);
    if (fault != Fault::None) onFault(m.thread(t).instrs[at].source, fault);
  }

  void clearRegisters(Config<W>& config, unsigned t) const {
    const CompiledThread& th = m.thread(t);
    std::int64_t* part = config.machine() + th.base;
    for (const std::uint32_t r : futures.deadRegisters(t, static_cast<Pc>(part[0]))) {
      part[1 + r] = th.registerTypes[r].lo;
    }
  }
  void settle(Config<W>& config) const {
    if (!options.clearDead) return;
    clearCells(config.machine());
    const std::int64_t* state = config.machine();
    model.settle(config.rows(), [&](unsigned t) -> const Interest<W>& {
      return interests[firstInterest[t] + m.pc(state, t)];
    });
  }
  void clearCells(std::int64_t* state) const {
    for (unsigned first = 0; first < m.cellCount(); first += 64) {
      std::uint64_t live = 0;
      for (unsigned t = 0; t < m.threadCount(); ++t) {
        live |= futures.at(t, m.pc(state, t)).reads.word(first / 64);
      }
      const unsigned here = std::min(m.cellCount() - first, 64u);
      std::uint64_t dead = ~live & (~std::uint64_t{0} >> (64 - here));
      for (; dead != 0; dead &= dead - 1) {
        const unsigned c = first + static_cast<unsigned>(std::countr_zero(dead));
        state[c] = m.cellType(c).lo;
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

  Config<W>& scratch(unsigned depth) {
    while (scratches.size() <= depth) scratches.push_back(std::make_unique<Config<W>>(blank()));
    return *scratches[depth];
  }

  const Machine& m;
  const Futures& futures;
  const SlotTable& slots;
  const Frame<W>& frame;
  const Model<W>& model;
  const SearchOptions& options;
  std::vector<Interest<W>> interests;  // thread by thread, by pc
  std::vector<std::size_t> firstInterest;
  std::vector<std::unique_ptr<Config<W>>> scratches;
};

}  // namespace robur
