// The states that a program has under SC, for the driver of src/explore: the number of each
// thread's local state and of each cell's value, packed.
//
// Nothing is reduced, because the state that is asked for may be any. The search ends before the
// first level that has a state of a target. Levels are tested when they are complete, and the run
// is chosen among all shortest ones, so that neither depends on the timing of workers.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "explore/search_space.h"
#include "explore/store/state_codec.h"
#include "verify/target_test.h"

namespace robur::verify {

struct ScStep {
  std::uint32_t thread = 0;
  const LocalEdge* edge = nullptr;
};

class ScSpace final : public SearchSpace {
 public:
  // What is passed must outlive it.
  ScSpace(const LocalGraphs& locals, const std::vector<Target>& targets,
          const SearchOptions& options);

  std::unique_ptr<Expander> makeExpander() override;
  void addInitial() override;
  void nextFrontier(Frontier& frontier, StateId begin, StateId end) override;

  struct Found {
    std::vector<ScStep> run;
    std::size_t target = 0;
  };
  // After the search: of all shortest runs to a target the first in the order of threads and of
  // their edges, and the first target that it meets. This is what a search by one worker meets
  // first.
  std::optional<Found> found();

 private:
  class ScExpander;

  // The first target that a state meets.
  std::optional<std::size_t> targetAt(StateId state);
  std::vector<bool> statesTowardsTargets();
  StateId successor(StateId state, const Row& row, const ScStep& step);

  const LocalGraphs& locals;
  const FieldTable layout;
  std::vector<TargetTest> tests;
  std::vector<std::pair<StateId, StateId>> levels;  // their first states and their ends
  bool targetInLastLevel = false;
  Row tested;  // the row of the state that was tested last
  std::vector<std::uint64_t> packed;
};

}  // namespace robur::verify
