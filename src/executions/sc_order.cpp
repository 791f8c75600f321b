#include "executions/sc_order.h"

#include <algorithm>

namespace robur::executions {

namespace {

bool happensBefore(const LiveGraph& g, EventRef a, EventRef b) {
  return !(a == b) && LiveGraph::knows(g.happens(b), a);
}
bool happensBeforeOrIs(const LiveGraph& g, EventRef a, EventRef b) {
  return LiveGraph::knows(g.happens(b), a);
}

EventRef neighbour(EventRef e, int distance) {
  return {e.thread, static_cast<std::uint16_t>(e.index + distance)};
}

// The first event behind `e` in program order that is not at its cell; kInitial if there is none.
EventRef firstElsewhere(const LiveGraph& g, EventRef e) {
  const std::vector<LiveEvent>& events = g.threads[e.thread].events;
  for (std::uint32_t i = e.index + 1u; i < events.size(); ++i) {
    if (!isReal(events[i])) continue;
    if (events[i].kind == Kind::Fence || events[i].cell != events[e.index].cell) {
      return {e.thread, static_cast<std::uint16_t>(i)};
    }
  }
  return kInitial;
}

// The last event before `e` that is not at its cell.
EventRef lastElsewhere(const LiveGraph& g, EventRef e) {
  const std::vector<LiveEvent>& events = g.threads[e.thread].events;
  for (std::uint32_t i = e.index; i-- > 1;) {
    if (!isReal(events[i])) continue;
    if (events[i].kind == Kind::Fence || events[i].cell != events[e.index].cell) {
      return {e.thread, static_cast<std::uint16_t>(i)};
    }
  }
  return kInitial;
}

}  // namespace

void ScOrder::collect(const LiveGraph& g, bool fences) {
  nodes.resize(g.threadCount());
  cellNumber.resize(g.cellCount());
  for (const std::uint32_t cell : cells) cellNumber[cell] = 0;
  cells.clear();
  accesses.clear();
  ranks.assign(1, {});
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    nodes[t].clear();
    const std::vector<LiveEvent>& events = g.threads[t].events;
    for (std::uint32_t i = 1; i < events.size(); ++i) {
      const LiveEvent& event = events[i];
      if (!isReal(event)) continue;
      Node node;
      node.event = {static_cast<std::uint16_t>(t), static_cast<std::uint16_t>(i)};
      node.fence = event.kind == Kind::Fence;
      if (node.fence) {
        if (fences && event.order == Order::Sc) nodes[t].push_back(node);
        continue;
      }
      node.cell = event.cell;
      node.writes = writes(event) && event.writeStamp != 0;
      node.rank = node.writes ? 2 * event.position : 2 * g.positionOf(event.source) + 1;
      if (fences) accesses.push_back(node);
      if (event.order != Order::Sc || event.scFence) continue;
      node.first = firstElsewhere(g, node.event);
      node.last = lastElsewhere(g, node.event);
      nodes[t].push_back(node);
    }
  }
}

// Lowers the first node reached in the thread to the first one that follows, if it is earlier.
template <class Follows>
void ScOrder::reach(std::uint32_t t, const Follows& follows) {
  for (std::size_t k = 0; k < reached[t]; ++k) {
    if (!follows(nodes[t][k])) continue;
    for (std::size_t i = k; i < reached[t]; ++i) todo.push_back(&nodes[t][i]);
    reached[t] = k;
  }
}

// Everything that follows from what has been reached.
void ScOrder::close(const LiveGraph& g) {
  while (!todo.empty()) {
    Node& a = *todo.back();
    todo.pop_back();
    for (std::uint32_t t = 0; t < nodes.size(); ++t) {
      reach(t, [&](Node& b) { return before(g, a, b); });
    }
  }
}

bool ScOrder::holds(const LiveGraph& g, EventRef e, bool fences) {
  collect(g, fences);
  const LiveEvent& event = g[e];
  const bool written = writes(event) && event.writeStamp != 0;
  const std::uint32_t rank = written ? 2 * event.position : 2 * g.positionOf(event.source) + 1;
  const auto startAgain = [&] {
    reached.clear();
    for (const std::vector<Node>& of : nodes) reached.push_back(of.size());
    todo.clear();
  };
  const bool isNode = event.order == Order::Sc && !event.scFence;
  if (isNode) {
    startAgain();
    for (std::uint32_t t = 0; t < nodes.size(); ++t) {
      reach(t, [&](Node& b) { return before(g, nodes[e.thread].back(), b); });
    }
    close(g);
    if (reached[e.thread] < nodes[e.thread].size()) return false;
  }
  if (!fences) return true;

  // Fences that happen before the event are before what follows it by eco.
  const auto isRoot = [&](const Node& n) { return n.fence && happensBefore(g, n.event, e); };
  const auto hasRoot = [&](const std::vector<Node>& of) {
    return std::any_of(of.begin(), of.end(), isRoot);
  };
  if (std::none_of(nodes.begin(), nodes.end(), hasRoot)) return true;
  startAgain();
  for (std::uint32_t t = 0; t < nodes.size(); ++t) {
    reach(t, [&](Node& b) {
      if (b.fence) return ranksOf(g, b)[cellNumber[event.cell]].largestBefore > rank;
      return b.cell == event.cell && b.writes && b.rank > rank;
    });
  }
  close(g);
  for (std::uint32_t t = 0; t < nodes.size(); ++t) {
    if (std::any_of(nodes[t].begin() + static_cast<std::ptrdiff_t>(reached[t]), nodes[t].end(),
                    isRoot)) {
      return false;
    }
  }
  return true;
}

