// The changes that were tried, each with its verdicts and its diff, and the cheapest repair.
#pragma once

#include <string>

#include "result/alternatives.h"

namespace robur::report_html {

// `id` is the beginning of the ids of the changes in the page.
std::string changesPanel(const Alternatives& changes, const std::string& id);
std::string repairPanel(const RepairResult& repair, const Program& program);

// A text that can be copied by a button. `lines` are HTML.
std::string copyable(const std::string& lines, const char* what);

}  // namespace robur::report_html
