// View abstraction (Abdulla, Haziza and Holík), for tests: configurations are seen k copies at a
// time. It finds every violation, and some that no instance has; what it calls robust is robust.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "anynumber/problem.h"

namespace robur::anynumber {

using Key = std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>;
using View = std::vector<LocalId>;  // sorted; copies that have ended are part of it

inline Key keyOf(const Control& c) {
  return {c.exact, c.bits};
}
inline Control controlOf(const Key& key) {
  return {key.first, key.second};
}
inline View without(View view, LocalId l) {
  view.erase(std::ranges::find(view, l));
  return view;
}
inline View with(View view, LocalId l) {
  view.insert(std::ranges::upper_bound(view, l), l);
  return view;
}

class Views {
 public:
  Views(Net& net, std::size_t most) : net(net), most(most) {}

  void add(const Control& c, const View& view) {
    if (all[keyOf(c)].insert(view).second) todo.emplace_back(keyOf(c), view), ++count;
  }
  // False if there are too many.
  bool run() {
    while (!todo.empty() && count <= most) {
      const auto [key, view] = todo.front();
      todo.pop_front();
      const Control c = controlOf(key);
      for (std::size_t i = 0; i < net.fixedCount(); ++i) {
        forEachMove(c, net.fixedLocal(c, i), [&](Control next, const Move& move) {
          net.setFixed(next, i, move.next);
          add(next, lost(view, move.taken));
        });
      }
      for (const LocalId l : std::set<LocalId>(view.begin(), view.end())) {
        forEachMove(c, l, [&](const Control& next, const Move& move) {
          add(next, with(lost(without(view, l), move.taken), move.next));
        });
      }
      forEachOutside(key, view, [&](const View& more, LocalId mover) {
        forEachMove(c, mover, [&](const Control& next, const Move& move) {
          add(next, lost(without(more, mover), move.taken));
        });
      });
    }
    return todo.empty();
  }

  // Calls visit(view and one more, who moves) for everybody who may be there besides the view.
  template <class Visit>
  void forEachOutside(const Key& key, const View& view, const Visit& visit) {
    std::set<LocalId> locals;
    for (const View& other : all[key]) locals.insert(other.begin(), other.end());
    for (const LocalId e : locals) {
      const View more = with(view, e);
      const std::set<LocalId> members(more.begin(), more.end());
      if (!std::ranges::all_of(members,
                               [&](LocalId l) { return all[key].contains(without(more, l)); }))
        continue;
      for (const LocalId mover : members) visit(more, mover);
    }
  }

  template <class Visit>
  void forEachMove(const Control& c, LocalId l, const Visit& visit) {
    if (l == Move::kEnded) return;
    for (std::size_t o = 0; o < net.coreOf(l).options.size(); ++o) {
      const Option option = net.coreOf(l).options[o];
      const std::span<const Move> found = net.moves(l, o, c);
      for (const Move& move : std::vector<Move>(found.begin(), found.end())) {
        Control next = c;
        net.apply(move, option, next);
        visit(next, move);
      }
    }
  }

  bool violated() {
    for (const auto& [key, views] : all) {
      const Control c = controlOf(key);
      if (net.phase(c) != 2) continue;
      for (std::size_t i = 0; i < net.fixedCount(); ++i) {
        if (net.violates(net.fixedLocal(c, i))) return true;
      }
      for (const View& view : views) {
        for (const LocalId l : view) {
          if (l != Move::kEnded && net.violates(l)) return true;
        }
      }
    }
    return false;
  }

  std::map<Key, std::set<View>> all;

 private:
  View lost(View view, std::uint64_t taken) {
    if (taken == 0) return view;
    for (LocalId& l : view) {
      if (l == Move::kEnded) continue;
      LocalState state = net.locals()[l];
      state.bits.cells &= ~taken;
      l = net.locals().number(state);
    }
    std::ranges::sort(view);
    return view;
  }

  Net& net;
  const std::size_t most;
  std::size_t count = 0;
  std::deque<std::pair<Key, View>> todo;
};

// Adds a view for every multiset of k of these local states.
inline void addAllViews(Views& views, const Control& c, const std::vector<LocalId>& locals,
                        unsigned k, View view = {}, std::size_t first = 0) {
  if (view.size() == k) {
    std::ranges::sort(view);
    return views.add(c, view);
  }
  for (std::size_t i = first; i < locals.size(); ++i) {
    View more = view;
    more.push_back(locals[i]);
    addAllViews(views, c, locals, k, more, i);
  }
}

// The views of `sc`, after a step that begins a column.
inline void addBeginnings(Problem& problem, Net& net, Views& sc, Views& out) {
  Net& sequential = problem.sequential();
  const auto onlooking = [&](View view) {
    for (LocalId& l : view) {
      if (l == Move::kEnded) continue;
      const LocalState state = sequential.locals()[l];
      l = net.onlooker(state.thread, state.core);
    }
    std::ranges::sort(view);
    return view;
  };
  const auto forEachBeginning = [&](const Control& c, LocalId l, const auto& visit) {
    if (l == Move::kEnded) return;
    const LocalState mover = sequential.locals()[l];
    const std::size_t options = sequential.coreOf(l).options.size();
    for (std::size_t o = 0; o < options; ++o) {
      for (const Net::Beginning& begin : net.beginnings(mover, o, c)) visit(begin);
    }
  };
  for (const auto& [key, views] : sc.all) {
    const Control c = controlOf(key);
    for (const View& view : views) {
      for (std::size_t i = 0; i < sequential.fixedCount(); ++i) {
        forEachBeginning(c, sequential.fixedLocal(c, i), [&](Net::Beginning begin) {
          net.setFixed(begin.control, i, begin.mover);
          out.add(begin.control, onlooking(view));
        });
      }
      for (const LocalId l : std::set<LocalId>(view.begin(), view.end())) {
        forEachBeginning(c, l, [&](const Net::Beginning& begin) {
          out.add(begin.control, with(onlooking(without(view, l)), begin.mover));
        });
      }
      sc.forEachOutside(key, view, [&](const View& more, LocalId mover) {
        forEachBeginning(c, mover, [&](const Net::Beginning& begin) {
          out.add(begin.control, onlooking(without(more, mover)));
        });
      });
    }
  }
}

}  // namespace robur::anynumber
