#include "check/explore_with.h"
#include "models/rc11.h"

namespace robur {

SearchOutcome exploreRc11(const Exploration& exploration) {
  return exploreWith<Rc11>(exploration);
}

}  // namespace robur
