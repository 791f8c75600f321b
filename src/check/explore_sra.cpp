#include "check/explore_with.h"
#include "models/sra.h"

namespace robur {

SearchOutcome exploreSra(const Exploration& exploration) {
  return exploreWith<Sra>(exploration);
}

}  // namespace robur
