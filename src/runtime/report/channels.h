// Where reports go.
#pragma once

#include "runtime/report/output.h"

namespace robur::runtime {

void print(Text& text);           // to the user: log_path
void writeForOthers(Text& line);  // a line of JSON for `robur run`: reports

}  // namespace robur::runtime
