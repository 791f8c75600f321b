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
                  CellId cell, bool every, const Meeting& meeting) {
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
        if (out.kind == Judgement::Kind::Coarse) out.kind = Judgement::Kind::Sequential;
      }
      continue;
    }
    auto cycle = scCycle(graph, offender);
    if (!cycle) throw InternalError("a graph is not sequentially consistent, yet has no cycle");
    out.kind = Judgement::Kind::Real;
    Witness witness;
    witness.cycle = std::move(*cycle);
    witness.offender = offender;
    witness.missed = order.back();
    witness.run = runOf(graph);
    witness.graph = std::move(graph);
    out.witnesses.push_back(std::move(witness));
    if (!every) return out;
  }
  return out;
}

}  // namespace

Judgement judgeStale(const Machine& machine, ModelName model, const Suspect& suspect, bool every) {
  const ExecutionGraph before = graphOf(machine.program(), model, suspect.run);
  return judgeAt(machine.program(), model, before, CellId{suspect.action.cell}, every,
                 [&](std::int64_t value) { return meeting(machine, model, suspect, value); });
}

Judgement judgeLoad(const Machine& machine, ModelName model, const std::vector<RunStep>& run,
                    std::size_t at, bool every) {
  const Program& program = machine.program();
  const std::vector<RunStep> past(run.begin(), run.begin() + static_cast<std::ptrdiff_t>(at));
  const RunStep& load = run[at];
  return judgeAt(program, model, graphOf(program, model, past), CellId{load.action.cell}, every,
                 [&](std::int64_t value) -> std::optional<Event> {
                   Action action = load.action;
                   action.read = value;
                   return eventOf(program, model, load.thread, load.pc, action);
                 });
}

std::vector<Witness> judgeRace(const Machine& machine, ModelName model, const Suspect& suspect,
                               bool every) {
  const Program& program = machine.program();
  Witness race;
  race.graph = graphOf(program, model, suspect.run);
  const auto append = [&](unsigned thread, Pc pc, const Action& action) {
    const Event event = eventOf(program, model, thread, pc, action);
    return race.graph.add(event, latestSource(race.graph, event));
  };
  // Both are about to happen, so a read still reads the current value: writes go last.
  const bool both = suspect.other != suspect.thread;
  const bool writesLast = suspect.otherAction.kind == Action::Kind::Write;
  EventId other = kNoEvent;
  if (both && !writesLast) other = append(suspect.other, suspect.otherPc, suspect.otherAction);
  const EventId offender = append(suspect.thread, suspect.pc, suspect.action);
  if (both && writesLast) other = append(suspect.other, suspect.otherPc, suspect.otherAction);
  race.run = runOf(race.graph);
  std::vector<Witness> out;
  for (const RacePair& pair : dataRacesOf(program, race.graph, model, offender)) {
    const EventId another = pair.first == offender ? pair.second : pair.first;
    // Of two that are about to happen this is the race, whatever else there is.
    if (both && another != other) continue;
    race.offender = offender;
    race.other = another;
    out.push_back(race);
    if (!every) break;
  }
  if (!out.empty()) return out;
  // After a race the monitor may take later accesses to the cell for races that are none. The race
  // before them is real.
  const std::optional<RacePair> earlier = dataRace(program, race.graph, model);
  if (!earlier) throw InternalError("the monitor saw a data race that the axioms do not see");
  race.offender = earlier->second;
  race.other = earlier->first;
  return {race};
}

Witness witnessOfRun(const Program& program, ModelName model, const std::vector<RunStep>& run) {
  Witness out;
  out.graph = graphOf(program, model, run);
  out.run = runOf(out.graph);
  return out;
}

}  // namespace robur
