#include "check/explore_with.h"
#include "models/ra.h"

namespace robur {

SearchOutcome exploreRa(const Exploration& exploration) {
  return exploreWith<Ra>(exploration);
}

}  // namespace robur
