// Which values a register or location can take, as long as they are few.
//
// Every assignment and every store adds the values of its expression, for all cells of a location
// and all threads of a code at once, until nothing is added. Conditions are not looked at. This
// tells flags, locks and small states from counters and data. Declared types would be less work,
// but programs in C have no others than those of 32 and 64 bits.
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
