// Backward coverability with antichains (Abdulla, Čerāns, Jonsson and Tsay), for tests: from all
// violations back to a start, restricted to what views of single copies allow. Exact, and another
// way round than the coverability set. Not for models in which a write takes a bit from another
// thread.
#pragma once

#include <map>
#include <optional>

#include "views.h"

namespace robur::anynumber {

class Backward {
 public:
  Backward(Problem& problem, Net& net, Views& sc, Views& column, std::size_t most)
      : problem(problem), net(net), sc(sc), column(column), most(most) {
    for (const auto& [key, views] : sc.all) addEdges(sc, problem.sequential(), key, views, false);
    for (const auto& [key, views] : column.all) addEdges(column, net, key, views, true);
    for (const auto& [key, views] : sc.all) addBoundary(key, views);
  }

  // Can a violation be covered? Nothing if there is too much to look at.
  std::optional<bool> violated(const Candidate& start) {
    addViolations();
    while (!todo.empty()) {
      if (made > most) return std::nullopt;
      const Element e = todo.front();
      todo.pop_front();
      if (!minimal[e.place].contains(e.needed)) continue;
      if (isStart(e, start)) return true;
      for (const Edge& edge : edgesTo[e.place]) stepBack(edge, e);
    }
    return false;
  }

 private:
  using Place = std::pair<bool, Key>;  // with a column?
  struct Edge {
    Place from;
    bool copy = false;    // of a copy, from `mover` to `arrived`; else of a fixed thread
    bool begins = false;  // a column
    LocalId mover = 0;
    LocalId arrived = 0;
  };
  struct Element {
    Place place;
    View needed;
  };

  void addEdges(Views& views, Net& of, const Key& key, const std::set<View>& here, bool hasColumn) {
    const Control c = controlOf(key);
    const Place from{hasColumn, key};
    for (std::size_t i = 0; i < of.fixedCount(); ++i) {
      views.forEachMove(c, of.fixedLocal(c, i), [&](Control next, const Move& move) {
        of.setFixed(next, i, move.next);
        edgesTo[{hasColumn, keyOf(next)}].push_back({from});
      });
    }
    for (const View& view : here) {
      for (const LocalId l : view) {
        views.forEachMove(c, l, [&](const Control& next, const Move& move) {
          edgesTo[{hasColumn, keyOf(next)}].push_back({from, true, false, l, move.next});
        });
      }
    }
  }
  void addBoundary(const Key& key, const std::set<View>& here) {
    Net& sequential = problem.sequential();
    const Control c = controlOf(key);
    const auto add = [&](LocalId l, std::optional<std::size_t> fixed) {
      const LocalState mover = sequential.locals()[l];
      for (std::size_t o = 0; o < sequential.coreOf(l).options.size(); ++o) {
        for (Net::Beginning& begin : net.beginnings(mover, o, c)) {
          if (fixed) net.setFixed(begin.control, *fixed, begin.mover);
          edgesTo[{true, keyOf(begin.control)}].push_back(
              {{false, key}, !fixed, true, l, begin.mover});
        }
      }
    };
    for (std::size_t i = 0; i < sequential.fixedCount(); ++i) add(sequential.fixedLocal(c, i), i);
    for (const View& view : here) {
      for (const LocalId l : view) {
        if (l != Move::kEnded) add(l, std::nullopt);
      }
    }
  }

  void addViolations() {
    for (const auto& [key, views] : column.all) {
      const Control c = controlOf(key);
      if (net.phase(c) != 2) continue;
      for (std::size_t i = 0; i < net.fixedCount(); ++i) {
        if (net.violates(net.fixedLocal(c, i))) add({{true, key}, {}});
      }
      for (const View& view : views) {
        for (const LocalId l : view) {
          if (l != Move::kEnded && net.violates(l)) add({{true, key}, {l}});
        }
      }
    }
  }

  void add(const Element& e) {
    Views& views = e.place.first ? column : sc;
    for (const LocalId l : e.needed) {
      if (!views.all[e.place.second].contains(View{l})) return;
    }
    std::set<View>& known = minimal[e.place];
    for (const View& other : known) {
      if (std::ranges::includes(e.needed, other)) return;
    }
    std::erase_if(known, [&](const View& other) { return std::ranges::includes(other, e.needed); });
    known.insert(e.needed);
    todo.push_back(e);
    ++made;
  }

  void stepBack(const Edge& edge, const Element& e) {
    View needed = e.needed;
    if (edge.copy && std::ranges::binary_search(needed, edge.arrived)) {
      needed = without(needed, edge.arrived);
    }
    if (edge.begins) {
      // Everybody else was there before, with the bits of somebody who looks on.
      for (LocalId& l : needed) {
        const LocalState state = net.locals()[l];
        if (net.onlooker(state.thread, state.core) != l) return;
        l = problem.sequential().locals().number({state.thread, state.core, {}});
      }
      std::ranges::sort(needed);
    }
    if (edge.copy) needed = with(needed, edge.mover);
    add({edge.from, needed});
  }

  bool isStart(const Element& e, const Candidate& start) const {
    if (e.place.first || e.place.second != keyOf(start.control)) return false;
    return std::ranges::all_of(
        e.needed, [&](LocalId l) { return std::ranges::binary_search(start.omega, l); });
  }

  Problem& problem;
  Net& net;
  Views& sc;
  Views& column;
  const std::size_t most;
  std::size_t made = 0;
  std::map<Place, std::vector<Edge>> edgesTo;
  std::map<Place, std::set<View>> minimal;
  std::deque<Element> todo;
};

}  // namespace robur::anynumber
