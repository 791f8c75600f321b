// Text from a user's program, made safe for a page, and the few pieces of markup that all parts of
// the page share. Nothing but `escaped` and `island` may put such text into the page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/model_name.h"
#include "report/json_parts.h"

namespace robur::report_html {

// For text and for attributes in double quotes. Bytes that are not UTF-8 and control characters
// become question marks.
std::string escaped(std::string_view text);

// The same for our own sentences: what stands in `backticks` is code.
std::string prose(std::string_view text);

// JSON for a script element: nothing in it can end the element.
std::string island(const Json& json);

// "TSO, SRA and RA"
std::string titlesOf(const std::vector<ModelName>& models);

// "lock.h:12", or "line 12" if the program is one file.
std::string placeText(const Program& program, const Span& span);

// The number of an access in the narration, as a disc; nothing for 0.
std::string disc(unsigned number);

}  // namespace robur::report_html
