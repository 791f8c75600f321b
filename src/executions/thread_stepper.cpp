#include "executions/thread_stepper.h"

#include <algorithm>

#include "program/analysis/liveness.h"

namespace robur::executions {

namespace {

// The targets of the back edges of a depth-first traversal: every cycle of the code passes one.
std::vector<bool> loopHeads(const Code& code) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<bool> heads(code.instrs.size(), false);
  std::vector<Mark> marks(code.instrs.size(), Mark::New);
  struct Visit {
    Pc pc = 0;
    std::size_t next = 0;
  };
  std::vector<Visit> path{{code.entry, 0}};
  marks[code.entry] = Mark::Open;
  while (!path.empty()) {
    Visit& top = path.back();
    const std::vector<Pc>& next = code.instrs[top.pc].next;
    if (top.next == next.size()) {
      marks[top.pc] = Mark::Done;
      path.pop_back();
      continue;
    }
    const Pc to = next[top.next++];
    if (marks[to] == Mark::Open) heads[to] = true;
    if (marks[to] != Mark::New) continue;
    marks[to] = Mark::Open;
    path.push_back({to, 0});
  }
  return heads;
}

// An entry of ThreadTrack::heads: the pc, the index of the event after which the thread was there,
// then the live registers. Entries of all events of the thread are kept.
constexpr std::size_t kHeadPrefix = 2;

}  // namespace

ThreadStepper::ThreadStepper(const Machine& machine, const Observed& observed, std::uint32_t rounds,
                             unsigned idleRounds)
    : machine(machine),
      rounds(rounds),
      idleRounds(idleRounds),
      heads(machine.threadCount()),
      scratch(machine.stateSize()) {
  const auto of = [](const std::vector<std::vector<bool>>& registers, unsigned t) {
    return registers.empty() ? std::vector<bool>() : registers[t];
  };
  machine.initial(scratch.data());
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    const Code& code = machine.program().codeOf(ThreadId{t});
    const std::vector<bool> isHead = loopHeads(code);
    const BitMatrix live = liveRegisters(code, of(observed.atEnd, t));
    const std::vector<bool> always = of(observed.always, t);
    heads[t].resize(code.instrs.size() + 1);
    for (std::size_t pc = 0; pc < code.instrs.size(); ++pc) {
      heads[t][pc].isHead = isHead[pc];
      for (std::uint32_t r = 0; isHead[pc] && r < code.registers.size(); ++r) {
        if (live.at(pc, r) || (r < always.size() && always[r])) heads[t][pc].live.push_back(r);
      }
    }
  }
}

// Copies the state of the thread after this event into the scratch state.
std::int64_t* ThreadStepper::enter(const LiveGraph& g, EventRef before) {
  std::int64_t* const slice = scratch.data() + machine.thread(before.thread).base;
  slice[0] = g[before].next;
  std::copy_n(g.registers(before), g.registersOf(before.thread), slice + 1);
  return scratch.data();
}

// If the thread is at a loop head where it has been since its last write, with these registers, it
// spins. Otherwise records that it is there.
Status ThreadStepper::passHead(LiveGraph& g, EventRef e, Pc pc) {
  const Head& head = heads[e.thread][pc];
  if (!head.isHead) return Status::Ready;
  std::vector<std::int64_t>& passed = g.threads[e.thread].heads;
  const std::int64_t* const registers = scratch.data() + machine.thread(e.thread).base + 1;
  std::uint32_t times = 0;
  for (std::size_t at = rounds == 0 ? g[e].headsBegin : 0; at < passed.size();) {
    const auto earlier = static_cast<Pc>(passed[at]);
    const std::vector<std::uint32_t>& live = heads[e.thread][earlier].live;
    bool same = earlier == pc && at >= g[e].headsBegin;
    for (std::size_t i = 0; same && i < live.size(); ++i) {
      same = passed[at + kHeadPrefix + i] == registers[live[i]];
    }
    if (same && g[e].idleRounds < idleRounds) {  // the next round begins here
      ++g[e].idleRounds;
      g[e].headsBegin = static_cast<std::uint32_t>(passed.size());
      break;
    }
    if (same) {
      g[e].roundBegin = static_cast<std::uint16_t>(passed[at + 1] + 1);
      return Status::Spinning;
    }
    times += earlier == pc ? 1 : 0;
    at += kHeadPrefix + live.size();
  }
  if (rounds != 0 && times > rounds) return Status::Cut;
  passed.push_back(pc);
  passed.push_back(e.index);
  for (const std::uint32_t r : head.live) passed.push_back(registers[r]);
  return Status::Ready;
}

