// The source of a violation, its threads side by side, with the cycle as arrows between the
// accesses.
//
// Program order runs in a gutter left of each thread. Every other edge runs in the channels between
// the threads, so that no arrow covers text; one that has to pass a thread does so below its lines.
// On narrow screens and on paper the threads stand below each other, and the edges between them run
// in a gutter on the left, which is a second picture.
#pragma once

#include <string>

#include "report/html/view.h"
#include "result/alternatives.h"

namespace robur::report_html {

std::string threadsPanel(const View& view, const Alternatives* changes,
                         const std::string& changesId);

}  // namespace robur::report_html
