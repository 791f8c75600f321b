#include "verify/bad_states.h"

#include <map>
#include <set>

namespace robur::verify {

namespace {

using StatesOfCells = std::map<std::uint32_t, std::set<LocalState>>;

struct PlainAccesses {
  StatesOfCells any;  // per plain cell: states about to access it
  StatesOfCells writes;
};

// The same for atomic cells, if some accesses to them are plain in the source.
struct MixedAccesses {
  StatesOfCells any, writes;
  StatesOfCells plain, plainWrites;
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

MixedAccesses mixedAccesses(const Machine& machine, unsigned t, const LocalGraph& graph) {
  MixedAccesses out;
  for (const LocalState& state : graph.states) {
    if (state.fault != Fault::None) continue;
    const Action action = pendingAccess(machine, t, state);
    if (!accessesMemory(action.op) || action.fault != Fault::None) continue;
    if (!machine.cellAtomic(action.cell)) continue;
    const bool plain = machine.thread(t).instrs[state.pc].plain;
    out.any[action.cell].insert(state);
    if (plain) out.plain[action.cell].insert(state);
    if (!mayWrite(action.op)) continue;
    out.writes[action.cell].insert(state);
    if (plain) out.plainWrites[action.cell].insert(state);
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
  const auto meet = [&](unsigned t, const StatesOfCells& some, unsigned other,
                        const StatesOfCells& others) {
    for (const auto& [cell, states] : some) {
      const auto at = others.find(cell);
      if (other == t || at == others.end()) continue;
      BadState bad;
      bad.race = true;
      bad.thread = t;
      bad.other = other;
      bad.target.threads.resize(threads);
      bad.target.threads[t] = among(states);
      bad.target.threads[other] = among(at->second);
      out.push_back(std::move(bad));
    }
  };
  for (unsigned t = 0; t < threads; ++t) {
    for (unsigned other = 0; other < threads; ++other) {
      meet(t, plain[t].writes, other, plain[other].any);
    }
  }
  if (!hasPlainAccessToAtomic(machine.program())) return out;
  std::vector<MixedAccesses> mixed;
  for (unsigned t = 0; t < threads; ++t) {
    mixed.push_back(mixedAccesses(machine, t, graphs.threads[t]));
  }
  for (unsigned t = 0; t < threads; ++t) {
    for (unsigned other = 0; other < threads; ++other) {
      meet(t, mixed[t].plainWrites, other, mixed[other].any);
      meet(t, mixed[t].plain, other, mixed[other].writes);
    }
  }
  return out;
}

}  // namespace robur::verify
