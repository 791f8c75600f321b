// The violating run, step by step, with memory beside it: what the cells hold in this run, and what
// they would hold under SC.
#pragma once

#include <string>

#include "report/html/markup.h"
#include "report/html/view.h"

namespace robur::report_html {

struct RunPanel {
  std::string html;
  Json data;  // for page.js, which moves through the run
};

RunPanel runPanel(const View& view);

}  // namespace robur::report_html
