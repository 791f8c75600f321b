#include "oracle/replay.h"

#include <fmt/format.h>

#include <set>

#include "graph/axioms.h"
#include "graph/relations.h"
#include "oracle/interpreter.h"

namespace robur::testing {

namespace {

bool sameEvent(const Event& a, const Event& b) {
  return a.kind == b.kind && a.locked == b.locked && a.scFence == b.scFence &&
         a.thread == b.thread && a.pc == b.pc && a.cell == b.cell && a.order == b.order &&
         (!reads(a) || a.read == b.read) && (!writes(a) || a.written == b.written);
}

// The events of the run, one by one, against the program. Where choice was free, all the
// places where a thread may be are kept.
std::string follow(const Witness& witness, const Program& program, ModelName model,
                   EventId mayStray) {
  const Interpreter interpreter(program);
  Faults faults;
  std::vector<std::set<LocalState>> places;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    const auto starts = interpreter.start(ThreadId{t}, faults);
    places.emplace_back(starts.begin(), starts.end());
  }
  ExecutionGraph sofar = ExecutionGraph::initial(program);
  for (const EventId id : witness.run) {
    if (raw(id) != sofar.size()) return "the run does not list events as they were added";
    const Event& event = witness.graph[id];
    const EventId read = witness.graph.readsFrom[raw(id)];
    const EventId latest = latestSource(sofar, event);
    if (id == mayStray) break;
    if (read != kNoEvent && read != latest) return fmt::format("event {} is stale", raw(id));
    std::set<LocalState> after;
    for (const LocalState& local : places[raw(event.thread)]) {
      if (local.stopped) continue;
      const std::int64_t seen = latest == kNoEvent ? 0 : sofar[latest].written;
      const auto outcome = interpreter.perform(event.thread, local, seen, model, faults);
      if (outcome && sameEvent(outcome->event, event)) {
        after.insert(outcome->after.begin(), outcome->after.end());
      }
    }
    if (after.empty()) return fmt::format("the program cannot do event {} there", raw(id));
    places[raw(event.thread)] = std::move(after);
    sofar.add(event, latest);
  }
  if (mayStray == kNoEvent) return {};
  // The offender: its thread must be able to do it with the value of its source.
  const Event& event = witness.graph[mayStray];
  for (const LocalState& local : places[raw(event.thread)]) {
    if (local.stopped) continue;
    const auto outcome = interpreter.perform(event.thread, local, event.read, model, faults);
    if (outcome && sameEvent(outcome->event, event)) return {};
  }
  return "the program cannot do the offending access there";
}

std::string whatIsWrongWithCycle(const Witness& witness) {
  if (witness.cycle.empty()) return "there is no cycle";
  const Relations r(witness.graph);
  const Relation* relations[] = {&r.po, &r.rf, &r.mo, &r.fr};
  bool through = false;
  for (std::size_t i = 0; i < witness.cycle.size(); ++i) {
    const CycleEdge& edge = witness.cycle[i];
    if (!relations[static_cast<std::size_t>(edge.kind)]->has(edge.from, edge.to)) {
      return "the cycle has an edge that is not there";
    }
    if (edge.to != witness.cycle[(i + 1) % witness.cycle.size()].from) {
      return "the cycle is broken";
    }
    through |= edge.from == witness.offender;
  }
  return through ? "" : "the cycle misses the offender";
}

}  // namespace

std::string whatIsWrongWith(const Finding& finding, const Program& program, ModelName model) {
  const Witness& witness = finding.witness;
  if (!wellFormed(program, witness.graph)) return "the graph is not well formed";
  const std::size_t initial = program.cellCount() + 1;
  if (witness.run.size() != witness.graph.size() - initial) return "the run leaves events out";
  const bool stray = finding.property == Property::Robustness;
  if (stray && witness.run.back() != witness.offender) return "the offender is not last";
  if (const std::string wrong =
          follow(witness, program, model, stray ? witness.offender : kNoEvent);
      !wrong.empty()) {
    return wrong;
  }
  if (stray) {
    if (!consistent(program, witness.graph, model)) return "the model forbids the graph";
    if (consistent(program, witness.graph, ModelName::Sc)) return "SC allows the graph";
    return whatIsWrongWithCycle(witness);
  }
  if (finding.property == Property::Race && !dataRace(program, witness.graph, model)) {
    return "there is no race in the graph";
  }
  return {};
}

}  // namespace robur::testing
