#include "traces/replay.h"

#include "program/internal_error.h"

namespace robur::traces {

namespace {

// Makes the local steps that leave no choice; stops at a fault.
void stepLocally(const Machine& machine, std::int64_t* state, unsigned t) {
  while (machine.atLocal(state, t) && machine.alternatives(state, t) <= 1) {
    const std::vector<std::int64_t> before(state, state + machine.stateSize());
    if (machine.local(state, t, 0) == Fault::None) continue;
    std::copy(before.begin(), before.end(), state);
    return;
  }
}

}  // namespace

Replayed replay(const Machine& machine, const ScTrace& trace, const std::uint16_t* clock,
                unsigned thread) {
  const LiveGraph& g = trace.graph();
  Replayed out;
  out.state.resize(machine.stateSize());
  std::int64_t* const state = out.state.data();
  machine.initial(state);
  for (const EventRef e : trace.run()) {
    const LiveEvent& event = g[e];
    if (e.index > clock[e.thread] || event.kind == Kind::Blocked) continue;
    const unsigned t = e.thread;
    stepLocally(machine, state, t);
    if (event.kind == Kind::Choice) {
      machine.local(state, t, static_cast<std::uint64_t>(event.read));
      continue;
    }
    const Action action = machine.pending(state, t);
    const Pc pc = machine.thread(t).instrs[machine.pc(state, t)].source;
    const bool same = action.enabled && pc == event.pc &&
                      (event.kind == Kind::Fence || event.scFence || action.cell == event.cell) &&
                      (!reads(event) || event.scFence || action.read == event.read);
    if (!same) throw InternalError("the machine does not execute what the graph says");
    machine.perform(state, t, action);
    out.run.push_back({t, pc, action});
  }
  stepLocally(machine, state, thread);
  return out;
}

}  // namespace robur::traces
