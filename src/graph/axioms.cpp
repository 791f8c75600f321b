#include "graph/axioms.h"

#include "graph/models.h"
#include "program/model_info.h"

namespace robur {

bool consistent(const Program& program, const ExecutionGraph& graph, ModelName model) {
  return wellFormed(program, graph) && consistentIfWellFormed(graph, model);
}

bool consistentIfWellFormed(const ExecutionGraph& graph, ModelName model) {
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

namespace {

// Shows the racing pairs in the order of their later events; `found` returns whether to end.
template <class Found>
void forEachRace(const Program& program, const ExecutionGraph& graph, ModelName model,
                 const Found& found) {
  const DataRaces races = infoOf(model).races;
  if (races == DataRaces::None) return;
  std::vector<bool> plain;
  for (const Location& location : program.locations) {
    plain.insert(plain.end(), location.size(), !location.atomic);
  }
  plain.push_back(false);  // the fence cell
  const bool mixed = hasPlainAccessToAtomic(program);
  // An access to an atomic cell that is plain in the source.
  const auto isMixed = [&](const Event& e) {
    if (!mixed || e.init || raw(e.thread) >= program.threads.size()) return false;
    const std::vector<Instr>& instrs = program.codeOf(e.thread).instrs;
    return e.pc < instrs.size() && instrs[e.pc].plain;
  };

  const Relations r(graph);
  const Relation hb =
      races == DataRaces::Synchronised ? happensBeforeRc(graph, r) : happensBeforeRa(graph, r);
  std::vector<std::vector<EventId>> accesses(plain.size());  // so far, per cell
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& e = graph.events[i];
    if (e.kind == Event::Kind::Fence || !(plain[raw(e.cell)] || mixed)) continue;
    const EventId second{static_cast<std::uint32_t>(i)};
    for (const EventId first : accesses[raw(e.cell)]) {
      const bool watched = plain[raw(e.cell)] || isMixed(e) || isMixed(graph[first]);
      const bool conflict = watched && (writes(e) || writes(graph[first]));
      if (conflict && !hb.has(first, second) && !hb.has(second, first)) {
        if (found(RacePair{first, second})) return;
      }
    }
    accesses[raw(e.cell)].push_back(second);
  }
}

}  // namespace

std::optional<RacePair> dataRace(const Program& program, const ExecutionGraph& graph,
                                 ModelName model) {
  std::optional<RacePair> out;
  forEachRace(program, graph, model, [&](const RacePair& pair) {
    out = pair;
    return true;
  });
  return out;
}

std::vector<RacePair> dataRacesOf(const Program& program, const ExecutionGraph& graph,
                                  ModelName model, EventId event) {
  std::vector<RacePair> out;
  forEachRace(program, graph, model, [&](const RacePair& pair) {
    if (pair.first == event || pair.second == event) out.push_back(pair);
    return false;
  });
  return out;
}

}  // namespace robur
