// Reports that the user does not want to see (suppressions=PATH).
#pragma once

#include "runtime/report/findings.h"
#include "runtime/text/text.h"

namespace robur::runtime {

// Whether the report contains the word of a line "kind:word" of the suppression file.
bool isSuppressed(Text& report, ReportKind kind);

}  // namespace robur::runtime
