#include "verify/spinning.h"

#include <algorithm>
#include <utility>

namespace robur::verify {

namespace {

using Kind = LocalEdge::Kind;

// Beyond so many steps the answer is "may".
constexpr std::size_t kMostSteps = 1000000;

constexpr std::uint32_t kOutside = static_cast<std::uint32_t>(-1);

// Can the edge leave memory as it is? Fences write nothing that anybody reads, although some are
// kept as updates of a cell.
bool quiet(const LocalEdge& edge) {
  return edge.kind != Kind::Update || edge.fence || edge.read == edge.written;
}

// The value that memory holds before and after a quiet edge.
ValueId heldAt(const LocalEdge& edge) {
  return edge.kind == Kind::Write ? edge.written : edge.read;
}

// Per state: the number of its strongly connected component of quiet edges, or kOutside if it is on
// no cycle of them. (Tarjan's algorithm without recursion.)
class Components {
 public:
  explicit Components(const LocalGraph& graph) : graph(graph), of(graph.states.size(), kOutside) {
    index.assign(of.size(), kOutside);
    low.assign(of.size(), 0);
    isOpen.assign(of.size(), false);
    for (std::uint32_t state = 0; state < of.size(); ++state) {
      if (index[state] == kOutside) visit(state);
    }
  }

  std::uint32_t operator[](std::uint32_t state) const { return of[state]; }

 private:
  void enter(std::uint32_t state) {
    index[state] = low[state] = entered++;
    open.push_back(state);
    isOpen[state] = true;
    path.emplace_back(state, 0);
  }

  void visit(std::uint32_t root) {
    enter(root);
    while (!path.empty()) {
      const std::uint32_t state = path.back().first;
      const std::vector<LocalEdge>& edges = graph.edges[state];
      if (path.back().second < edges.size()) {
        const LocalEdge& edge = edges[path.back().second++];
        if (!quiet(edge)) continue;
        if (index[edge.to] == kOutside) {
          enter(edge.to);
        } else if (isOpen[edge.to]) {
          low[state] = std::min(low[state], index[edge.to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[state]);
      if (low[state] == index[state]) close(state);
    }
  }

  void close(std::uint32_t root) {
    const bool cyclic = open.back() != root ||
                        std::any_of(graph.edges[root].begin(), graph.edges[root].end(),
                                    [&](const LocalEdge& e) { return quiet(e) && e.to == root; });
    for (std::uint32_t state = kOutside; state != root;) {
      state = open.back();
      open.pop_back();
      isOpen[state] = false;
      if (cyclic) of[state] = count;
    }
    ++count;
  }

  const LocalGraph& graph;
  std::vector<std::uint32_t> of;
  std::vector<std::uint32_t> index, low, open;
  std::vector<bool> isOpen;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  std::uint32_t entered = 0;
  std::uint32_t count = 0;
};

// Walks from a state along edges that agree with one memory, which is chosen as cells are accessed.
class Rounds {
 public:
  Rounds(const LocalGraphs& locals, const LocalGraph& graph, const Components& components)
      : graph(graph),
        components(components),
        memory(locals.cells(), kUnknown),
        onPath(graph.states.size(), false),
        onNoCycle(graph.states.size(), false) {}

  // Is there such a cycle? Also if there are too many paths.
  bool cycleFrom(std::uint32_t start) {
    push(start, kNothing);
    bool found = false;
    while (!path.empty() && !found) {
      Visit& top = path.back();
      const std::vector<LocalEdge>& edges = graph.edges[top.state];
      if (top.next == edges.size()) {
        pop();
        continue;
      }
      found = ++steps > kMostSteps || follow(edges[top.next++], components[top.state]);
    }
    while (!path.empty()) pop();
    onNoCycle[start] = !found;
    return found;
  }

 private:
  static constexpr int kUnknown = -1;
  static constexpr std::uint32_t kNothing = static_cast<std::uint32_t>(-1);
  struct Visit {
    std::uint32_t state = 0;
    std::size_t next = 0;
    std::uint32_t bound = kNothing;  // the cell whose value was chosen on the way here
  };

  // Whether the edge closes a cycle.
  bool follow(const LocalEdge& edge, std::uint32_t component) {
    if (!quiet(edge) || components[edge.to] != component || onNoCycle[edge.to]) return false;
    const bool access = edge.kind != Kind::Silent && !edge.fence;
    const ValueId held = heldAt(edge);
    if (access && memory[edge.cell] != kUnknown && memory[edge.cell] != held) return false;
    if (onPath[edge.to]) return true;
    const bool chosen = access && memory[edge.cell] == kUnknown;
    if (chosen) memory[edge.cell] = held;
    push(edge.to, chosen ? edge.cell : kNothing);
    return false;
  }

  void push(std::uint32_t state, std::uint32_t bound) {
    path.push_back({state, 0, bound});
    onPath[state] = true;
  }
  void pop() {
    const Visit top = path.back();
    path.pop_back();
    onPath[top.state] = false;
    if (top.bound != kNothing) memory[top.bound] = kUnknown;
  }

  const LocalGraph& graph;
  const Components& components;
  std::vector<int> memory;
  std::vector<bool> onPath;
  std::vector<bool> onNoCycle;  // states from which all paths have been followed
  std::vector<Visit> path;
  std::size_t steps = 0;
};

}  // namespace

bool maySpinForever(const LocalGraphs& locals) {
  return std::any_of(locals.threads.begin(), locals.threads.end(), [&](const LocalGraph& graph) {
    const Components components(graph);
    Rounds rounds(locals, graph, components);
    for (std::uint32_t state = 0; state < graph.states.size(); ++state) {
      if (components[state] != kOutside && rounds.cycleFrom(state)) return true;
    }
    return false;
  });
}

}  // namespace robur::verify
