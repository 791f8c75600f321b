#include "verify/buffers/question.h"

namespace robur::verify_buffers {

namespace {

using End = verify::Coverage::End;

constexpr std::size_t kMostEndings = 200000;  // combinations for one target

class Starts {
 public:
  Starts(const LocalGraphs& graphs, const System& system, Search& search)
      : graphs(graphs), system(system), search(search) {}

  // Adds a start for each combination of endings of the target's threads. False if there are too
  // many.
  bool add(const Target& target, TargetId index) {
    Memory memory = system.values;
    for (const auto& [cell, test] : target.cells) {
      ValueSet some = 0;
      for (std::size_t v = 0; v < graphs.values[cell].size(); ++v) {
        if (test(graphs.values[cell][v])) some |= only(static_cast<ValueId>(v));
      }
      memory[cell] &= some;
      if (memory[cell] == 0) return true;
    }
    positions.assign(system.threadCount(), kAnywhere);
    reads.assign(system.threadCount(), {});
    count = 0;
    return combine(target, index, memory, 0);
  }

 private:
  bool combine(const Target& target, TargetId index, const Memory& memory, std::uint32_t t) {
    if (t == system.threadCount()) {
      search.start(positions, reads, memory, index);
      return ++count <= kMostEndings;
    }
    if (!target.threads[t]) return combine(target, index, memory, t + 1);
    const MarkId mark = verify::markOf(index, t, system.threadCount());
    for (const Ending& e : system.threads[t].endings[mark]) {
      positions[t] = static_cast<Position>(e.node);
      reads[t] = e.word;
      if (!combine(target, index, memory, t + 1)) return false;
    }
    positions[t] = kAnywhere;
    reads[t].clear();
    return true;
  }

  const LocalGraphs& graphs;
  const System& system;
  Search& search;
  Positions positions;
  std::vector<Word> reads;
  std::size_t count = 0;
};

}  // namespace

Answer ask(const LocalGraphs& graphs, const std::vector<Target>& targets,
           const SearchLimits& limits) {
  Answer out;
  verify::Coverage& coverage = out.answer.coverage;
  if (targets.empty()) {
    coverage.end = End::Unreachable;
    return out;
  }
  const std::optional<System> system = systemUnderTso(graphs, targets);
  if (!system) {
    out.answer.reason = "a thread has too many sequences of reads between two writes";
    return out;
  }
  Abstraction abstraction(*system);
  const bool pruned =
      limits.forward && abstraction.explore([&] { return limits.stop && limits.stop(); });
  if (pruned) coverage.forwardStates = abstraction.states();
  Search search(*system, limits, pruned ? &abstraction : nullptr);
  Starts starts(graphs, *system, search);
  for (TargetId i = 0; i < targets.size(); ++i) {
    if (starts.add(targets[i], i)) continue;
    out.answer.reason = "the target state has too many cases";
    return out;
  }
  search.run();
  coverage.expanded = search.expanded();
  coverage.basis = search.basis();
  if (search.found()) {
    coverage.end = End::Reachable;
    out.answer.target = search.target();
    out.moves = search.moves();
  } else if (!search.stopped()) {
    coverage.end = End::Unreachable;
  } else {
    coverage.limit = out.answer.reason = search.limit();
  }
  return out;
}

}  // namespace robur::verify_buffers
