#include "repair/blocking_set.h"

#include <algorithm>
#include <map>
#include <set>

#include "graph/axioms.h"
#include "program/transform/locked_stores.h"
#include "repair/refused.h"
#include "repair/trace.h"

namespace robur {

namespace {

class BlockingSetSearch {
 public:
  BlockingSetSearch(const Draft& draft, const Program& program, ModelName model,
                    const Finding& finding, std::vector<TraceStep> trace)
      : draft(draft), program(program), model(model), finding(finding), trace(std::move(trace)) {
    for (std::uint32_t i = 0; i < draft.sites.size(); ++i) {
      for (const Site::Place& place : draft.sites[i].places) sitesAt[place].push_back(i);
    }
    for (const TraceStep& step : this->trace) {
      for (const std::uint32_t site : sitesOf(step)) passed.insert(site);
    }
  }

  Constraint run(const Choice& choice) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
      if (!std::binary_search(choice.begin(), choice.end(), i) &&
          passed.contains(draft.options[i].site)) {
        open.push_back(i);
      }
    }
    Constraint out;
    out.anyOf =
        RefusedOptions(choice, [this](const Choice& more) { return violates(more); }).among(open);
    out.notAllOf = neededFences(choice);
    return out;
  }

 private:
  const std::vector<std::uint32_t>& sitesOf(const TraceStep& step) const {
    static const std::vector<std::uint32_t> none;
    const auto found = sitesAt.find({program.threads[raw(step.thread)].code, step.pc});
    return found == sitesAt.end() ? none : found->second;
  }

  // The graph of the run with the choice applied. If `fences` is given, only the optional fences in
  // it are inserted.
  ExecutionGraph graphWith(const Choice& choice, const std::vector<bool>* fences) const {
    const std::vector<Draft::Strength> now = draft.strengths(choice);
    const ExecutionGraph& old = finding.witness.graph;
    ExecutionGraph graph = ExecutionGraph::initial(program);
    std::vector<EventId> renamed(old.size(), kNoEvent);
    for (std::uint32_t e = 0; e < graph.size(); ++e) renamed[e] = EventId{e};
    for (const TraceStep& step : trace) {
      const std::vector<std::uint32_t>& sites = sitesOf(step);
      const bool isEvent = step.event != kNoEvent;
      Event event = isEvent ? old[step.event] : Event{};
      const bool fence = !isEvent || event.kind == Event::Kind::Fence || event.scFence;
      if (fence) {
        if (!sites.empty()) {
          const Draft::Strength& strength = now[sites[0]];
          const bool left =
              fences != nullptr && !(*fences)[sites[0]] && !draft.sites[sites[0]].given;
          if (!strength.there || left) continue;
          event = fenceEvent(program, model, step.thread, step.pc, strength.order);
        } else if (!isEvent) {
          continue;
        }
      } else {
        for (const std::uint32_t s : sites) strengthen(event, draft.sites[s], now[s], graph);
      }
      EventId source = latestSource(graph, event);
      if (step.event == finding.witness.offender && finding.property == Property::Robustness) {
        source = renamed[raw(sourceOf(old, step.event))];
      }
      const EventId made = graph.add(event, source);
      if (isEvent) renamed[raw(step.event)] = made;
    }
    return graph;
  }

  void strengthen(Event& event, const Site& site, const Draft::Strength& strength,
                  const ExecutionGraph& graph) const {
    switch (site.kind) {
      case Site::Kind::Access:
        if (!event.locked) {
          event.order = join(event.order, strength.order);
          const bool scStore = event.kind == Event::Kind::Write && event.order == Order::Sc;
          if (scStore && locksScStores(program, model)) lockStore(event, graph);
        } else if (site.failureFollows) {
          event.order = join(event.order, onFailure(strength.order));
        }
        break;
      case Site::Kind::Failure:
        if (event.locked) event.order = join(event.order, strength.order);
        break;
      case Site::Kind::Locked:
        if (!strength.there || event.kind == Event::Kind::Update) break;
        if (event.kind == Event::Kind::Read) event.written = event.read;
        if (event.kind == Event::Kind::Write) lockStore(event, graph);
        event.kind = Event::Kind::Update;
        event.order = join(event.order, strength.order);
        break;
      default:
        break;
    }
  }

