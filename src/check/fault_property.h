// Which property a fault of the machine breaks.
#pragma once

#include "result/finding.h"
#include "semantics/machine.h"

namespace robur {

Property propertyOf(Fault fault);

}  // namespace robur
