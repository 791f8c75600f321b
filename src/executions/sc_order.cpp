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
  scEvents.clear();
  accesses.clear();
  isFence.clear();
  for (const EventRef e : g.trail) {
    const LiveEvent& event = g[e];
    if (!isReal(event)) continue;
    if (event.kind == Kind::Fence) {
      if (!fences || event.order != Order::Sc) continue;
      scEvents.push_back({e, 0, 0, false});
      isFence.push_back(1);
      continue;
    }
    const bool written = writes(event) && event.writeStamp != 0;
    const std::uint32_t rank =
        written ? 2 * g.positionOf(event.cell, e) : 2 * g.positionOf(event.cell, event.source) + 1;
    const Access access{e, event.cell, rank, written};
    accesses.push_back(access);
    if (event.order == Order::Sc && !event.scFence) {
      scEvents.push_back(access);
      isFence.push_back(0);
    }
  }
}

bool ScOrder::holds(const LiveGraph& g, bool fences) {
  collect(g, fences);
  const auto otherThread = [&](const Access& a) {
    return a.event.thread != scEvents[0].event.thread;
  };
  if (std::none_of(scEvents.begin(), scEvents.end(), otherThread)) return true;
  return acyclic(g);
}

bool ScOrder::before(const LiveGraph& g, std::size_t a, std::size_t b) const {
  const Access& first = scEvents[a];
  const Access& second = scEvents[b];
  if (isFence[a] != 0) {
    return isFence[b] != 0 ? fenceBeforeFence(g, first.event, second.event)
                           : fenceBeforeAccess(g, first.event, second);
  }
  return isFence[b] != 0 ? accessBeforeFence(g, first, second.event)
                         : accessBeforeAccess(g, first, second);
}

// hb | hb ; eco ; hb. All that psc_base adds between fences is part of it.
bool ScOrder::fenceBeforeFence(const LiveGraph& g, EventRef a, EventRef b) const {
  if (happensBefore(g, a, b)) return true;
  for (const Access& from : accesses) {
    if (!happensBefore(g, a, from.event)) continue;
    for (const Access& to : accesses) {
      if (from.cell == to.cell && from.rank < to.rank && happensBefore(g, to.event, b)) return true;
    }
  }
  return false;
}

// [F] ; hb? ; scb ; [sc]. The pairs (po \ loc) ; hb ; (po \ loc) end in po, so that po covers them.
bool ScOrder::fenceBeforeAccess(const LiveGraph& g, EventRef a, const Access& b) const {
  if (happensBeforeOrIs(g, a, neighbour(b.event, -1))) return true;
  for (const Access& s : accesses) {
    if (s.cell != b.cell || s.event == b.event || !happensBefore(g, a, s.event)) continue;
    if (happensBefore(g, s.event, b.event) || (b.writes && s.rank < b.rank)) return true;
  }
  return false;
}

// [sc] ; scb ; hb? ; [F].
bool ScOrder::accessBeforeFence(const LiveGraph& g, const Access& a, EventRef b) const {
  if (a.event.index < g.threads[a.event.thread].last() &&
      happensBeforeOrIs(g, neighbour(a.event, 1), b)) {
    return true;
  }
  for (const Access& s : accesses) {
    if (s.cell != a.cell || s.event == a.event || !happensBefore(g, s.event, b)) continue;
    if (happensBefore(g, a.event, s.event) || (s.writes && a.rank < s.rank)) return true;
  }
  return false;
}

// [sc] ; scb ; [sc].
bool ScOrder::accessBeforeAccess(const LiveGraph& g, const Access& a, const Access& b) const {
  if (a.event.thread == b.event.thread) return a.event.index < b.event.index;
  if (a.cell == b.cell) {
    if (happensBefore(g, a.event, b.event) || (b.writes && a.rank < b.rank)) return true;
  }
  const EventRef from = firstElsewhere(g, a.event);
  const EventRef to = lastElsewhere(g, b.event);
  return !(from == kInitial) && !(to == kInitial) && happensBefore(g, from, to);
}

// Depth first; the relation is evaluated where the traversal asks for it.
bool ScOrder::acyclic(const LiveGraph& g) {
  enum : std::uint8_t { kNew, kOpen, kDone };
  const std::size_t count = scEvents.size();
  marks.assign(count, kNew);
  for (std::size_t root = 0; root < count; ++root) {
    if (marks[root] != kNew) continue;
    path.assign(1, {root, 0});
    marks[root] = kOpen;
    while (!path.empty()) {
      auto& [at, next] = path.back();
      if (next == count) {
        marks[at] = kDone;
        path.pop_back();
        continue;
      }
      const std::size_t to = next++;
      if (marks[to] == kDone || to == at || !before(g, at, to)) continue;
      if (marks[to] == kOpen) return false;
      marks[to] = kOpen;
      path.emplace_back(to, 0);
    }
  }
  return true;
}

}  // namespace robur::executions