  static void lockStore(Event& event, const ExecutionGraph& graph) {
    event.read = graph[graph.lastWrite(event.cell)].written;
    event.kind = Event::Kind::Update;
  }

  // The write that the offender reads from, or that it directly follows in modification order.
  static EventId sourceOf(const ExecutionGraph& graph, EventId event) {
    if (reads(graph[event])) return graph.readsFrom[raw(event)];
    const auto& order = graph.modificationOrder[raw(graph[event].cell)];
    return *(std::find(order.begin(), order.end(), event) - 1);
  }

  bool violates(const Choice& choice) const {
    ExecutionGraph graph = graphWith(choice, nullptr);
    if (finding.property == Property::Race) return dataRace(program, graph, model).has_value();
    completeOffender(graph);
    return consistent(program, graph, model) && !consistent(program, graph, ModelName::Sc);
  }

  // An offending store that has become an exchange reads what it follows.
  void completeOffender(ExecutionGraph& graph) const {
    if (graph.events.empty()) return;
    Event& last = graph.events.back();
    if (last.kind != Event::Kind::Update || last.scFence) return;
    const EventId source = graph.readsFrom.back();
    if (source != kNoEvent) last.read = graph[source].written;
  }

  // The chosen fences without which there would be no cycle: a minimal set, found by leaving out
  // one after the other.
  std::vector<std::uint32_t> neededFences(const Choice& choice) const {
    std::vector<std::uint32_t> out;
    if (finding.property == Property::Race) return out;
    std::vector<bool> fences(draft.sites.size(), false);
    const auto cyclic = [&] {
      return !consistent(program, graphWith(choice, &fences), ModelName::Sc);
    };
    if (cyclic()) return out;
    fences.assign(draft.sites.size(), true);
    for (std::size_t s = 0; s < fences.size(); ++s) {
      const bool chosen = std::any_of(choice.begin(), choice.end(),
                                      [&](std::uint32_t i) { return draft.options[i].site == s; });
      fences[s] = false;
      if (chosen && !cyclic()) fences[s] = true;
    }
    for (const std::uint32_t i : choice) {
      if (fences[draft.options[i].site]) out.push_back(i);
    }
    return out;
  }

  const Draft& draft;
  const Program& program;
  ModelName model;
  const Finding& finding;
  std::vector<TraceStep> trace;
  std::map<Site::Place, std::vector<std::uint32_t>> sitesAt;
  std::set<std::uint32_t> passed;  // sites on the trace
};

// Are the two accesses of a race the last ones of its run?
bool areLast(const Witness& witness) {
  const std::size_t size = witness.run.size();
  if (size < 2) return false;
  const EventId last = witness.run[size - 1];
  const EventId before = witness.run[size - 2];
  return (last == witness.offender && before == witness.other) ||
         (last == witness.other && before == witness.offender);
}

}  // namespace

Constraint constraintFrom(const Draft& draft, const Choice& choice, const Program& program,
                          ModelName model, const Finding& finding) {
  std::optional<std::vector<TraceStep>> trace = traceOf(program, finding.witness);
  if (trace)
    return BlockingSetSearch(draft, program, model, finding, std::move(*trace)).run(choice);
  Constraint out;
  // Accesses that can be about to happen at the same time under SC race with all fences and orders.
  if (finding.property == Property::Race && areLast(finding.witness)) return out;
  // Without the trace, all that is known is that this choice is not enough.
  for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
    if (!std::binary_search(choice.begin(), choice.end(), i)) out.anyOf.push_back(i);
  }
  out.notAllOf = choice;
  return out;
}

}  // namespace robur
