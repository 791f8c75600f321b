#include "check/refinement.h"

#include <algorithm>

namespace robur {

bool Refinement::add(std::uint32_t cell, const std::vector<std::int64_t>& more) {
  std::vector<std::int64_t>& known = values[cell];
  const std::size_t before = known.size();
  known.insert(known.end(), more.begin(), more.end());
  const IntType& type = program[program.locationOf(CellId{cell})].type;
  if (++rounds[cell] >= kPatience && type.extent() < kSmallType) {
    for (std::int64_t v = type.lo; v <= type.hi; ++v) known.push_back(v);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return known.size() > before;
}

}  // namespace robur
