#include "verify/replay.h"

#include <algorithm>
#include <set>

namespace robur::verify {

namespace {

constexpr std::size_t kMostReplayedStates = 200000;

using Kind = LocalEdge::Kind;
using View = std::vector<std::uint32_t>;  // per cell, a position in modification order

struct State {
  std::size_t moved = 0;
  std::vector<std::uint32_t> at;  // per thread, a local state
  std::vector<View> views;
  std::vector<std::vector<View>> messages;  // per cell and write: the view it carries

  friend auto operator<=>(const State&, const State&) = default;
};

void join(View& into, const View& from) {
  for (std::size_t c = 0; c < into.size(); ++c) into[c] = std::max(into[c], from[c]);
}

class Replay {
 public:
  Replay(const Program& program, const LocalGraphs& graphs, const std::vector<Move>& moves,
         const Target& target)
      : program(program), graphs(graphs), moves(moves), target(target) {}

  std::optional<Replayed> run() {
    State start;
    const std::size_t threads = graphs.threads.size();
    start.at.assign(threads, 0);
    start.views.assign(threads, View(graphs.cells(), 0));
    start.messages.assign(graphs.cells(), {View(graphs.cells(), 0)});
    push({std::move(start), ExecutionGraph::initial(program)});
    while (!stack.empty() && seen.size() <= kMostReplayedStates) {
      const Node node = std::move(stack.back());
      stack.pop_back();
      if (node.state.moved == moves.size()) {
        if (auto end = finish(node, 0)) return end;
        continue;
      }
      const Move& move = moves[node.state.moved];
      forEachStep(node, move.thread, [&](Node next, const LocalEdge& e) {
        if (e.kind == Kind::Write || e.kind == Kind::Update) {
          const bool wanted = (e.kind == Kind::Update) == move.update && e.cell == move.cell &&
                              e.written == move.written;
          if (!wanted) return;
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
  };

  void push(Node node) {
    if (seen.insert(node.state).second) stack.push_back(std::move(node));
  }

  template <class Visit>
  void forEachStep(const Node& node, std::uint32_t t, const Visit& visit) const {
    const LocalGraph& graph = graphs.threads[t];
    const std::uint32_t at = node.state.at[t];
    for (const LocalEdge& e : graph.edges[at]) {
      const auto go = [&](EventId source, const View* learnt) {
        Node next = node;
        next.state.at[t] = e.to;
        View& view = next.state.views[t];
        if (learnt != nullptr) join(view, *learnt);
        if (e.kind != Kind::Silent || e.fence) {
          next.graph.add(eventOf(program, graphs, e, t, graph.states[at].pc), source);
        }
        if (e.kind == Kind::Write || e.kind == Kind::Update) {
          auto& messages = next.state.messages[e.cell];
          view[e.cell] = static_cast<std::uint32_t>(messages.size());
          messages.push_back(view);
        }
        visit(std::move(next), e);
      };
      const auto& order = node.graph.modificationOrder;
      switch (e.kind) {
        case Kind::Silent:
          go(kNoEvent, nullptr);
          break;
        case Kind::Write:
          go(order[e.cell].back(), nullptr);
          break;
        case Kind::Update:
          if (node.graph[order[e.cell].back()].written == graphs.values[e.cell][e.read]) {
            go(order[e.cell].back(), &node.state.messages[e.cell].back());
          }
          break;
        case Kind::Read:
          for (std::size_t i = node.state.views[t][e.cell]; i < order[e.cell].size(); ++i) {
            if (node.graph[order[e.cell][i]].written != graphs.values[e.cell][e.read]) continue;
            go(order[e.cell][i], &node.state.messages[e.cell][i]);
          }
          break;
      }
    }
  }

  // After the last write the threads, one after another, read until they are at the target.
  std::optional<Replayed> finish(const Node& node, std::uint32_t t) const {
    if (t == graphs.threads.size()) {
      for (const auto& [cell, test] : target.cells) {
        if (!test(node.graph[node.graph.modificationOrder[cell].back()].written)) {
          return std::nullopt;
        }
      }
      Replayed out{node.graph, {}};
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
        if (e.kind == Kind::Write || e.kind == Kind::Update) return;
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

Event eventOf(const Program& program, const LocalGraphs& graphs, const LocalEdge& e,
              std::uint32_t thread, Pc pc, ModelName model) {
  if (e.fence) return fenceEvent(program, model, ThreadId{thread}, pc, e.order);
  Event event;
  event.thread = ThreadId{thread};
  event.pc = pc;
  event.cell = CellId{e.cell};
  event.order = e.order;
  event.locked = e.locked;
  event.kind = e.kind == Kind::Read    ? Event::Kind::Read
               : e.kind == Kind::Write ? Event::Kind::Write
                                       : Event::Kind::Update;
  if (reads(event)) event.read = graphs.values[e.cell][e.read];
  if (writes(event)) event.written = graphs.values[e.cell][e.written];
  return event;
}

std::optional<Replayed> replay(const Program& program, const LocalGraphs& graphs,
                               const std::vector<Move>& moves, const Target& target) {
  return Replay(program, graphs, moves, target).run();
}

}  // namespace robur::verify
