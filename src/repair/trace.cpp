#include "repair/trace.h"

#include <set>

#include "semantics/machine.h"

namespace robur {

namespace {

class Replay {
 public:
  Replay(const Program& program, const Witness& witness)
      : machine(program), witness(witness), state(machine.stateSize()) {
    machine.initial(state.data());
  }

  std::optional<std::vector<TraceStep>> run() {
    if (!follow(0)) return std::nullopt;
    return std::move(steps);
  }

 private:
  static constexpr unsigned kMostSteps = 200'000;  // including those of abandoned branches
  static constexpr unsigned kDeepest = 1'000;      // nested choices

  // Replays from event number `at` to the end. Deterministic steps are followed, choices are tried
  // in turn. After a failure the caller restores state and steps.
  bool follow(std::size_t at, unsigned depth = 0) {
    while (at < witness.run.size()) {
      if (++taken > kMostSteps || depth > kDeepest) return false;
      const EventId id = witness.run[at];
      const ThreadId thread = witness.graph[id].thread;
      const unsigned t = raw(thread);
      const Action action = machine.pending(state.data(), t);
      const Pc pc = machine.pc(state.data(), t);
      if (action.kind == Action::Kind::Stopped) return false;
      if (action.kind != Action::Kind::Local) {
        if (pc != witness.graph[id].pc || !agrees(action, id)) return false;
        steps.push_back({thread, pc, id});
        if (++at == witness.run.size()) return true;  // whatever it reads
        advance(t, action);
        continue;
      }
      if (machine.thread(t).instrs[pc].op == Instr::Op::Goto)
        steps.push_back({thread, pc, kNoEvent});
      const std::uint64_t ways = machine.alternatives(state.data(), t);
      if (ways == 1) {
        if (machine.local(state.data(), t, 0) != Fault::None) return false;
        continue;
      }
      // A choice in a state that was tried before fails again. Without this test, a loop without
      // accesses would be followed until the limit.
      if (!met.insert({at, state}).second) return false;
      const std::vector<std::int64_t> before = state;
      const std::size_t length = steps.size();
      for (std::uint64_t way = 0; way < ways && taken <= kMostSteps; ++way) {
        state = before;
        steps.resize(length);
        if (machine.local(state.data(), t, way) == Fault::None && follow(at, depth + 1))
          return true;
      }
      return false;
    }
    return true;
  }

  void advance(unsigned t, const Action& action) {
    if (action.kind != Action::Kind::Fence) {
      machine.perform(state.data(), t, action);
      return;
    }
    const CompiledThread& th = machine.thread(t);
    std::int64_t& pc = state[th.base];
    pc = th.instrs[static_cast<Pc>(pc)].next[0];
  }

  bool agrees(const Action& action, EventId id) const {
    const Event& event = witness.graph[id];
    if (action.kind == Action::Kind::Fence) return true;
    if (id == witness.offender) return action.cell == raw(event.cell);
    if (!action.enabled || action.cell != raw(event.cell)) return false;
    switch (action.kind) {
      case Action::Kind::Read:
        return event.kind == Event::Kind::Read && action.read == event.read;
      case Action::Kind::Write:
        return event.kind == Event::Kind::Write;
      case Action::Kind::Update:
        return event.kind == Event::Kind::Update && action.read == event.read;
      default:
        return false;
    }
  }

  Machine machine;
  const Witness& witness;
  std::vector<std::int64_t> state;
  std::vector<TraceStep> steps;
  std::set<std::pair<std::size_t, std::vector<std::int64_t>>>
      met;  // choices tried, by the next event
  unsigned taken = 0;
};

}  // namespace

std::optional<std::vector<TraceStep>> traceOf(const Program& program, const Witness& witness) {
  return Replay(program, witness).run();
}

}  // namespace robur
