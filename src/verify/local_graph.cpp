#include "verify/local_graph.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace robur::verify {

namespace {

constexpr std::uint64_t kMostAlternatives = 4096;

// One iteration: the graph of one thread if the cells can hold `values`.
class Round {
 public:
  Round(const Machine& machine, LocalGraphs& graphs, std::size_t maxStates, const Futures* futures)
      : m(machine),
        graphs(graphs),
        maxStates(maxStates),
        futures(futures),
        memory(machine.stateSize()) {}

  bool run(unsigned t, std::string& reason) {
    thread = t;
    graph = {};
    index.clear();
    const CompiledThread& th = m.thread(t);
    idOf({th.entry, th.registerInit, Fault::None, 0});
    for (std::size_t i = 0; i < graph.states.size(); ++i) {
      if (graph.states.size() > maxStates) {
        reason = fmt::format("thread {} has more than {} local states", m.program().threads[t].name,
                             maxStates);
        return false;
      }
      if (!expand(static_cast<std::uint32_t>(i), reason)) return false;
    }
    graphs.threads[t] = graph;
    return true;
  }

 private:
  std::uint32_t idOf(LocalState state) {
    const auto [at, isNew] =
        index.emplace(std::move(state), static_cast<std::uint32_t>(graph.states.size()));
    if (isNew) {
      graph.states.push_back(at->first);
      graph.edges.emplace_back();
    }
    return at->second;
  }

  void load(const LocalState& state) {
    const CompiledThread& th = m.thread(thread);
    memory[th.base] = state.pc;
    std::copy(state.registers.begin(), state.registers.end(), memory.begin() + th.base + 1);
  }

  std::uint32_t arrive(const LocalState& from, Fault fault) {
    const CompiledThread& th = m.thread(thread);
    LocalState to;
    to.pc = static_cast<Pc>(memory[th.base]);
    to.registers.assign(memory.begin() + th.base + 1,
                        memory.begin() + th.base + 1 + th.registerInit.size());
    if (futures != nullptr && to.pc != th.rest) {
      for (const std::uint32_t r : futures->deadRegisters(thread, to.pc)) {
        to.registers[r] = th.registerInit[r];
      }
    } else if (futures != nullptr) {
      to.registers = th.registerInit;
    }
    to.fault = fault;
    if (fault != Fault::None) to.faultPc = m.thread(thread).instrs[from.pc].source;
    return idOf(std::move(to));
  }

  std::optional<ValueId> numberOf(std::uint32_t cell, std::int64_t value, std::string& reason) {
    std::vector<std::int64_t>& all = graphs.values[cell];
    const auto at = std::find(all.begin(), all.end(), value);
    if (at != all.end()) return static_cast<ValueId>(at - all.begin());
    if (all.size() == kMostValues) {
      reason = fmt::format("{} can hold more than {} values", m.program().cellName(CellId{cell}),
                           kMostValues);
      return std::nullopt;
    }
    all.push_back(value);
    return static_cast<ValueId>(all.size() - 1);
  }

  bool expand(std::uint32_t from, std::string& reason) {
    const LocalState state = graph.states[from];
    if (state.fault != Fault::None) return true;
    load(state);
    const Action action = m.pending(memory.data(), thread);
    LocalEdge edge;
    edge.order = action.order;
    switch (action.kind) {
      case Action::Kind::Stopped:
        return true;
      case Action::Kind::Local:
        return expandLocal(from, state, reason);
      case Action::Kind::Fence:
        edge.fence = true;
        if (action.order == Order::Sc) {
          edge.kind = LocalEdge::Kind::Update;
          edge.cell = m.cellCount();
        }
        m.perform(memory.data(), thread, action);
        edge.to = arrive(state, Fault::None);
        graph.edges[from].push_back(edge);
        return true;
      default:
        return expandAccess(from, state, action, reason);
    }
  }

  bool expandLocal(std::uint32_t from, const LocalState& state, std::string& reason) {
    const std::uint64_t ways = m.alternatives(memory.data(), thread);
    if (ways > kMostAlternatives) {
      reason = fmt::format("thread {} chooses among {} values at once",
                           m.program().threads[thread].name, ways);
      return false;
    }
    for (std::uint64_t i = 0; i < ways; ++i) {
      load(state);
      const Fault fault = m.local(memory.data(), thread, i);
      LocalEdge edge;
      edge.to = arrive(state, fault);
      graph.edges[from].push_back(edge);
    }
    return true;
  }

  bool expandAccess(std::uint32_t from, const LocalState& state, const Action& first,
                    std::string& reason) {
    const bool reads = first.op != Instr::Op::Store;
    const std::size_t count = reads ? graphs.values[first.cell].size() : 1;
    for (std::size_t v = 0; v < count; ++v) {
      load(state);
      memory[first.cell] = graphs.values[first.cell][v];
      const Action action = m.pending(memory.data(), thread);
      if (!action.enabled) continue;
      LocalEdge edge;
      edge.cell = action.cell;
      edge.order = action.order;
      edge.read = static_cast<ValueId>(v);
      const Fault fault = m.perform(memory.data(), thread, action);
      if (action.kind == Action::Kind::Read) {
        edge.kind = LocalEdge::Kind::Read;
        edge.locked = action.op == Instr::Op::Cas;
      } else {
        const bool update = action.kind == Action::Kind::Update;
        edge.kind = update ? LocalEdge::Kind::Update : LocalEdge::Kind::Write;
        const auto number = numberOf(action.cell, memory[action.cell], reason);
        if (!number) return false;
        edge.written = *number;
      }
      edge.to = arrive(state, fault);
      graph.edges[from].push_back(edge);
    }
    return true;
  }

  const Machine& m;
  LocalGraphs& graphs;
  std::size_t maxStates;
  const Futures* futures;
  unsigned thread = 0;
  LocalGraph graph;
  std::map<LocalState, std::uint32_t> index;
  std::vector<std::int64_t> memory;
};

}  // namespace

std::optional<ValueId> LocalGraphs::find(std::uint32_t cell, std::int64_t value) const {
  const auto at = std::find(values[cell].begin(), values[cell].end(), value);
  if (at == values[cell].end()) return std::nullopt;
  return static_cast<ValueId>(at - values[cell].begin());
}

std::optional<LocalGraphs> localGraphsOf(const Machine& machine, std::size_t maxStates,
                                         std::string& reason, const Futures* futures) {
  LocalGraphs out;
  for (const Location& location : machine.program().locations) {
    for (const std::int64_t value : location.init) out.values.push_back({value});
  }
  out.values.push_back({0});
  out.threads.resize(machine.threadCount());
  const auto count = [&] {
    std::size_t sum = 0;
    for (const auto& of : out.values) sum += of.size();
    return sum;
  };
  Round round(machine, out, maxStates, futures);
  while (true) {
    const std::size_t before = count();
    for (unsigned t = 0; t < machine.threadCount(); ++t) {
      if (!round.run(t, reason)) return std::nullopt;
    }
    if (count() == before) return out;
  }
}

bool stopped(const Machine& machine, unsigned thread, const LocalState& state) {
  return state.fault != Fault::None ||
         machine.thread(thread).instrs[state.pc].op == Instr::Op::Halt;
}

Action pendingAccess(const Machine& machine, unsigned thread, const LocalState& state) {
  std::vector<std::int64_t> memory(machine.stateSize());
  const CompiledThread& th = machine.thread(thread);
  memory[th.base] = state.pc;
  std::copy(state.registers.begin(), state.registers.end(), memory.begin() + th.base + 1);
  return machine.pending(memory.data(), thread);
}

}  // namespace robur::verify
