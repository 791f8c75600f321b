// The style sheet and the script of the page, page.css and page.js, as CMake has embedded them.
#pragma once

#include <string_view>

namespace robur::report_html {

extern const std::string_view kStyle;
extern const std::string_view kScript;

}  // namespace robur::report_html
