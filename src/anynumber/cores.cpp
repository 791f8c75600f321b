#include "anynumber/cores.h"

namespace robur::anynumber {

Cores::Cores(const Machine& machine)
    : m(machine),
      allFutures(m),
      states(m),
      steps(m, allFutures, states, options),
      tables(m.threadCount()) {}

const Core& Cores::at(unsigned t, ThreadStateId id) {
  std::vector<std::unique_ptr<Core>>& table = tables[t];
  if (id >= table.size()) table.resize(id + 1);
  if (!table[id]) table[id] = std::make_unique<Core>(make(t, id));
  return *table[id];
}

Core Cores::make(unsigned t, ThreadStateId id) {
  Core out;
  out.pc = static_cast<Pc>(states.part(t, id)[0]);
  out.ended = m.thread(t).instrs[out.pc].op == Instr::Op::Halt;
  std::vector<ThreadStateId> ids{id};
  if (const std::optional<Ways> choice = steps.choiceAt(t, id)) {
    ids = choice->next;
    meet(t, choice->faults);
  }
  for (const ThreadStateId option : ids) {
    out.options.push_back({option, steps.cellOf(t, option), instr(t, option).op});
  }
  return out;
}

const LocalStep& Cores::step(unsigned t, const Option& option, std::int64_t value) {
  LocalStep& step = steps.find(t, option.id, value);
  if (step.action.kind == Action::Kind::Stopped || !step.action.enabled) return step;
  meet(t, steps.waysOf(t, option.id, step, false).faults);
  return step;
}

void Cores::meet(unsigned t, const std::vector<std::pair<Pc, Fault>>& faults) {
  for (const auto& [pc, fault] : faults) met.insert({t, pc, fault});
}

}  // namespace robur::anynumber
