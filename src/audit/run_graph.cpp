#include "audit/run_graph.h"

namespace robur {

Event eventOf(const Program& program, ModelName model, unsigned thread, Pc pc,
              const Action& action) {
  if (action.kind == Action::Kind::Fence) {
    return fenceEvent(program, model, ThreadId{thread}, pc, action.order);
  }
  Event event;
  event.thread = ThreadId{thread};
  event.pc = pc;
  event.cell = CellId{action.cell};
  event.order = action.order;
  event.read = action.read;
  event.written = action.written;
  switch (action.kind) {
    case Action::Kind::Write:
      event.kind = Event::Kind::Write;
      break;
    case Action::Kind::Update:
      event.kind = Event::Kind::Update;
      break;
    default:
      event.kind = Event::Kind::Read;
      event.locked = action.op == Instr::Op::Cas;
      break;
  }
  if (writes(event)) {
    event.written = program[program.locationOf(event.cell)].type.wrap(event.written);
  }
  return event;
}

ExecutionGraph graphOf(const Program& program, ModelName model, const std::vector<RunStep>& run) {
  ExecutionGraph graph = ExecutionGraph::initial(program);
  for (const RunStep& step : run) {
    if (step.forgiven) continue;
    const Event event = eventOf(program, model, step.thread, step.pc, step.action);
    graph.add(event, latestSource(graph, event));
  }
  return graph;
}

}  // namespace robur
