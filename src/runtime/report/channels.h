// The files that reports are written to.
#pragma once

#include "runtime/text/text.h"

namespace robur::runtime {

void print(Text& text);        // to the user: log_path
void writeRecord(Text& line);  // a line of JSON for `robur run`: reports

}  // namespace robur::runtime
