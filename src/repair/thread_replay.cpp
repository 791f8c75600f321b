#include "repair/thread_replay.h"

#include <algorithm>
#include <set>

#include "repair/strengthening.h"

namespace robur {

namespace {

bool isAwait(Instr::Op op) {
  return op == Instr::Op::Wait || op == Instr::Op::Bcas;
}

// Is `now` what the access `was` can become by a strengthening? A load can become a
// read-modify-write that changes nothing, a store an exchange.
bool agrees(const Event& now, const Event& was) {
  if (now.cell != was.cell) return false;
  if (reads(was) && (!reads(now) || now.read != was.read)) return false;
  if (writes(was)) return writes(now) && now.written == was.written;
  return !writes(now) || now.written == now.read;
}

}  // namespace

ThreadReplay::ThreadReplay(const Machine& machine, ModelName model, const ExecutionGraph& graph)
    : machine(machine), model(model), graph(graph), state(machine.stateSize()) {}

std::optional<std::vector<ReplayedEvent>> ThreadReplay::run(unsigned thread,
                                                            const ThreadPath& path) {
  t = thread;
  next = 0;
  events.clear();
  machine.initial(state.data());
  for (unsigned local = 0; local < kMostSteps; ++local) {
    const std::size_t before = events.size();
    if (next == path.steps.size() && path.end == ThreadPath::End::Anywhere) return events;
    switch (step(path)) {
      case Step::Ended:
        return events;
      case Step::Impossible:
        return std::nullopt;
      case Step::Made:
        break;
    }
    if (events.size() != before) local = 0;
  }
  return std::nullopt;
}

ThreadReplay::Step ThreadReplay::step(const ThreadPath& path) {
  const bool over = next == path.steps.size();
  const CompiledThread& code = machine.thread(t);
  const Pc pc = machine.pc(state.data(), t);
  const CompiledInstr& in = code.instrs[pc];
  if (in.op == Instr::Op::Halt) {
    return over && path.end == ThreadPath::End::Stops ? Step::Ended : Step::Impossible;
  }
  if (machine.atLocal(state.data(), t)) {
    const std::uint64_t alternatives = machine.alternatives(state.data(), t);
    if (alternatives > 1) return choose(path, alternatives);
    if (machine.local(state.data(), t, 0) != Fault::None) return afterFault(path);
    const bool excluded = in.op == Instr::Op::Assume && machine.pc(state.data(), t) == code.rest;
    return excluded ? Step::Impossible : Step::Made;
  }
  if (in.op == Instr::Op::Fence) {
    fence();
    return Step::Made;
  }
  if (!over) return access(path);
  return path.end == ThreadPath::End::Waits && waitsForever() ? Step::Ended : Step::Impossible;
}

ThreadReplay::Step ThreadReplay::afterFault(const ThreadPath& path) const {
  const bool expected = next == path.steps.size() && path.end == ThreadPath::End::Faults;
  return expected ? Step::Ended : Step::Impossible;
}

ThreadReplay::Step ThreadReplay::choose(const ThreadPath& path, std::uint64_t alternatives) {
  if (next == path.steps.size() || path.steps[next].access != kNoEvent) return Step::Impossible;
  const std::uint64_t alternative = path.steps[next++].alternative;
  if (alternative >= alternatives) return Step::Impossible;
  const Fault fault = machine.local(state.data(), t, alternative);
  return fault == Fault::None ? Step::Made : afterFault(path);
}

void ThreadReplay::fence() {
  const Action action = machine.pending(state.data(), t);
  events.push_back(
      {fenceEvent(machine.program(), model, ThreadId{t}, machine.pc(state.data(), t), action.order),
       kNoEvent});
  machine.perform(state.data(), t, action);
}

std::optional<Event> ThreadReplay::take(std::int64_t value, Fault& fault) {
  const std::uint32_t cell = machine.pending(state.data(), t).cell;
  state[cell] = value;
  const Action action = machine.pending(state.data(), t);
  if (!action.enabled) return std::nullopt;
  Event out;
  out.kind = action.kind == Action::Kind::Read    ? Event::Kind::Read
             : action.kind == Action::Kind::Write ? Event::Kind::Write
                                                  : Event::Kind::Update;
  out.locked = action.op == Instr::Op::Cas && action.kind == Action::Kind::Read;
  out.thread = ThreadId{t};
  out.pc = machine.pc(state.data(), t);
  out.cell = CellId{cell};
  out.order = action.order;
  if (reads(out)) out.read = value;
  fault = machine.perform(state.data(), t, action);
  if (writes(out)) out.written = state[cell];
  return out;
}

ThreadReplay::Step ThreadReplay::access(const ThreadPath& path) {
  const EventId was = path.steps[next].access;
  if (was == kNoEvent) return Step::Impossible;
  ++next;
  const Event& old = graph[was];
  std::int64_t value = old.read;
  if (!reads(old)) {  // what an exchange in its place would read
    const std::vector<EventId>& order = graph.modificationOrder[raw(old.cell)];
    value = graph[*(std::ranges::find(order, was) - 1)].written;
  }
  Fault fault = Fault::None;
  const std::optional<Event> event = take(value, fault);
  if (!event || !agrees(*event, old)) return Step::Impossible;
  events.push_back({*event, was});
  return fault == Fault::None ? Step::Made : afterFault(path);
}

std::int64_t ThreadReplay::lastValue(std::uint32_t cell) const {
  return graph[graph.lastWrite(CellId{cell})].written;
}

std::vector<std::int64_t> ThreadReplay::threadState() const {
  const CompiledThread& code = machine.thread(t);
  const auto begin = state.begin() + code.base;
  return {begin, begin + 1 + static_cast<std::ptrdiff_t>(code.registerTypes.size())};
}

// Reads the last write of whatever cell the thread reads next, until it is blocked at a wait, or is
// where it was before. It must not write. Fences that it passes again and again count once: each
// further round adds nothing but reads of the last writes and fences after all others, which no
// model forbids.
bool ThreadReplay::waitsForever() {
  std::set<std::vector<std::int64_t>> met;
  for (unsigned steps = 0; steps < kMostSteps && met.size() < kMostRounds; ++steps) {
    const CompiledInstr& in = machine.thread(t).instrs[machine.pc(state.data(), t)];
    if (in.op == Instr::Op::Halt) return false;
    if (machine.atLocal(state.data(), t)) {
      if (machine.alternatives(state.data(), t) > 1) return false;
      if (machine.local(state.data(), t, 0) != Fault::None) return false;
    } else if (in.op == Instr::Op::Fence) {
      fence();
    } else {
      if (!met.insert(threadState()).second) return true;
      const std::uint32_t cell = machine.pending(state.data(), t).cell;
      Fault fault = Fault::None;
      const std::optional<Event> event = take(lastValue(cell), fault);
      if (!event) return isAwait(in.op);
      if (writes(*event) || fault != Fault::None) return false;
      events.push_back({*event, kNoEvent});
    }
  }
  return false;
}

}  // namespace robur
