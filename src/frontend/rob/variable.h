// A variable or array of shared memory, as it is declared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/types.h"

namespace robur::frontend_rob {

struct Variable {
  std::string name;
  std::optional<IntType> type;  // absent: any integer
  bool atomic = false;
  bool ghost = false;
  bool isArray = false;
  std::optional<std::int64_t> size;  // absent: an array that every integer indexes
  std::vector<std::int64_t> init;    // of the first cells, as far as it is given
  Span span;

  // The initial value of the other cells.
  std::int64_t usual() const { return !type || type->contains(0) ? 0 : type->lo; }
};

}  // namespace robur::frontend_rob
