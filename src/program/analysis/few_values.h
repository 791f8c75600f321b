// The values that a register or location can take, as long as they are few.
//
// Every assignment and every store adds the values of its expression, for all cells of a location
// and all threads of a code together, until a fixpoint is reached. Conditions are ignored. This
// distinguishes flags, locks and small states from counters and data. Declared types would be less
// work, but variables in C rarely have fewer than 2^32 values by type.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/program.h"

namespace robur {

// Sorted; nothing if they are more than kMostValues.
using FewValues = std::optional<std::vector<std::int64_t>>;
inline constexpr std::size_t kMostValues = 8;

struct ValuesOfProgram {
  std::vector<FewValues> locations;
  std::vector<std::vector<FewValues>> registers;  // of each code
};

ValuesOfProgram valuesOf(const Program& program);

}  // namespace robur
