#include "repair/fence_order.h"

#include <algorithm>

#include "graph/models.h"
#include "program/model_info.h"

namespace robur {

namespace {

class FenceOrder {
 public:
  FenceOrder(const Program& program, const ExecutionGraph& unordered, ModelName model)
      : program(program), unordered(unordered), model(model) {
    for (std::uint32_t e = 0; e < unordered.size(); ++e) {
      if (unordered.events[e].scFence) fences.push_back(EventId{e});
    }
  }

  std::optional<ExecutionGraph> find(const std::optional<RacePair>& apart) const {
    if (fences.empty()) return allowed({});
    ExecutionGraph events = unordered;  // with fences that are events of their own
    for (const EventId f : fences) events.events[raw(f)].kind = Event::Kind::Fence;
    const Relations r(events);
    const Relation hb = infoOf(model).races == DataRaces::Synchronised ? happensBeforeRc(events, r)
                                                                       : happensBeforeRa(events, r);
    Relation required = hb | seq(hb, extendedCoherence(r), hb);
    if (apart) keepApart(hb, *apart, required);
    const Relation more[] = {(r.po | r.rf | r.mo | r.fr).closure(), (hb | r.mo).closure(), hb};
    for (const Relation& also : more) {
      const auto order = extension(required | also);
      if (!order) continue;
      if (auto graph = allowed(*order)) return graph;
    }
    return std::nullopt;
  }

 private:
  // No fence that follows one of the accesses comes before a fence that the other one follows.
  void keepApart(const Relation& hb, const RacePair& pair, Relation& required) const {
    for (const auto& [a, b] : {std::pair(pair.first, pair.second), {pair.second, pair.first}}) {
      for (const EventId f : fences) {
        for (const EventId g : fences) {
          if (hb.has(a, f) && hb.has(g, b)) required.add(g, f);
        }
      }
    }
  }

  // The fences in an order that contains the relation; nothing if there is none.
  std::optional<std::vector<EventId>> extension(const Relation& required) const {
    std::vector<EventId> left = fences;
    std::vector<EventId> out;
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](EventId f) {
        return std::ranges::none_of(left, [&](EventId g) { return required.has(g, f); });
      });
      if (next == left.end()) return std::nullopt;
      out.push_back(*next);
      left.erase(next);
    }
    return out;
  }

  std::optional<ExecutionGraph> allowed(const std::vector<EventId>& order) const {
    ExecutionGraph graph = unordered;
    std::vector<EventId>& updates = graph.modificationOrder[raw(fenceCell(program))];
    for (const EventId f : order) {
      graph.readsFrom[raw(f)] = updates.back();
      updates.push_back(f);
    }
    if (!consistent(program, graph, model)) return std::nullopt;
    return graph;
  }

  const Program& program;
  const ExecutionGraph& unordered;
  const ModelName model;
  std::vector<EventId> fences;
};

}  // namespace

std::optional<ExecutionGraph> withFencesOrdered(const Program& program, const ExecutionGraph& graph,
                                                ModelName model,
                                                const std::optional<RacePair>& apart) {
  return FenceOrder(program, graph, model).find(apart);
}

}  // namespace robur
