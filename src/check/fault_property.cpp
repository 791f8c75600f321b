#include "check/fault_property.h"

namespace robur {

Property propertyOf(Fault fault) {
  switch (fault) {
    case Fault::Overflow:
      return Property::Overflow;
    case Fault::Bounds:
      return Property::Bounds;
    case Fault::DivisionByZero:
      return Property::DivisionByZero;
    case Fault::MixedAccess:
      return Property::MixedAccess;
    case Fault::Unsupported:
      return Property::Unsupported;
    case Fault::Assertion:
    case Fault::None:
      break;
  }
  return Property::Assertion;
}

}  // namespace robur
