#include "verify/bad_states.h"

#include <map>
#include <set>

namespace robur::verify {

namespace {

struct PlainAccesses {
  std::map<std::uint32_t, std::set<LocalState>> any;  // per plain cell: states about to access it
  std::map<std::uint32_t, std::set<LocalState>> writes;
};

PlainAccesses plainAccesses(const Machine& machine, unsigned t, const LocalGraph& graph) {
  PlainAccesses out;
  for (const LocalState& state : graph.states) {
    if (state.fault != Fault::None) continue;
    const Action action = pendingAccess(machine, t, state);
    if (!accessesMemory(action.op) || action.fault != Fault::None) continue;
    if (machine.cellAtomic(action.cell)) continue;
    out.any[action.cell].insert(state);
    if (mayWrite(action.op)) out.writes[action.cell].insert(state);
  }
  return out;
}

std::function<bool(const LocalState&)> among(std::set<LocalState> states) {
  return [states = std::move(states)](const LocalState& s) { return states.contains(s); };
}

}  // namespace

std::vector<BadState> badStatesOf(const Machine& machine, const LocalGraphs& graphs) {
  const unsigned threads = machine.threadCount();
  std::vector<BadState> out;
  for (unsigned t = 0; t < threads; ++t) {
    bool faulty = false;
    for (const LocalState& s : graphs.threads[t].states) faulty |= s.fault != Fault::None;
    if (!faulty) continue;
    BadState bad;
    bad.thread = t;
    bad.target.threads.resize(threads);
    bad.target.threads[t] = [](const LocalState& s) { return s.fault != Fault::None; };
    out.push_back(std::move(bad));
  }
  std::vector<PlainAccesses> plain;
  for (unsigned t = 0; t < threads; ++t) {
    plain.push_back(plainAccesses(machine, t, graphs.threads[t]));
  }
  for (unsigned t = 0; t < threads; ++t) {
    for (const auto& [cell, writing] : plain[t].writes) {
      for (unsigned other = 0; other < threads; ++other) {
        const auto at = plain[other].any.find(cell);
        if (other == t || at == plain[other].any.end()) continue;
        BadState bad;
        bad.race = true;
        bad.thread = t;
        bad.other = other;
        bad.target.threads.resize(threads);
        bad.target.threads[t] = among(writing);
        bad.target.threads[other] = among(at->second);
        out.push_back(std::move(bad));
      }
    }
  }
  return out;
}

}  // namespace robur::verify
