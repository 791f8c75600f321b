#include "check/explore_with.h"
#include "models/sc.h"

namespace robur {

SearchOutcome exploreSc(const Exploration& exploration) {
  return exploreWhole<Sc>(exploration);
}

}  // namespace robur
