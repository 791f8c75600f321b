#include "verify/evidence.h"

#include <algorithm>

#include "check/fault_property.h"
#include "program/internal_error.h"

namespace robur::verify {

namespace {

void position(const Program& program, Finding& finding, unsigned thread, Pc pc) {
  finding.thread = ThreadId{thread};
  finding.pc = pc;
  const std::vector<Instr>& code = program.codeOf(finding.thread).instrs;
  if (pc < code.size()) finding.span = code[pc].span;
}

std::vector<EventId> runOf(const ExecutionGraph& graph) {
  std::vector<EventId> out;
  for (std::uint32_t e = 0; e < graph.size(); ++e) {
    if (!graph.events[e].init) out.push_back(EventId{e});
  }
  return out;
}

// The pending access of the thread; a read reads the last write.
EventId append(const Machine& machine, ExecutionGraph& graph, unsigned thread,
               const LocalState& state) {
  const Action action = pendingAccess(machine, thread, state);
  Event event;
  event.thread = ThreadId{thread};
  event.pc = state.pc;
  event.cell = CellId{action.cell};
  event.order = action.order;
  event.kind = action.kind == Action::Kind::Write ? Event::Kind::Write : Event::Kind::Read;
  event.written = action.written;
  event.read = graph[graph.lastWrite(event.cell)].written;
  return graph.add(event, latestSource(graph, event));
}

void judge(const Program& program, ModelName model, const ExecutionGraph& graph) {
  if (!consistent(program, graph, model)) {
    throw InternalError("the model's axioms reject the run that the search found");
  }
}

}  // namespace

Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run) {
  Finding out;
  judge(machine.program(), model, run.graph);
  out.witness.graph = run.graph;
  out.witness.run = runOf(run.graph);
  for (unsigned t = 0; t < run.ends.size() && !out.span.known(); ++t) {
    position(machine.program(), out, t, run.ends[t].pc);
  }
  return out;
}

Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run,
                   const BadState& bad) {
  const Program& program = machine.program();
  Finding out = evidenceOf(machine, model, run);
  if (!bad.race) {
    const LocalState& end = run.ends[bad.thread];
    if (end.fault == Fault::None)
      throw InternalError("the run does not end in the fault that the search found");
    out.property = propertyOf(end.fault);
    position(program, out, bad.thread, end.faultPc);
    return out;
  }
  out.property = Property::Race;
  ExecutionGraph& graph = out.witness.graph;
  const EventId other = append(machine, graph, bad.other, run.ends[bad.other]);
  const EventId offender = append(machine, graph, bad.thread, run.ends[bad.thread]);
  judge(program, model, graph);
  if (!dataRace(program, graph, model)) {
    throw InternalError("the search found a data race, but the axioms find none in its run");
  }
  out.witness.other = other;
  out.witness.offender = offender;
  out.witness.run = runOf(graph);
  position(program, out, bad.thread, run.ends[bad.thread].pc);
  return out;
}

// Prefers a read that is on the cycle because it misses a later write: the clearest explanation.
std::optional<Finding> departureOf(const Program& program, const ExecutionGraph& graph) {
  const auto shortest = scCycle(graph);
  if (!shortest) return std::nullopt;
  Finding out;
  out.property = Property::Robustness;
  out.witness.graph = graph;
  out.witness.run = runOf(graph);
  out.witness.cycle = *shortest;
  out.witness.offender = shortest->front().from;
  for (const CycleEdge& edge : *shortest) {
    if (edge.kind != CycleEdge::Kind::Fr) continue;
    out.witness.offender = edge.from;
    out.witness.missed = edge.to;
  }
  const Event& event = graph[out.witness.offender];
  position(program, out, raw(event.thread), event.pc);
  return out;
}

}  // namespace robur::verify
