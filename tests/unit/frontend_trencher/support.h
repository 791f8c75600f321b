#pragma once

#include <string>
#include <string_view>

#include "frontend/trencher/parse_trencher.h"

namespace robur::testing {

Program parsedTrencher(std::string_view text);
// The listing of a program that must be right.
std::string loweredTrencher(std::string_view text);
// The instructions of a thread that begins in state q0, beside one that counts in the
// cells 0..2, so that nothing is known about them. Transitions are written one per line as
// "q0 q1 read r 0".
std::string threadTrencher(std::string_view transitions);
// What the user sees: errors, or warnings of a program that is right.
std::string diagnosticsTrencher(std::string_view text);
// The whole text of such a thread, alone.
std::string inThread(std::string_view transitions);

}  // namespace robur::testing
