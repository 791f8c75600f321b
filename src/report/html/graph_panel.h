// The execution graph of a violation as SVG: one column per thread, in which program order runs
// downwards, initial values on top, the cycle thick.
//
// Boxes cover edges, so an edge that passes a thread does not make its text unreadable. A large
// graph shows the events of the narration and the writes that they read from; a dotted po edge says
// how many were left out.
#pragma once

#include <string>

#include "report/html/view.h"

namespace robur::report_html {

std::string graphPanel(const View& view);

}  // namespace robur::report_html
