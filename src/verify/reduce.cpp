#include "verify/reduce.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace robur::verify {

namespace {

using Kind = LocalEdge::Kind;
using LabelKey = std::tuple<Kind, std::uint32_t, ValueId, ValueId>;

LabelKey labelOf(const LocalEdge& e) {
  return {e.kind, e.kind == Kind::Silent ? 0 : e.cell,
          e.kind == Kind::Read || e.kind == Kind::Update ? e.read : ValueId{0},
          e.kind == Kind::Write || e.kind == Kind::Update ? e.written : ValueId{0}};
}

using LabelledStep = std::pair<LabelKey, std::uint32_t>;

class Reducer {
 public:
  Reducer(const LocalGraph& graph, const std::vector<Marks>& marks, const LocalGraphs& graphs)
      : marks(marks), graphs(graphs) {
    out.edges = graph.edges;
  }

  Reduced run() {
    do {
      contract();
      merge();
    } while (dropIdleReads());
    return std::move(out);
  }

 private:
  // The end of the chain of silent steps from a state, as long as no mark is lost.
  std::uint32_t follow(std::uint32_t at) const {
    for (std::size_t steps = 0; steps <= out.edges.size(); ++steps) {
      const auto& edges = out.edges[at];
      if (edges.size() != 1 || edges[0].kind != Kind::Silent) return at;
      const Marks& next = marks[edges[0].to];
      if (!std::includes(next.begin(), next.end(), marks[at].begin(), marks[at].end())) return at;
      at = edges[0].to;
    }
    return at;  // a silent loop: any of its states will do
  }

  void contract() {
    std::vector<std::uint32_t> end(out.edges.size());
    for (std::uint32_t i = 0; i < end.size(); ++i) end[i] = follow(i);
    for (auto& edges : out.edges) {
      for (LocalEdge& e : edges) e.to = end[e.to];
    }
    out.start = end[out.start];
  }

  std::vector<std::uint32_t> reachable() const {
    std::vector<bool> seen(out.edges.size(), false);
    std::vector<std::uint32_t> all = {out.start};
    seen[out.start] = true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const LocalEdge& e : out.edges[all[i]]) {
        if (!seen[e.to]) all.push_back(e.to);
        seen[e.to] = true;
      }
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  // Partition refinement; the first partition is by marks.
  void merge() {
    const std::vector<std::uint32_t> all = reachable();
    std::vector<std::uint32_t> block(out.edges.size(), 0);
    std::size_t blocks = 0;
    {
      std::map<Marks, std::uint32_t> ids;
      for (const std::uint32_t s : all) {
        block[s] = ids.emplace(marks[s], static_cast<std::uint32_t>(ids.size())).first->second;
      }
      blocks = ids.size();
    }
    while (true) {
      std::map<std::pair<std::uint32_t, std::vector<LabelledStep>>, std::uint32_t> ids;
      std::vector<std::uint32_t> finer(block.size(), 0);
      for (const std::uint32_t s : all) {
        std::vector<LabelledStep> steps;
        for (const LocalEdge& e : out.edges[s]) {
          if (e.kind == Kind::Silent && block[e.to] == block[s]) continue;
          steps.emplace_back(labelOf(e), block[e.to]);
        }
        std::sort(steps.begin(), steps.end());
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
        finer[s] = ids.emplace(std::pair(block[s], std::move(steps)),
                               static_cast<std::uint32_t>(ids.size()))
                       .first->second;
      }
      block = std::move(finer);
      if (ids.size() == blocks) break;
      blocks = ids.size();
    }
    keepOnePerBlock(all, block, blocks);
  }

  // States of a block have the same steps out of it, so any of them represents the block. Silent
  // steps inside a block are dropped.
  void keepOnePerBlock(const std::vector<std::uint32_t>& all,
                       const std::vector<std::uint32_t>& block, std::size_t blocks) {
    constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::vector<std::uint32_t> first(blocks, kNone);
    for (const std::uint32_t s : all) first[block[s]] = std::min(first[block[s]], s);
    std::vector<std::vector<LocalEdge>> edges(out.edges.size());
    for (const std::uint32_t s : all) {
      if (first[block[s]] != s) continue;
      std::map<LabelledStep, LocalEdge> kept;
      for (LocalEdge e : out.edges[s]) {
        e.to = first[block[e.to]];
        if (e.kind != Kind::Silent || e.to != s) kept.emplace(LabelledStep(labelOf(e), e.to), e);
      }
      for (const auto& [key, e] : kept) edges[s].push_back(e);
    }
    out.start = first[block[out.start]];
    out.edges = std::move(edges);
  }

  bool dropIdleReads() {
    bool changed = false;
    for (std::uint32_t s = 0; s < out.edges.size(); ++s) {
      auto& edges = out.edges[s];
      if (edges.empty()) continue;
      const LocalEdge first = edges[0];
      const bool idle = std::all_of(edges.begin(), edges.end(), [&](const LocalEdge& e) {
        return e.kind == Kind::Read && e.cell == first.cell && e.to == first.to;
      });
      if (!idle || edges.size() < graphs.values[first.cell].size()) continue;
      edges.clear();
      if (first.to != s) {
        LocalEdge silent;
        silent.to = first.to;
        edges.push_back(silent);
      }
      changed = true;
    }
    return changed;
  }

  const std::vector<Marks>& marks;
  const LocalGraphs& graphs;
  Reduced out;
};

}  // namespace

Reduced reduce(const LocalGraph& graph, const std::vector<Marks>& marks,
               const LocalGraphs& graphs) {
  return Reducer(graph, marks, graphs).run();
}

}  // namespace robur::verify
