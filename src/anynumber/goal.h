// What a column may end in: a goal. Different accesses may ask for the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
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

// What one column is followed for: a goal, or several that ask the same of one cell and differ in
// the values that they accept. A column for several begins whenever one of theirs would, and the
// last of these beginnings leaves the most bits. So if it reaches none of them, nor do their own
// columns; if it reaches one, that may be for a value that this one does not accept.
struct Aim {
  Goal whole;  // accepts what any of the goals accepts
  std::vector<Goal> goals;

  explicit Aim(const Goal& goal) : whole(goal), goals{goal} {}

  // Adds a goal, if it asks the same.
  bool take(const Goal& goal) {
    const bool same = !goal.race && !whole.race && goal.cell == whole.cell &&
                      goal.question.kind == whole.question.kind;
    if (!same) return false;
    std::vector<std::int64_t> all;
    std::ranges::set_union(whole.values, goal.values, std::back_inserter(all));
    whole.values = std::move(all);
    goals.push_back(goal);
    return true;
  }
};

}  // namespace robur::anynumber
