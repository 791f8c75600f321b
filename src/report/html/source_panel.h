// The whole source, with the accesses of all violations lit. For a program without violations the
// links to the changes that were tried stand in the list of changes alone.
#pragma once

#include <string>
#include <vector>

#include "report/html/view.h"

namespace robur::report_html {

std::string sourcePanel(const Program& program, const std::vector<View>& views);

}  // namespace robur::report_html