// Makes the local steps that follow the event, and records where the thread is then.
void ThreadStepper::leave(LiveGraph& g, EventRef e, Fault fault) {
  const unsigned t = e.thread;
  const CompiledThread& code = machine.thread(t);
  std::int64_t* const state = scratch.data();
  Status status = fault == Fault::None ? Status::Ready : Status::Faulted;
  if (e.index >= kMostEvents) status = Status::Cut;
  std::vector<std::int64_t>& passed = g.threads[t].heads;
  passed.resize(e.index == 0 ? 0 : g.threads[t].events[e.index - 1u].headsEnd);
  if (e.index > 0) {
    const LiveEvent& before = g.threads[t].events[e.index - 1u];
    g[e].headsBegin = before.headsBegin;
    g[e].idleRounds = before.idleRounds;
  }
  if (writes(g[e])) g[e].headsBegin = static_cast<std::uint32_t>(passed.size());
  for (std::uint32_t steps = 0; status == Status::Ready; ++steps) {
    const Pc pc = machine.pc(state, t);
    const CompiledInstr& in = code.instrs[pc];
    status = passHead(g, e, pc);
    if (status != Status::Ready) break;
    if (in.op == Instr::Op::Halt) {
      status = Status::Ended;
    } else if (!machine.atLocal(state, t) || machine.alternatives(state, t) > 1) {
      break;
    } else if (steps == kMostLocalSteps) {
      status = Status::Cut;
    } else {
      fault = machine.local(state, t, 0);
      if (fault != Fault::None) {
        status = Status::Faulted;
      } else if (in.op == Instr::Op::Assume && machine.pc(state, t) == code.rest) {
        status = Status::Excluded;
      }
      if (status != Status::Ready) g[e].next = pc;
    }
  }
  LiveEvent& event = g[e];
  event.status = status;
  event.fault = fault;
  // A thread that has stopped stays at the instruction that stopped it, for reports.
  if (status != Status::Faulted && status != Status::Excluded) event.next = machine.pc(state, t);
  event.headsEnd = static_cast<std::uint32_t>(passed.size());
  std::copy_n(state + code.base + 1, g.registersOf(t), g.registers(e));
}

void ThreadStepper::start(LiveGraph& g, std::uint32_t t) {
  const EventRef e{static_cast<std::uint16_t>(t), 0};
  enter(g, e);
  leave(g, e, Fault::None);
}

std::uint64_t ThreadStepper::alternatives(const LiveGraph& g, EventRef before) {
  const Instr::Op op = instrAfter(g, before).op;
  if (op != Instr::Op::Choose && op != Instr::Op::Havoc) return 0;
  return machine.alternatives(enter(g, before), before.thread);
}

std::uint32_t ThreadStepper::cellAfter(const LiveGraph& g, EventRef before) {
  return machine.pending(enter(g, before), before.thread).cell;
}

void ThreadStepper::choose(LiveGraph& g, EventRef e, std::uint64_t alternative) {
  std::int64_t* const state = enter(g, {e.thread, static_cast<std::uint16_t>(e.index - 1)});
  LiveEvent& event = g[e];
  event.kind = Kind::Choice;
  event.read = static_cast<std::int64_t>(alternative);
  event.next = event.pc;
  leave(g, e, machine.local(state, e.thread, alternative));
}

void ThreadStepper::fence(LiveGraph& g, EventRef e) {
  std::int64_t* const state = enter(g, {e.thread, static_cast<std::uint16_t>(e.index - 1)});
  leave(g, e, machine.perform(state, e.thread, machine.pending(state, e.thread)));
}

void ThreadStepper::store(LiveGraph& g, EventRef e) {
  std::int64_t* const state = enter(g, {e.thread, static_cast<std::uint16_t>(e.index - 1)});
  const Action action = machine.pending(state, e.thread);
  LiveEvent& event = g[e];
  event.kind = Kind::Write;
  event.order = action.order;
  event.cell = action.cell;
  event.next = event.pc;
  const Fault fault = machine.perform(state, e.thread, action);
  event.written = state[action.cell];
  leave(g, e, fault);
}

bool ThreadStepper::readFrom(LiveGraph& g, EventRef e, EventRef source, std::int64_t value) {
  std::int64_t* const state = enter(g, {e.thread, static_cast<std::uint16_t>(e.index - 1)});
  LiveEvent& event = g[e];
  state[event.cell] = value;
  const Action action = machine.pending(state, e.thread);
  if (!action.enabled) return false;
  event.kind = action.kind == Action::Kind::Update ? Kind::Update : Kind::Read;
  event.locked = action.op == Instr::Op::Cas && action.kind == Action::Kind::Read;
  event.order = action.order;
  event.source = source;
  event.read = value;
  event.writeStamp = 0;
  event.next = event.pc;
  event.headsBegin = g.threads[e.thread].events[e.index - 1u].headsBegin;
  const Fault fault = machine.perform(state, e.thread, action);
  event.written = state[event.cell];
  leave(g, e, fault);
  return true;
}

void ThreadStepper::block(LiveGraph& g, EventRef e, EventRef source) {
  LiveEvent& event = g[e];
  const EventRef before{e.thread, static_cast<std::uint16_t>(e.index - 1)};
  event.kind = Kind::Blocked;
  event.source = source;
  event.next = event.pc;
  event.status = Status::Blocked;
  event.headsBegin = g[before].headsBegin;
  event.headsEnd = g[before].headsEnd;
  std::copy_n(g.registers(before), g.registersOf(e.thread), g.registers(e));
}

bool ThreadStepper::passes(const LiveGraph& g, EventRef before, std::uint32_t cell,
                           std::int64_t value) {
  std::int64_t* const state = enter(g, before);
  state[cell] = value;
  return machine.pending(state, before.thread).enabled;
}

}  // namespace robur::executions
