#include "executions/ends.h"

#include <algorithm>

namespace robur::executions {

std::vector<bool> reachingEnd(const CompiledThread& thread) {
  std::vector<bool> out(thread.instrs.size(), false);
  for (std::size_t pc = 0; pc < out.size(); ++pc) {
    out[pc] = thread.instrs[pc].op == Instr::Op::Halt;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = out.size(); pc-- > 0;) {
      if (out[pc]) continue;
      for (const Pc next : thread.instrs[pc].next) out[pc] = out[pc] || out[next];
      changed = changed || out[pc];
    }
  }
  return out;
}

Ends::Ends(const Machine& machine) {
  for (unsigned t = 0; t < machine.threadCount(); ++t) {
    mayEnd.push_back(reachingEnd(machine.thread(t)));
  }
}

bool Ends::waits(const LiveGraph& g, std::uint32_t t) const {
  const LiveEvent& last = g[g.lastOf(t)];
  return last.status == Status::Blocked ||
         (last.status == Status::Spinning && mayEnd[t][last.next]);
}

bool Ends::staysForever(const LiveGraph& g, std::uint32_t t) const {
  const LiveEvent& event = g[g.lastOf(t)];
  if (event.kind == Kind::Blocked) return event.source == g.lastWrite(event.cell);
  // A round that makes a choice may choose otherwise the next time.
  const std::vector<LiveEvent>& events = g.threads[t].events;
  return std::all_of(events.begin() + event.roundBegin, events.end(), [&](const LiveEvent& e) {
    return e.kind != Kind::Choice && (!reads(e) || e.source == g.lastWrite(e.cell));
  });
}

Ending Ends::of(const LiveGraph& g) const {
  const auto some = [&](Status status) {
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      if (g[g.lastOf(t)].status == status) return true;
    }
    return false;
  };
  if (some(Status::Faulted)) return Ending::Faulted;
  if (some(Status::Cut)) return Ending::Cut;
  if (some(Status::Excluded)) return Ending::Excluded;
  Ending ending = Ending::Complete;
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    const Status status = g[g.lastOf(t)].status;
    if (status != Status::Blocked && status != Status::Spinning) continue;
    if (!staysForever(g, t)) return Ending::Unfair;
    if (waits(g, t)) ending = Ending::Hang;
  }
  return ending;
}

}  // namespace robur::executions
