#include "check/explore_with.h"
#include "models/tso.h"

namespace robur {

SearchOutcome exploreTso(const Exploration& exploration) {
  return exploreWith<Tso>(exploration);
}

}  // namespace robur
