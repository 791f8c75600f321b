// What a column may end in: a goal. Different accesses may ask for the same.
#pragma once

#include <cstdint>
#include <vector>

#include "anynumber/column_rules.h"

namespace robur::anynumber {

// A stale access: one that would accept any of these values of a cell. The values are among those
// that some write replaces. A race: a plain access to a plain cell, for another one to race with.
struct Goal {
  bool race = false;
  std::uint32_t cell = 0;
  Question question;                 // stale
  std::vector<std::int64_t> values;  // stale: sorted
  bool racesWithReads = false;       // race: the access that begins the column is a write

  friend auto operator<=>(const Goal&, const Goal&) = default;
};

}  // namespace robur::anynumber
