// Reports that the user does not want to see.
#pragma once

#include "runtime/report/output.h"

namespace robur::runtime {

// Lines of the suppression file that name this kind: is their word in the report?
bool suppressed(Text& report, const char* kind);

}  // namespace robur::runtime
