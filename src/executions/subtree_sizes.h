// How large subtrees of the enumeration are, by the number of events of the graph at their root.
//
// The search tree is not known in advance, so its size is estimated from the subtrees that have
// been visited: what is still to be visited is, at any time, a list of alternatives, and each is
// expected to be as large as the visited ones whose graphs had as many events. Alternatives that
// came to nothing count as subtrees without final graphs. A number of events for which there is no
// experience yet is extrapolated: the sizes of the nearest ones grow by a constant factor per
// event.
//
// Graphs after a backward revisit are counted separately, because reads that a revisit has fixed
// leave fewer possibilities than reads that are still to come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace robur::executions {

enum class Step : std::uint8_t { Forward, Revisit };

class SubtreeSizes {
 public:
  void record(Step step, std::size_t events, std::uint64_t finals, std::uint64_t steps) {
    std::vector<Sum>& sums = sizes[static_cast<unsigned>(step)];
    if (events >= sums.size()) sums.resize(2 * events + 1);
    Sum& sum = sums[events];
    ++sum.subtrees;
    sum.finals += finals;
    sum.steps += steps;
  }
  void add(const SubtreeSizes& other);
  void clear();

  // The expected number of final graphs.
  double finals(Step step, std::size_t events) const;
  // The average number of steps of visited subtrees; 0 if there is none.
  double steps(Step step, std::size_t events) const {
    const std::vector<Sum>& sums = sizes[static_cast<unsigned>(step)];
    if (events >= sums.size() || sums[events].subtrees == 0) return 0;
    return static_cast<double>(sums[events].steps) / static_cast<double>(sums[events].subtrees);
  }

 private:
  struct Sum {
    std::uint64_t subtrees = 0;
    std::uint64_t finals = 0;
    std::uint64_t steps = 0;

    double average() const { return static_cast<double>(finals) / static_cast<double>(subtrees); }
  };

  std::vector<Sum> sizes[2];  // by step and number of events
};

}  // namespace robur::executions
