#include "check/explore.h"

namespace robur {

SearchOutcome explore(ModelName model, const Exploration& exploration) {
  switch (model) {
    case ModelName::Sc:
      return exploreSc(exploration);
    case ModelName::Tso:
      return exploreTso(exploration);
    case ModelName::Pso:
      return explorePso(exploration);
    case ModelName::Sra:
      return exploreSra(exploration);
    case ModelName::Ra:
      return exploreRa(exploration);
    case ModelName::Rc20:
      return exploreRc20(exploration);
    case ModelName::Rc11:
      return exploreRc11(exploration);
  }
  return exploreSc(exploration);
}

}  // namespace robur
