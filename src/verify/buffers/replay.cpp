#include "verify/buffers/replay.h"

#include <algorithm>
#include <set>

namespace robur::verify_buffers {

namespace {

using Kind = LocalEdge::Kind;

constexpr std::size_t kMostReplayedStates = 200000;

struct State {
  std::size_t moved = 0;
  std::vector<std::uint32_t> at;     // per thread, a local state
  std::vector<std::uint32_t> place;  // per thread, how many of `order` it has passed
  std::vector<std::uint32_t> order;  // the cell of each write; the first writes are initial

  friend auto operator<=>(const State&, const State&) = default;
};

bool locks(const LocalEdge& e) {
  return e.kind == Kind::Update || e.locked;
}

bool isSilentOrRead(const LocalEdge& e) {
  return e.kind == Kind::Silent || (e.kind == Kind::Read && !e.locked);
}

// As for the search, a failed compare-and-swap is an update that leaves the value as it is.
bool isMove(const LocalEdge& e, const Step& step) {
  if (e.cell != step.cell) return false;
  if (step.kind == Step::Kind::Write) return e.kind == Kind::Write && e.written == step.written;
  if (!locks(e) || (only(e.read) & step.read) == 0) return false;
  const ValueId after = e.kind == Kind::Update ? e.written : e.read;
  return after == (step.kind == Step::Kind::Update ? step.written : e.read);
}

class Replay {
 public:
  Replay(const Program& program, const LocalGraphs& graphs, const std::vector<Move>& moves,
         const Target& target)
      : program(program), graphs(graphs), moves(moves), target(target) {}

  std::optional<verify::Replayed> run() {
    Node start{{}, ExecutionGraph::initial(program), {}};
    start.state.at.assign(graphs.threads.size(), 0);
    start.state.place.assign(graphs.threads.size(), graphs.cells());
    for (std::uint32_t c = 0; c < graphs.cells(); ++c) {
      start.state.order.push_back(c);
      start.writes.push_back(start.graph.modificationOrder[c].front());
    }
    push(std::move(start));
    while (!stack.empty() && seen.size() <= kMostReplayedStates) {
      const Node node = std::move(stack.back());
      stack.pop_back();
      if (node.state.moved == moves.size()) {
        if (auto end = finish(node, 0)) return end;
        continue;
      }
      const Move& move = moves[node.state.moved];
      forEachStep(node, move.thread, [&](Node next, const LocalEdge& e) {
        if (!isSilentOrRead(e)) {
          if (!isMove(e, move.step)) return;
          ++next.state.moved;
        }
        push(std::move(next));
      });
    }
    return std::nullopt;
  }

 private:
  struct Node {
    State state;
    ExecutionGraph graph;
    std::vector<EventId> writes;  // those of State::order
  };

  void push(Node node) {
    if (seen.insert(node.state).second) stack.push_back(std::move(node));
  }

  // The write that a thread reads at a place: the last one to the cell before it, or its own last
  // one.
  EventId readAt(const Node& node, std::uint32_t t, std::uint32_t cell, std::uint32_t place) const {
    for (std::size_t i = node.writes.size(); i-- > 0;) {
      if (node.state.order[i] != cell) continue;
      const Event& event = node.graph[node.writes[i]];
      const bool own = !event.init && raw(event.thread) == t;
      if (i < place || own) return node.writes[i];
    }
    return kNoEvent;
  }

  template <class Visit>
  void forEachStep(const Node& node, std::uint32_t t, const Visit& visit) const {
    const LocalGraph& graph = graphs.threads[t];
    const std::uint32_t at = node.state.at[t];
    const auto end = static_cast<std::uint32_t>(node.writes.size());
    for (const LocalEdge& e : graph.edges[at]) {
      std::uint32_t place = locks(e) ? end : node.state.place[t];
      EventId source = kNoEvent;
      if (e.kind == Kind::Write || e.fence) {
        source = node.graph.modificationOrder[e.cell].back();
      } else if (e.kind != Kind::Silent) {
        const auto fits = [&] {
          source = readAt(node, t, e.cell, place);
          return node.graph[source].written == graphs.values[e.cell][e.read];
        };
        while (place <= end && !fits()) ++place;
        if (place > end) continue;
      }
      Node next = node;
      next.state.at[t] = e.to;
      if (e.kind != Kind::Silent || e.fence) {
        const EventId event = next.graph.add(
            verify::eventOf(program, graphs, e, t, graph.states[at].pc, ModelName::Tso), source);
        if (!e.fence && (e.kind == Kind::Write || e.kind == Kind::Update)) {
          next.state.order.push_back(e.cell);
          next.writes.push_back(event);
        }
      }
      next.state.place[t] = locks(e) ? static_cast<std::uint32_t>(next.writes.size()) : place;
      visit(std::move(next), e);
    }
  }

  // After the last move the threads, one after another, read until they are at the target.
  std::optional<verify::Replayed> finish(const Node& node, std::uint32_t t) const {
    if (t == graphs.threads.size()) {
      for (const auto& [cell, test] : target.cells) {
        if (!test(node.graph[node.graph.modificationOrder[cell].back()].written)) {
          return std::nullopt;
        }
      }
      verify::Replayed out{node.graph, {}};
      for (std::uint32_t i = 0; i < t; ++i) {
        out.ends.push_back(graphs.threads[i].states[node.state.at[i]]);
      }
      return out;
    }
    if (!target.threads[t]) return finish(node, t + 1);
    std::set<State> visited = {node.state};
    std::vector<Node> work = {node};
    while (!work.empty()) {
      const Node here = std::move(work.back());
      work.pop_back();
      if (target.threads[t](graphs.threads[t].states[here.state.at[t]])) {
        return finish(here, t + 1);
      }
      forEachStep(here, t, [&](Node next, const LocalEdge& e) {
        if (!isSilentOrRead(e)) return;
        if (visited.size() < kMostReplayedStates && visited.insert(next.state).second) {
          work.push_back(std::move(next));
        }
      });
    }
    return std::nullopt;
  }

  const Program& program;
  const LocalGraphs& graphs;
  const std::vector<Move>& moves;
  const Target& target;
  std::set<State> seen;
  std::vector<Node> stack;
};

}  // namespace

std::optional<verify::Replayed> replay(const Program& program, const LocalGraphs& graphs,
                                       const std::vector<Move>& moves, const Target& target) {
  return Replay(program, graphs, moves, target).run();
}

}  // namespace robur::verify_buffers
