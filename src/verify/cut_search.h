// Is a state that --reach describes among the states that an execution graph passes?
//
// A graph passes as many states as it has cuts: a cut contains the first events of each thread, and
// with a read also the write that it reads from. The state of a cut consists of the states of its
// threads after these events and of the last write in it to each cell. Every reachable state is a
// cut of a final graph, because the prefixes of execution graphs are execution graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "executions/live_graph.h"
#include "verify/question.h"

namespace robur::verify {

class CutSearch {
 public:
  // Both must outlive it.
  CutSearch(const Machine& machine, const std::vector<Target>& targets)
      : machine(machine), targets(targets) {}

  // Per thread, the index of the last event of a cut whose state is in a target.
  using Cut = std::vector<std::uint16_t>;
  std::optional<Cut> find(const executions::LiveGraph& g);

 private:
  struct Stay {  // a state of a thread after this event and before the next
    std::uint16_t event = 0;
    LocalState state;
  };

  std::vector<Stay> staysOf(const executions::LiveGraph& g, std::uint32_t t) const;
  std::optional<Cut> findTarget(const executions::LiveGraph& g, const Target& target);
  bool extend(const executions::LiveGraph& g, const Target& target, Cut& cut, std::uint32_t t);
  static bool closed(const executions::LiveGraph& g, const Cut& cut, std::uint32_t threads);
  static bool memoryPasses(const executions::LiveGraph& g, const Target& target, const Cut& cut);

  const Machine& machine;
  const std::vector<Target>& targets;
  std::vector<std::vector<Stay>> stays;              // per thread
  std::vector<std::vector<std::uint16_t>> possible;  // per thread: the events of a cut
};

}  // namespace robur::verify
