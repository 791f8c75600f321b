#include "check/explore_with.h"
#include "models/rc20.h"

namespace robur {

SearchOutcome exploreRc20(const Exploration& exploration) {
  return exploreWith<Rc20>(exploration);
}

}  // namespace robur
