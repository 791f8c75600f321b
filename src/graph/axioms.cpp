#include "graph/axioms.h"

#include "graph/models.h"
#include "program/model_info.h"

namespace robur {

bool consistent(const Program& program, const ExecutionGraph& graph, ModelName model) {
  if (!wellFormed(program, graph)) return false;
  const Relations r(graph);
  switch (model) {
    case ModelName::Sc:
      return consistentSc(r);
    case ModelName::Tso:
      return consistentTso(graph, r);
    case ModelName::Pso:
      return consistentPso(graph, r);
    case ModelName::Sra:
      return consistentSra(graph, r);
    case ModelName::Ra:
      return consistentRa(graph, r);
    case ModelName::Rc20:
      return consistentRc20(graph, r);
    case ModelName::Rc11:
      return consistentRc11(graph, r);
  }
  return false;
}

std::optional<RacePair> dataRace(const Program& program, const ExecutionGraph& graph,
                                 ModelName model) {
  const DataRaces races = infoOf(model).races;
  if (races == DataRaces::None) return std::nullopt;
  std::vector<bool> plain;
  for (const Location& location : program.locations) {
    plain.insert(plain.end(), location.size(), !location.atomic);
  }
  plain.push_back(false);  // the fence cell

  const Relations r(graph);
  const Relation hb =
      races == DataRaces::Synchronised ? happensBeforeRc(graph, r) : happensBeforeRa(graph, r);
  std::vector<std::vector<EventId>> accesses(plain.size());  // so far, per plain cell
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& e = graph.events[i];
    if (e.kind == Event::Kind::Fence || !plain[raw(e.cell)]) continue;
    const EventId second{static_cast<std::uint32_t>(i)};
    for (const EventId first : accesses[raw(e.cell)]) {
      const bool conflict = writes(e) || writes(graph[first]);
      if (conflict && !hb.has(first, second) && !hb.has(second, first)) {
        return RacePair{first, second};
      }
    }
    accesses[raw(e.cell)].push_back(second);
  }
  return std::nullopt;
}

}  // namespace robur
