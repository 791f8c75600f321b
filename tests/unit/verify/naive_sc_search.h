// A breadth-first search under SC by one queue and the interpreter, without numbers of local
// states, packed states, levels or workers: what searchSc must agree with.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "semantics/machine.h"
#include "verify/question.h"

namespace robur::testing {

struct NaiveAnswer {
  bool complete = true;    // no more states than allowed
  std::size_t states = 0;  // at most as far away as the target
  std::size_t widest = 0;  // states of the largest level
  struct Found {
    std::size_t target = 0;
    std::vector<std::pair<unsigned, Pc>> accesses;  // and fences, of the run
    std::vector<verify::LocalState> ends;
  };
  std::optional<Found> found;
};

NaiveAnswer searchNaively(const Machine& machine, const std::vector<verify::Target>& targets,
                          std::size_t maxStates);

}  // namespace robur::testing
