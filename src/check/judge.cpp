#include "check/judge.h"

#include <algorithm>

#include "audit/run_graph.h"
#include "program/internal_error.h"
#include "program/model_info.h"

namespace robur {

namespace {

// The event that the suspect access is if it reads, or follows, a write of this value; nothing if
// it would continue to wait.
std::optional<Event> meeting(const Machine& machine, ModelName model, const Suspect& suspect,
                             std::int64_t value) {
  std::vector<std::int64_t> state = suspect.state;
  state[suspect.action.cell] = value;
  const Action action = machine.pending(state.data(), suspect.thread);
  if (!action.enabled || action.kind < Action::Kind::Read || action.kind > Action::Kind::Update) {
    return std::nullopt;
  }
  return eventOf(machine.program(), model, suspect.thread, suspect.pc, action);
}

ExecutionGraph withoutSeqCst(ExecutionGraph graph) {
  for (Event& e : graph.events) {
    if (e.order == Order::Sc && e.kind != Event::Kind::Fence) e.order = Order::AcqRel;
  }
  return graph;
}

std::vector<EventId> runOf(const ExecutionGraph& graph) {
  std::vector<EventId> out;
  for (std::uint32_t e = 0; e < graph.size(); ++e) {
    if (!graph.events[e].init) out.push_back(EventId{e});
  }
  return out;
}

// Tries every write to the cell that has been overwritten; meeting(value) is the event that the
// access would be there, if any.
template <class Meeting>
Judgement judgeAt(const Program& program, ModelName model, const ExecutionGraph& before,
                  CellId cell, const Meeting& meeting) {
  const auto& order = before.modificationOrder[raw(cell)];
  Judgement out;
  // The latest stale write first: it has the shortest explanation.
  for (std::size_t i = order.size() - 1; i-- > 0;) {
    const EventId source = order[i];
    const std::int64_t value = before[source].written;
    out.staleValues.push_back(value);
    const std::optional<Event> event = meeting(value);
    if (!event) continue;
    ExecutionGraph graph = before;
    const EventId offender = graph.add(*event, source);
    if (consistent(program, graph, ModelName::Sc)) continue;
    if (!consistent(program, graph, model)) {
      const bool outside = infoOf(model).scAccesses == ScAccesses::Outside;
      if (outside && consistent(program, withoutSeqCst(graph), model)) {
        out.kind = Judgement::Kind::Sequential;
      }
      continue;
    }
    auto cycle = scCycle(graph, offender);
    if (!cycle) throw InternalError("a graph is not sequentially consistent, yet has no cycle");
    out.kind = Judgement::Kind::Real;
    out.witness.cycle = std::move(*cycle);
    out.witness.offender = offender;
    out.witness.missed = order.back();
    out.witness.run = runOf(graph);
    out.witness.graph = std::move(graph);
    return out;
  }
  return out;
}

}  // namespace

Judgement judgeStale(const Machine& machine, ModelName model, const Suspect& suspect) {
  const ExecutionGraph before = graphOf(machine.program(), model, suspect.run);
  return judgeAt(machine.program(), model, before, CellId{suspect.action.cell},
                 [&](std::int64_t value) { return meeting(machine, model, suspect, value); });
}

Judgement judgeLoad(const Machine& machine, ModelName model, const std::vector<RunStep>& run,
                    std::size_t at) {
  const Program& program = machine.program();
  const std::vector<RunStep> past(run.begin(), run.begin() + static_cast<std::ptrdiff_t>(at));
  const RunStep& load = run[at];
  return judgeAt(program, model, graphOf(program, model, past), CellId{load.action.cell},
                 [&](std::int64_t value) -> std::optional<Event> {
                   Action action = load.action;
                   action.read = value;
                   return eventOf(program, model, load.thread, load.pc, action);
                 });
}

Witness judgeRace(const Machine& machine, ModelName model, const Suspect& suspect) {
  const Program& program = machine.program();
  Witness out;
  out.graph = graphOf(program, model, suspect.run);
  const auto append = [&](unsigned thread, Pc pc, const Action& action) {
    const Event event = eventOf(program, model, thread, pc, action);
    return out.graph.add(event, latestSource(out.graph, event));
  };
  // Both are about to happen, so a read still reads the current value: writes go last.
  const bool both = suspect.other != suspect.thread;
  const bool writesLast = suspect.otherAction.kind == Action::Kind::Write;
  if (both && !writesLast) append(suspect.other, suspect.otherPc, suspect.otherAction);
  out.offender = append(suspect.thread, suspect.pc, suspect.action);
  if (both && writesLast) append(suspect.other, suspect.otherPc, suspect.otherAction);
  const auto race = dataRace(program, out.graph, model);
  if (!race) throw InternalError("the monitor saw a data race that the axioms do not see");
  out.other = race->first == out.offender ? race->second : race->first;
  out.offender = race->first == out.offender ? race->first : race->second;
  out.run = runOf(out.graph);
  return out;
}

Witness witnessOfRun(const Program& program, ModelName model, const std::vector<RunStep>& run) {
  Witness out;
  out.graph = graphOf(program, model, run);
  out.run = runOf(out.graph);
  return out;
}

}  // namespace robur
