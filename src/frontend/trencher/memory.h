// Maps Trencher's unbounded memory to locations.
//
// If every address is a constant, each one used becomes a scalar of its own: m0, m1 and so on.
// Otherwise memory is an array that extends to the largest address that the analysis of values
// finds; if the values of some address are unknown, the array also extends to the largest constant
// of the program. An access beyond the array is a bounds error when it happens.
#pragma once

#include <map>
#include <vector>

#include "frontend/common/errors.h"
#include "frontend/trencher/automaton.h"
#include "frontend/trencher/values.h"
#include "program/program.h"

namespace robur::frontend_trencher {

class Memory {
 public:
  Memory(const std::vector<Automaton>& threads, const Values& values, Errors& errors);

  std::vector<Location> locations() const;
  Address at(const ExprPtr& address, const ValueSet& addresses) const;

 private:
  void use(const Transition& t, const ValueSet& addresses, Errors& errors);

  bool array_ = false;
  std::int64_t last_ = 0;                        // the last index of the array
  std::map<std::int64_t, std::uint32_t> cells_;  // address to location, unless memory is an array
};

}  // namespace robur::frontend_trencher
