// The final states of a program under a model: all that its complete executions can end in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace robur {

struct FinalStates {
  struct State {
    std::vector<std::int64_t> values;  // in the order of `names`
    std::uint64_t executions = 0;      // that end in it
    std::uint64_t sequential = 0;      // of them, sequentially consistent
  };

  std::vector<std::string> names;  // of the observed registers and cells: "t1.r", "x"
  std::vector<CellId> cells;       // the last names are theirs
  std::vector<State> states;       // sorted by values
  bool complete = false;           // every execution was enumerated

  std::uint64_t executions = 0;  // in which every thread comes to its end
  std::uint64_t notSc = 0;       // of them, not sequentially consistent
  std::uint64_t hangs = 0;       // in which some thread waits forever
  std::uint64_t unfair = 0;      // in which a thread waits without need: continued by others
  std::uint64_t excluded = 0;    // in which an assumption does not hold

  // States in which no SC execution ends.
  std::uint64_t newStates() const {
    std::uint64_t count = 0;
    for (const State& state : states) count += state.sequential == 0 ? 1 : 0;
    return count;
  }
};

// The value of the name with that index, as reports show it.
std::string valueText(const Program& program, const FinalStates& states,
                      const FinalStates::State& state, std::size_t i);

}  // namespace robur