// Of all cells that are accessed, by cellNumber.
const ScOrder::Ranks* ScOrder::ranksOf(const LiveGraph& g, Node& fence) {
  if (fence.ranks != 0) return ranks.data() + fence.ranks;
  if (cells.empty()) {
    for (const Access& a : accesses) {
      if (cellNumber[a.cell] != 0) continue;
      cells.push_back(a.cell);
      cellNumber[a.cell] = static_cast<std::uint32_t>(cells.size());
    }
  }
  fence.ranks = ranks.size();
  ranks.resize(ranks.size() + cells.size() + 1);
  Ranks* const out = ranks.data() + fence.ranks;
  for (const Access& a : accesses) {
    Ranks& at = out[cellNumber[a.cell]];
    if (happensBefore(g, fence.event, a.event)) {
      at.smallestAfter = std::min(at.smallestAfter, a.rank);
    } else if (happensBefore(g, a.event, fence.event)) {
      at.largestBefore = std::max(at.largestBefore, a.rank);
      if (a.writes) at.largestWriteBefore = std::max(at.largestWriteBefore, a.rank);
    }
  }
  return out;
}

bool ScOrder::before(const LiveGraph& g, Node& a, Node& b) {
  if (a.event.thread == b.event.thread) return a.event.index < b.event.index;
  if (a.fence) return b.fence ? fenceBeforeFence(g, a, b) : fenceBeforeAccess(g, a, b);
  return b.fence ? accessBeforeFence(g, a, b) : accessBeforeAccess(g, a, b);
}

// hb | hb ; eco ; hb. All that psc_base adds between fences is part of it.
bool ScOrder::fenceBeforeFence(const LiveGraph& g, Node& a, Node& b) {
  if (happensBefore(g, a.event, b.event)) return true;
  ranksOf(g, a);
  const Ranks* const to = ranksOf(g, b);
  const Ranks* const from = ranksOf(g, a);
  for (std::size_t c = 1; c <= cells.size(); ++c) {
    if (from[c].smallestAfter < to[c].largestBefore) return true;
  }
  return false;
}

// [F] ; hb? ; scb ; [sc]. The pairs (po \ loc) ; hb ; (po \ loc) end in po, so that po covers them.
bool ScOrder::fenceBeforeAccess(const LiveGraph& g, Node& a, const Node& b) {
  if (happensBeforeOrIs(g, a.event, neighbour(b.event, -1))) return true;
  const Ranks* const from = ranksOf(g, a);
  if (b.writes && from[cellNumber[b.cell]].smallestAfter < b.rank) return true;
  if (!happensBefore(g, a.event, b.event)) return false;
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access& s) {
    return s.cell == b.cell && !(s.event == b.event) && happensBefore(g, a.event, s.event) &&
           happensBefore(g, s.event, b.event);
  });
}

// [sc] ; scb ; hb? ; [F].
bool ScOrder::accessBeforeFence(const LiveGraph& g, const Node& a, Node& b) {
  if (a.event.index < g.threads[a.event.thread].last() &&
      happensBeforeOrIs(g, neighbour(a.event, 1), b.event)) {
    return true;
  }
  const Ranks* const to = ranksOf(g, b);
  if (a.rank < to[cellNumber[a.cell]].largestWriteBefore) return true;
  if (!happensBefore(g, a.event, b.event)) return false;
  return std::any_of(accesses.begin(), accesses.end(), [&](const Access& s) {
    return s.cell == a.cell && happensBefore(g, a.event, s.event) &&
           happensBefore(g, s.event, b.event);
  });
}

// [sc] ; scb ; [sc].
bool ScOrder::accessBeforeAccess(const LiveGraph& g, const Node& a, const Node& b) const {
  if (a.cell == b.cell) {
    if (happensBefore(g, a.event, b.event) || (b.writes && a.rank < b.rank)) return true;
  }
  return !(a.first == kInitial) && !(b.last == kInitial) && happensBefore(g, a.first, b.last);
}

}  // namespace robur::executions
