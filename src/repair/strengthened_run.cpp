#include "repair/strengthened_run.h"

#include <algorithm>
#include <map>

#include "repair/fence_order.h"
#include "repair/thread_replay.h"

namespace robur {

namespace {

class StrengthenedRun {
 public:
  StrengthenedRun(const BadExecution& bad, const Program& program, ModelName model)
      : bad(bad), old(bad.finding.witness.graph), program(program), model(model) {}

  bool possible() {
    if (!execute()) return false;
    order();
    const bool race = bad.finding.property == Property::Race;
    std::optional<RacePair> apart;
    if (race) apart = {renamed(bad.finding.witness.other), renamed(bad.finding.witness.offender)};
    const auto allowed = withFencesOrdered(program, graph, model, apart);
    return allowed && (!race || dataRace(program, *allowed, model));
  }

 private:
  EventId renamed(EventId was) const { return names[raw(was)]; }

  // Adds the events of all threads, without reads-from and modification order.
  bool execute() {
    const Machine machine(program);
    ThreadReplay replay(machine, model, old);
    graph = ExecutionGraph::initial(program);
    names.assign(old.size(), kNoEvent);
    for (std::uint32_t e = 0; e < graph.size(); ++e) names[e] = EventId{e};
    for (unsigned t = 0; t < bad.threads.size(); ++t) {
      const auto events = replay.run(t, bad.threads[t]);
      if (!events) return false;
      for (const ReplayedEvent& e : *events) {
        const EventId id{static_cast<std::uint32_t>(graph.size())};
        graph.events.push_back(e.event);
        graph.readsFrom.push_back(kNoEvent);
        if (e.was != kNoEvent) names[raw(e.was)] = id;
        if (e.was == kNoEvent && reads(e.event) && !e.event.scFence) waiting.push_back(id);
      }
    }
    return true;
  }

  // Modification orders are as they were. A load that has become a read-modify-write comes directly
  // behind the write that it read, and behind other such loads that the execution lists before it.
  void order() {
    std::map<EventId, std::vector<EventId>> behind;  // by the write, both of the old graph
    for (const EventId was : bad.finding.witness.run) {
      if (renamed(was) == kNoEvent || writes(old[was])) continue;
      if (writes(graph[renamed(was)])) behind[old.readsFrom[raw(was)]].push_back(was);
    }
    for (std::size_t cell = 0; cell + 1 < old.modificationOrder.size(); ++cell) {
      std::vector<EventId>& writes = graph.modificationOrder[cell];
      writes.clear();
      for (const EventId was : old.modificationOrder[cell]) {
        writes.push_back(renamed(was));
        for (const EventId load : behind[was]) writes.push_back(renamed(load));
      }
    }
    for (std::uint32_t e = 0; e < old.size(); ++e) {
      const EventId now = names[e];
      if (now == kNoEvent || !reads(graph[now])) continue;
      graph.readsFrom[raw(now)] = writes(graph[now]) ? predecessor(now) : renamed(old.readsFrom[e]);
    }
    for (const EventId now : waiting) graph.readsFrom[raw(now)] = graph.lastWrite(graph[now].cell);
  }

  EventId predecessor(EventId write) const {
    const std::vector<EventId>& order = graph.modificationOrder[raw(graph[write].cell)];
    return *(std::ranges::find(order, write) - 1);
  }

  const BadExecution& bad;
  const ExecutionGraph& old;
  const Program& program;
  const ModelName model;
  ExecutionGraph graph;
  std::vector<EventId> names;    // of the events of the old graph, in the new one
  std::vector<EventId> waiting;  // reads of threads that wait forever
};

}  // namespace

bool survives(const BadExecution& bad, const Program& program, ModelName model) {
  return StrengthenedRun(bad, program, model).possible();
}

}  // namespace robur
