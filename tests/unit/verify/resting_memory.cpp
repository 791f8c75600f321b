#include "unit/verify/resting_memory.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "oracle/interpreter.h"

namespace robur::testing {

namespace {

using State = std::pair<std::vector<std::int64_t>, std::vector<LocalState>>;

struct Step {
  std::size_t thread = 0;
  bool changes = false;  // memory
  std::size_t to = 0;
};

class Runs {
 public:
  Runs(const Program& program, std::size_t maxStates) : interpreter(program) {
    State start;
    for (const Location& location : program.locations) {
      start.first.insert(start.first.end(), location.init.begin(), location.init.end());
    }
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      const auto locals = interpreter.start(threadId(t), faults);
      if (locals.size() != 1) known = false;
      if (!locals.empty()) start.second.push_back(locals[0]);
    }
    if (!known) return;
    idOf(std::move(start));
    for (std::size_t id = 0; id < states.size() && known; ++id) {
      expand(id);
      known = known && states.size() <= maxStates && !interpreter.gaveUp() && faults.empty();
    }
  }

  std::optional<bool> waitForever() const {
    if (!known) return std::nullopt;
    for (std::size_t id = 0; id < states.size(); ++id) {
      if (restsForever(id)) return true;
    }
    return false;
  }

 private:
  std::size_t idOf(State state) {
    const auto [at, fresh] = ids.try_emplace(std::move(state), states.size());
    if (fresh) {
      states.push_back(&at->first);
      steps.emplace_back();
    }
    return at->second;
  }

  void expand(std::size_t id) {
    const State& state = *states[id];
    for (std::size_t t = 0; t < state.second.size(); ++t) {
      const LocalState& local = state.second[t];
      if (local.stopped) {
        known = known && interpreter.instr(threadId(t), local).op == Instr::Op::Halt;
        continue;
      }
      const auto cell = interpreter.cell(threadId(t), local);
      const std::int64_t seen = cell ? state.first[raw(*cell)] : 0;
      const auto outcome = interpreter.perform(threadId(t), local, seen, ModelName::Sc, faults);
      if (!outcome) continue;
      known = known && outcome->after.size() == 1;
      if (!known) return;
      State next = state;
      next.second[t] = outcome->after[0];
      const Event& event = outcome->event;
      if (writes(event)) next.first[raw(event.cell)] = event.written;
      const Step step{t, next.first != state.first, idOf(std::move(next))};
      steps[id].push_back(step);
    }
  }

  // Is there a way to the end of the thread, whatever its branches depend on?
  bool hasExit(std::size_t t, Pc from) const {
    const std::vector<Instr>& code = interpreter.program().codeOf(threadId(t)).instrs;
    std::set<Pc> seen = {from};
    std::vector<Pc> open = {from};
    while (!open.empty()) {
      const Instr& in = code[open.back()];
      open.pop_back();
      if (in.op == Instr::Op::Halt) return true;
      for (const Pc next : in.next) {
        if (seen.insert(next).second) open.push_back(next);
      }
    }
    return false;
  }

  // The states that can be reached with memory as it is.
  std::vector<bool> resting(std::size_t from) const {
    std::vector<bool> out(states.size(), false);
    std::vector<std::size_t> open = {from};
    out[from] = true;
    while (!open.empty()) {
      const std::size_t id = open.back();
      open.pop_back();
      for (const Step& step : steps[id]) {
        if (step.changes || out[step.to]) continue;
        out[step.to] = true;
        open.push_back(step.to);
      }
    }
    return out;
  }

  // Can the run stay in the component of this state, with every thread that can go on going on?
  bool restsForever(std::size_t id) const {
    std::vector<bool> component = resting(id);
    for (std::size_t other = 0; other < states.size(); ++other) {
      component[other] = component[other] && resting(other)[id];
    }
    bool waits = false;
    for (std::size_t t = 0; t < states[id]->second.size(); ++t) {
      if (states[id]->second[t].stopped) continue;
      bool canGoOn = false;
      bool goesOn = false;
      for (std::size_t at = 0; at < states.size(); ++at) {
        for (const Step& step : steps[at]) {
          if (!component[at] || step.thread != t) continue;
          canGoOn = true;
          goesOn |= !step.changes && component[step.to];
        }
      }
      if (canGoOn && !goesOn) return false;
      waits |= !canGoOn || hasExit(t, states[id]->second[t].pc);
    }
    return waits;
  }

  const Interpreter interpreter;
  Faults faults;
  bool known = true;
  std::map<State, std::size_t> ids;
  std::vector<const State*> states;
  std::vector<std::vector<Step>> steps;
};

}  // namespace

std::optional<bool> waitsForever(const Program& program, std::size_t maxStates) {
  return Runs(program, maxStates).waitForever();
}

}  // namespace robur::testing
