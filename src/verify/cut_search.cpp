#include "verify/cut_search.h"

#include <utility>

namespace robur::verify {

// Replays the thread: the graph has its states only after local steps.
std::vector<CutSearch::Stay> CutSearch::staysOf(const executions::LiveGraph& g,
                                                std::uint32_t t) const {
  std::vector<Stay> out;
  const CompiledThread& code = machine.thread(t);
  std::vector<std::int64_t> memory(machine.stateSize());
  machine.initial(memory.data());
  const auto stay = [&](std::uint16_t event, Pc before, Fault fault) {
    LocalState state;
    state.pc = machine.pc(memory.data(), t);
    state.registers.assign(
        memory.begin() + code.base + 1,
        memory.begin() + code.base + 1 + static_cast<std::ptrdiff_t>(code.registerInit.size()));
    state.fault = fault;
    if (fault != Fault::None) state.faultPc = code.instrs[before].source;
    out.push_back({event, std::move(state)});
  };
  stay(0, 0, Fault::None);
  const std::vector<executions::LiveEvent>& events = g.threads[t].events;
  for (std::uint16_t i = 0; i < events.size(); ++i) {
    const executions::LiveEvent& e = events[i];
    if (e.kind == executions::Kind::Blocked) break;
    Fault fault = Fault::None;
    if (i > 0) {
      const Pc pc = machine.pc(memory.data(), t);
      if (e.kind == executions::Kind::Choice) {
        fault = machine.local(memory.data(), t, static_cast<std::uint64_t>(e.read));
      } else {
        if (executions::reads(e) && !e.scFence) memory[e.cell] = e.read;
        fault = machine.perform(memory.data(), t, machine.pending(memory.data(), t));
      }
      stay(i, pc, fault);
    }
    // The local steps end at an access, a choice or the end of the thread, at the instruction that
    // stops it, or, if they loop, where the loop head is reached again.
    const bool stops =
        e.status == executions::Status::Faulted || e.status == executions::Status::Excluded;
    bool again = false;
    while (fault == Fault::None && machine.atLocal(memory.data(), t) &&
           machine.alternatives(memory.data(), t) == 1) {
      const Pc pc = machine.pc(memory.data(), t);
      if (!stops && pc == e.next && std::exchange(again, true)) break;
      fault = machine.local(memory.data(), t, 0);
      stay(i, pc, fault);
      if (stops && pc == e.next) break;
    }
  }
  return out;
}

std::optional<CutSearch::Cut> CutSearch::find(const executions::LiveGraph& g) {
  stays.clear();
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) stays.push_back(staysOf(g, t));
  for (const Target& target : targets) {
    if (auto cut = findTarget(g, target)) return cut;
  }
  return std::nullopt;
}

std::optional<CutSearch::Cut> CutSearch::findTarget(const executions::LiveGraph& g,
                                                    const Target& target) {
  possible.assign(g.threadCount(), {});
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    for (const Stay& stay : stays[t]) {
      if (!possible[t].empty() && possible[t].back() == stay.event) continue;
      if (!target.threads[t] || target.threads[t](stay.state)) possible[t].push_back(stay.event);
    }
    if (possible[t].empty()) return std::nullopt;
  }
  Cut cut(g.threadCount(), 0);
  if (!extend(g, target, cut, 0)) return std::nullopt;
  return cut;
}

// Chooses ends for the threads from t on.
bool CutSearch::extend(const executions::LiveGraph& g, const Target& target, Cut& cut,
                       std::uint32_t t) {
  if (t == g.threadCount()) return memoryPasses(g, target, cut);
  for (const std::uint16_t end : possible[t]) {
    cut[t] = end;
    if (closed(g, cut, t + 1) && extend(g, target, cut, t + 1)) return true;
  }
  return false;
}

// Does no chosen thread need more of another chosen one than is in the cut?
bool CutSearch::closed(const executions::LiveGraph& g, const Cut& cut, std::uint32_t threads) {
  for (std::uint16_t t = 0; t < threads; ++t) {
    const std::uint16_t* const past = g.past({t, cut[t]});
    for (std::uint32_t u = 0; u < threads; ++u) {
      if (past[u] > cut[u]) return false;
    }
  }
  return true;
}

bool CutSearch::memoryPasses(const executions::LiveGraph& g, const Target& target, const Cut& cut) {
  for (const auto& [cell, passes] : target.cells) {
    executions::EventRef last = executions::kInitial;
    for (const executions::EventRef w : g.order(cell)) {
      if (w.index <= cut[w.thread]) last = w;
    }
    if (!passes(g.valueOf(cell, last))) return false;
  }
  return true;
}

}  // namespace robur::verify
