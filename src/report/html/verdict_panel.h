// The answer: what a program is, in a sentence per group of models with the same answer, and a
// table with the whole verdict under each model.
#pragma once

#include <string>
#include <vector>

#include "report/html/view.h"

namespace robur::report_html {

// "not robust against TSO and RA" and the like, for the title of the page.
std::string verdictTitle(const std::vector<Judged>& verdicts);

std::string verdictPanel(const std::vector<Judged>& verdicts);
std::string modelsPanel(const std::vector<Judged>& verdicts, const Views& views);

}  // namespace robur::report_html
