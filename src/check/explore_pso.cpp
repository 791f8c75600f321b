#include "check/explore_with.h"
#include "models/pso.h"

namespace robur {

SearchOutcome explorePso(const Exploration& exploration) {
  return exploreWith<Pso>(exploration);
}

}  // namespace robur
