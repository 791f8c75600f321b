// The execution graph of a violation as SVG: one column per thread, in which program order runs
// downwards, the cycle thick. An initial value stands above the first thread that reads it.
//
// Edges between threads are curves between them; edges within a thread run in lanes on its left.
// Boxes cover edges, so an edge that passes a thread does not make its text unreadable.
#pragma once

#include <string>

#include "report/html/view.h"

namespace robur::report_html {

std::string graphPanel(const View& view);

}  // namespace robur::report_html
