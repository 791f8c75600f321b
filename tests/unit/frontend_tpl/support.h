#pragma once

#include <string>
#include <string_view>

#include "frontend/tpl/parse_tpl.h"

namespace robur::testing {

// The program, which must be right.
Program parsedTpl(std::string_view text);
// Its listing.
std::string loweredTpl(std::string_view text);
// The listing of a thread with the registers r and s, over global x, y; na d.
std::string bodyTpl(std::string_view statements);
// What the user sees for a program that must be wrong.
std::string errorsTpl(std::string_view text);
// The same for one statement in such a thread, first line and help only.
std::string errorIn(std::string_view statement);

}  // namespace robur::testing
