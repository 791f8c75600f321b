// Which property a fault of the machine breaks.
#pragma once

#include "report/result.h"
#include "semantics/machine.h"

namespace robur {

Property propertyOf(Fault fault);

}  // namespace robur
