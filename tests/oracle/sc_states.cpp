#include "oracle/sc_states.h"

#include <deque>

namespace robur::testing {

namespace {

struct State {
  std::vector<std::int64_t> memory;
  std::vector<LocalState> threads;

  friend auto operator<=>(const State&, const State&) = default;
};

}  // namespace

bool aboutToRace(const Interpreter& interpreter, const std::vector<LocalState>& threads) {
  struct Pending {
    CellId cell;
    bool writes;
  };
  std::vector<Pending> pending;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (threads[t].stopped) continue;
    const Instr& i = interpreter.instr(threadId(t), threads[t]);
    if (i.op == Instr::Op::Fence || i.order != Order::NonAtomic) continue;
    const Pending mine{*interpreter.cell(threadId(t), threads[t]), i.op == Instr::Op::Store};
    for (const Pending& other : pending) {
      if (other.cell == mine.cell && (other.writes || mine.writes)) return true;
    }
    pending.push_back(mine);
  }
  return false;
}

ScStates exploreSc(const Program& program, std::size_t maxStates) {
  const Interpreter interpreter(program);
  ScStates result;
  std::set<State> seen;
  std::deque<const State*> frontier;
  const auto visit = [&](State state) {
    const auto [place, fresh] = seen.insert(std::move(state));
    if (fresh) frontier.push_back(&*place);
  };

  std::vector<State> starts = {State{}};
  for (const Location& location : program.locations) {
    starts[0].memory.insert(starts[0].memory.end(), location.init.begin(), location.init.end());
  }
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    std::vector<State> longer;
    for (const LocalState& local : interpreter.start(threadId(t), result.faults)) {
      for (State state : starts) {
        state.threads.push_back(local);
        longer.push_back(std::move(state));
      }
    }
    starts = std::move(longer);
  }
  for (State& state : starts) visit(std::move(state));

  while (!frontier.empty()) {
    if (seen.size() > maxStates || interpreter.gaveUp()) {
      result.complete = false;
      break;
    }
    const State& state = *frontier.front();
    frontier.pop_front();
    result.race |= aboutToRace(interpreter, state.threads);
    bool final = true;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      final &= !state.threads[t].endless;
      if (state.threads[t].stopped) continue;
      const auto cell = interpreter.cell(threadId(t), state.threads[t]);
      const std::int64_t value = cell ? state.memory[raw(*cell)] : 0;
      const auto outcome =
          interpreter.perform(threadId(t), state.threads[t], value, ModelName::Sc, result.faults);
      if (!outcome) continue;
      final = false;
      for (const LocalState& after : outcome->after) {
        State next = state;
        next.threads[t] = after;
        if (writes(outcome->event)) next.memory[raw(outcome->event.cell)] = outcome->event.written;
        visit(std::move(next));
      }
    }
    for (std::size_t t = 0; final && t < state.threads.size(); ++t) {
      if (state.threads[t].stopped) continue;
      result.blocked.insert({program[threadId(t)].code, state.threads[t].pc});
    }
  }
  result.states = seen.size();
  result.faultPlaces = interpreter.faultPlaces();
  return result;
}

}  // namespace robur::testing
