#include "explore/step/local_steps.h"

#include <algorithm>

namespace robur {

namespace {

bool accesses(const Action& a) {
  return a.kind >= Action::Kind::Read && a.kind <= Action::Kind::Update;
}

}  // namespace

LocalSteps::LocalSteps(const Machine& machine, const Futures& futures, ThreadStates& locals,
                       const SearchOptions& options)
    : m(machine), futures(futures), locals(locals), options(options), state(machine.stateSize()) {
  m.initial(state.data());
}

ThreadStateId LocalSteps::initial(unsigned t) {
  m.initial(state.data());
  if (options.clearDead) clearRegisters(t);
  return locals.number(t, state.data() + m.thread(t).base);
}

void LocalSteps::restore(unsigned t, ThreadStateId id) {
  const CompiledThread& th = m.thread(t);
  const std::int64_t* part = locals.part(t, id);
  std::copy(part, part + 1 + th.registerTypes.size(), state.begin() + th.base);
}

std::uint32_t LocalSteps::cellOf(unsigned t, ThreadStateId id) {
  restore(t, id);
  const Action action = m.pending(state.data(), t);
  return accesses(action) ? action.cell : kNoCell;
}

RegId LocalSteps::twinOf(unsigned t, ThreadStateId id) const {
  const CompiledInstr& in = m.thread(t).instrs[static_cast<Pc>(locals.part(t, id)[0])];
  if (options.observed == nullptr || in.op != Instr::Op::Load) return kNoReg;
  return (*options.observed)[raw(m.program().threads[t].code)].twinOfLoad[in.source];
}

LocalStep& LocalSteps::add(unsigned t, ThreadStateId id, std::int64_t value) {
  LocalStep& step = steps.emplace_back();
  const std::uint32_t cell = cellOf(t, id);
  if (cell != kNoCell) state[cell] = value;
  step.action = m.pending(state.data(), t);
  step.conflict = PersistentSets::conflictOf(step.action, m.cellCount(), options.fencesConflict);
  step.plain = accesses(step.action) && step.action.order == Order::NonAtomic;
  step.mixed = accesses(step.action) && m.thread(t).instrs[m.pc(state.data(), t)].plain;
  return step;
}

void LocalSteps::take(unsigned t, ThreadStateId id, LocalStep& step, bool forgiven) {
  restore(t, id);
  const Action& a = step.action;
  const CompiledThread& th = m.thread(t);
  const RegId twin = twinOf(t, id);
  step.taken = true;
  const unsigned budget = options.mergeLocal ? kLocalBudget : 0;
  if (a.kind == Action::Kind::Local) {
    choose(t, budget, step.ways);
  } else {
    const auto at = static_cast<Pc>(state[th.base]);
    if (a.kind == Action::Kind::Fence) {
      state[th.base] = th.instrs[at].next[0];
    } else if (const Fault fault = m.perform(state.data(), t, a); fault != Fault::None) {
      step.ways.faults.emplace_back(th.instrs[at].source, fault);
    }
    if (accesses(a)) step.after = state[a.cell];
    if (twin != kNoReg) state[th.base + 1 + raw(twin)] = forgiven;
    ride(t, budget, step.ways);
  }
  nextCount += step.ways.next.size();
}

bool LocalSteps::atChoice(unsigned t) const {
  return m.atLocal(state.data(), t) && m.alternatives(state.data(), t) != 1;
}

void LocalSteps::choose(unsigned t, unsigned budget, Ways& out) {
  const CompiledThread& th = m.thread(t);
  const auto part = state.begin() + th.base;
  const std::vector<std::int64_t> before(part, part + 1 + th.registerTypes.size());
  const std::uint64_t ways = m.alternatives(state.data(), t);
  for (std::uint64_t i = 0; i < ways; ++i) {
    std::copy(before.begin(), before.end(), part);
    takeLocal(t, i, out);
    ride(t, budget, out);
  }
}

void LocalSteps::ride(unsigned t, unsigned budget, Ways& out) {
  for (; budget > 0 && m.atLocal(state.data(), t) && !atChoice(t); --budget) takeLocal(t, 0, out);
  if (options.clearDead) clearRegisters(t);
  out.next.push_back(locals.number(t, state.data() + m.thread(t).base));
}

std::optional<Ways> LocalSteps::choiceAt(unsigned t, ThreadStateId id) {
  restore(t, id);
  if (!options.mergeLocal || !atChoice(t)) return std::nullopt;
  Ways chosen, out;
  std::vector<ThreadStateId> met{id};
  for (std::size_t i = 0; i < met.size(); ++i) {
    restore(t, met[i]);
    if (!atChoice(t)) {
      out.next.push_back(met[i]);
    } else if (m.alternatives(state.data(), t) > kMostChoices - met.size()) {
      return std::nullopt;
    } else {
      choose(t, kLocalBudget, chosen);
      for (const ThreadStateId next : chosen.next) {
        if (std::find(met.begin(), met.end(), next) == met.end()) met.push_back(next);
      }
      chosen.next.clear();
    }
  }
  out.faults = std::move(chosen.faults);
  return out;
}

void LocalSteps::takeLocal(unsigned t, std::uint64_t way, Ways& out) {
  const Pc at = m.pc(state.data(), t);
  const Fault fault = m.local(state.data(), t, way);
  if (fault != Fault::None) out.faults.emplace_back(m.thread(t).instrs[at].source, fault);
}

void LocalSteps::clearRegisters(unsigned t) {
  const CompiledThread& th = m.thread(t);
  std::int64_t* part = state.data() + th.base;
  for (const std::uint32_t r : futures.deadRegisters(t, static_cast<Pc>(part[0]))) {
    part[1 + r] = th.registerTypes[r].lo;
  }
}

}  // namespace robur
