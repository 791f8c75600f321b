#include "verify/evidence.h"

#include <algorithm>

#include "check/fault_property.h"
#include "program/internal_error.h"

namespace robur::verify {

namespace {

void place(const Program& program, Finding& finding, unsigned thread, Pc pc) {
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

// The access that the thread is about to make, reading what the last write left.
EventId append(const Machine& machine, ExecutionGraph& graph, unsigned thread,
               const LocalState& state) {
  const Action action = about(machine, thread, state);
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
    throw InternalError("the axioms do not allow a run that was found");
  }
}

}  // namespace

Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run) {
  Finding out;
  judge(machine.program(), model, run.graph);
  out.witness.graph = run.graph;
  out.witness.run = runOf(run.graph);
  for (unsigned t = 0; t < run.ends.size() && !out.span.known(); ++t) {
    place(machine.program(), out, t, run.ends[t].pc);
  }
  return out;
}

Finding evidenceOf(const Machine& machine, ModelName model, const Replayed& run,
                   const BadState& bad) {
  const Program& program = machine.program();
  Finding out = evidenceOf(machine, model, run);
  if (!bad.race) {
    const LocalState& end = run.ends[bad.thread];
    if (end.fault == Fault::None) throw InternalError("a run does not end in the fault it shows");
    out.property = propertyOf(end.fault);
    place(program, out, bad.thread, end.faultPc);
    return out;
  }
  out.property = Property::Race;
  ExecutionGraph& graph = out.witness.graph;
  const EventId other = append(machine, graph, bad.other, run.ends[bad.other]);
  const EventId offender = append(machine, graph, bad.thread, run.ends[bad.thread]);
  judge(program, model, graph);
  if (!dataRace(program, graph, model)) {
    throw InternalError("two threads are about to race, yet the axioms see no race");
  }
  out.witness.other = other;
  out.witness.offender = offender;
  out.witness.run = runOf(graph);
  place(program, out, bad.thread, run.ends[bad.thread].pc);
  return out;
}

// A read that is on a cycle because it misses a later write makes the clearest story.
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
  place(program, out, raw(event.thread), event.pc);
  return out;
}

}  // namespace robur::verify
