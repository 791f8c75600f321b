// The alternatives of a step: how many are left, and how large the explored ones were.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"
#include "executions/subtree_sizes.h"

namespace robur::executions {

// What a worker has explored, and what it has yet to explore. Kept without a lock.
struct Explored {
  struct Branch {
    std::size_t events = 0;  // of the graph after each alternative
    std::uint64_t left = 0;
  };
  struct Revisit {
    EventRef read;
    std::size_t events = 0;  // of the graph after it
    bool begun = false;
  };

  std::uint64_t finals = 0;
  std::uint64_t steps = 0;
  std::uint64_t incomplete = 0;  // subtrees that were given away or not completed
  std::vector<Branch> branches;  // of all steps that have not been taken back
  std::vector<Revisit> revisits;
  SubtreeSizes recent;  // since the last report
  SubtreeSizes known;   // before it, those of all workers
};

// Measures a subtree while it is explored. The size is not known if a part of it is incomplete.
class Measure {
 public:
  explicit Measure(const Explored& explored)
      : finals(explored.finals), steps(explored.steps), incomplete(explored.incomplete) {}
  void record(Explored& explored, Step step, std::size_t events) const {
    if (explored.incomplete != incomplete) return;
    explored.recent.record(step, events, explored.finals - finals, explored.steps - steps);
  }

 private:
  std::uint64_t finals;
  std::uint64_t steps;
  std::uint64_t incomplete;
};

// Alternatives that lead to graphs with so many events. `measured`: there are others beside them,
// so that their sizes matter.
class Alternatives {
 public:
  Alternatives(Explored& explored, std::size_t events, std::uint64_t count, bool measured)
      : explored(explored), events(events), measured(measured), measure(explored) {
    if (measured) explored.branches.push_back({events, count});
  }
  ~Alternatives() {
    if (measured) explored.branches.pop_back();
  }
  Alternatives(const Alternatives&) = delete;
  Alternatives& operator=(const Alternatives&) = delete;

  void begin() {
    if (!measured) return;
    --explored.branches.back().left;
    measure = Measure(explored);
  }
  void end() {
    if (measured) measure.record(explored, Step::Forward, events);
  }

 private:
  Explored& explored;
  const std::size_t events;
  const bool measured;
  Measure measure;
};

}  // namespace robur::executions
