// Why a graph is not sequentially consistent: a shortest cycle, by breadth-first search.
//
// Program order is transitive in the matrix, so a path never takes two po edges in a row
// where one does; the same holds for mo, and for fr followed by mo. In a graph that keeps
// coherence, as those of all our models do, the shortest cycles have 4 events and up.
// Initial writes have no incoming edges and lie on no cycle. Cycles through the updates that
// represent SC fences are correct but explain little, so others are preferred.
#include <algorithm>

#include "graph/axioms.h"
#include "graph/relations.h"

namespace robur {

namespace {

constexpr std::size_t kReadable = 6;  // events that a reader follows without effort

using Path = std::vector<EventId>;  // a cycle, each event once

class CycleSearch {
 public:
  explicit CycleSearch(Relation edges)
      : edges_(std::move(edges)), all_(edges_.events()), parent_(edges_.events()) {
    for (std::size_t i = 0; i < edges_.events(); ++i) {
      all_.insert(EventId{static_cast<std::uint32_t>(i)});
    }
  }

  // A shortest cycle through start that is shorter than limit, or an empty path.
  Path through(EventId start, std::size_t limit) {
    EventSet fresh = all_;
    std::vector<EventId> layer = {start};
    for (std::size_t length = 1; length < limit && !layer.empty(); ++length) {
      std::vector<EventId> next;
      for (const EventId from : layer) {
        if (edges_.has(from, start)) return pathTo(from, start);
        edges_.forEachIn(from, fresh, [&](EventId to) {
          fresh.erase(to);
          parent_[raw(to)] = from;
          next.push_back(to);
        });
      }
      layer = std::move(next);
    }
    return {};
  }

  Path shortest() {
    Path best;
    for (std::size_t i = 0; i < edges_.events(); ++i) {
      const EventId start{static_cast<std::uint32_t>(i)};
      const std::size_t limit = best.empty() ? edges_.events() + 1 : best.size();
      Path path = through(start, limit);
      if (!path.empty()) best = std::move(path);
    }
    return best;
  }

 private:
  Path pathTo(EventId last, EventId start) const {
    Path path;
    for (EventId e = last; e != start; e = parent_[raw(e)]) path.push_back(e);
    path.push_back(start);
    std::ranges::reverse(path);
    return path;
  }

  Relation edges_;
  EventSet all_;
  std::vector<EventId> parent_;  // on the way to each event found
};

CycleEdge::Kind kindOf(const Relations& r, EventId from, EventId to) {
  if (r.po.has(from, to)) return CycleEdge::Kind::Po;
  if (r.rf.has(from, to)) return CycleEdge::Kind::Rf;
  if (r.mo.has(from, to)) return CycleEdge::Kind::Mo;
  return CycleEdge::Kind::Fr;
}

}  // namespace

std::optional<std::vector<CycleEdge>> scCycle(const ExecutionGraph& graph, EventId through) {
  const Relations r(graph);
  const Relation all = r.po | r.rf | r.mo | r.fr;
  if (all.acyclic()) return std::nullopt;
  const auto search = [&](Relation edges) {
    CycleSearch cycles(std::move(edges));
    return through == kNoEvent ? cycles.shortest() : cycles.through(through, graph.size() + 1);
  };
  const EventSet accesses = eventsWith(graph, [](const Event& e) { return !e.scFence; });
  Path path = search(seq(accesses, all, accesses));
  if (path.empty() || path.size() > kReadable) {
    Path overFences = search(all);
    if (path.empty() || overFences.size() < path.size()) path = std::move(overFences);
  }
  if (path.empty()) return std::nullopt;

  std::vector<CycleEdge> cycle;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const EventId to = path[(i + 1) % path.size()];
    cycle.push_back({path[i], to, kindOf(r, path[i], to)});
  }
  return cycle;
}

}  // namespace robur
