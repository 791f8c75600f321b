#include "unit/verify/naive_sc_search.h"

#include <algorithm>
#include <map>

namespace robur::testing {

namespace {

struct State {
  std::vector<std::int64_t> machine;
  std::vector<std::pair<Fault, Pc>> faults;  // of each thread

  friend auto operator<=>(const State&, const State&) = default;
};

struct Origin {
  std::size_t from = 0;
  std::size_t level = 0;
  std::optional<std::pair<unsigned, Pc>> access;  // nothing: a local step, or the start
};

class Naive {
 public:
  Naive(const Machine& machine, const std::vector<verify::Target>& targets)
      : m(machine), targets(targets) {}

  NaiveAnswer run(std::size_t maxStates) {
    State start{std::vector<std::int64_t>(m.stateSize()), {}};
    m.initial(start.machine.data());
    start.faults.resize(m.threadCount());
    add(std::move(start), {});
    NaiveAnswer out;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (const auto target = targetAt(order[i]->first)) {
        out.found = {*target, accessesTo(i), localsOf(order[i]->first)};
        dropStatesBeyond(origins[i].level);
        break;
      }
      if (order.size() > maxStates) out.complete = false;
      if (!out.complete) break;
      expand(i);
    }
    std::vector<std::size_t> widths(origins.back().level + 1);
    for (const Origin& origin : origins) ++widths[origin.level];
    out.widest = *std::max_element(widths.begin(), widths.end());
    out.states = origins.size();
    return out;
  }

 private:
  void add(State state, const Origin& origin) {
    const auto [at, isNew] = seen.emplace(std::move(state), order.size());
    if (!isNew) return;
    order.push_back(at);
    origins.push_back(origin);
  }
  void dropStatesBeyond(std::size_t level) {
    while (origins.back().level > level) {
      origins.pop_back();
      order.pop_back();
    }
  }

  void expand(std::size_t i) {
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const State& from = order[i]->first;
      const Action action = m.pending(from.machine.data(), t);
      if (action.kind == Action::Kind::Stopped) continue;
      if (action.kind == Action::Kind::Local) {
        const std::uint64_t ways = m.alternatives(from.machine.data(), t);
        for (std::uint64_t way = 0; way < ways; ++way) {
          State to = from;
          const Fault fault = m.local(to.machine.data(), t, way);
          arrive(i, std::move(to), t, fault, {});
        }
      } else if (action.enabled) {
        State to = from;
        const Fault fault = m.perform(to.machine.data(), t, action);
        arrive(i, std::move(to), t, fault, std::pair{t, m.pc(from.machine.data(), t)});
      }
    }
  }
  void arrive(std::size_t i, State to, unsigned t, Fault fault,
              std::optional<std::pair<unsigned, Pc>> access) {
    const Pc pc = m.pc(order[i]->first.machine.data(), t);
    if (fault != Fault::None) to.faults[t] = {fault, m.thread(t).instrs[pc].source};
    add(std::move(to), {i, origins[i].level + 1, access});
  }

  std::vector<verify::LocalState> localsOf(const State& state) const {
    std::vector<verify::LocalState> out;
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const auto at = state.machine.begin() + m.thread(t).base;
      out.push_back({static_cast<Pc>(*at),
                     {at + 1, at + 1 + static_cast<long>(m.thread(t).registerInit.size())},
                     state.faults[t].first,
                     state.faults[t].second});
    }
    return out;
  }
  std::optional<std::size_t> targetAt(const State& state) const {
    const std::vector<verify::LocalState> locals = localsOf(state);
    for (std::size_t k = 0; k < targets.size(); ++k) {
      bool meets = true;
      for (unsigned t = 0; t < locals.size(); ++t) {
        if (targets[k].threads[t] && !targets[k].threads[t](locals[t])) meets = false;
      }
      for (const auto& [cell, test] : targets[k].cells) {
        if (!test(state.machine[cell])) meets = false;
      }
      if (meets) return k;
    }
    return std::nullopt;
  }
  std::vector<std::pair<unsigned, Pc>> accessesTo(std::size_t i) const {
    std::vector<std::pair<unsigned, Pc>> out;
    for (; i != 0; i = origins[i].from) {
      if (origins[i].access) out.push_back(*origins[i].access);
    }
    std::reverse(out.begin(), out.end());
    return out;
  }

  const Machine& m;
  const std::vector<verify::Target>& targets;
  std::map<State, std::size_t> seen;
  std::vector<std::map<State, std::size_t>::const_iterator> order;  // in which they were found
  std::vector<Origin> origins;
};

}  // namespace

NaiveAnswer searchNaively(const Machine& machine, const std::vector<verify::Target>& targets,
                          std::size_t maxStates) {
  return Naive(machine, targets).run(maxStates);
}

}  // namespace robur::testing
