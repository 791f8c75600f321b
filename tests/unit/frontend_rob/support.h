// What the tests of this frontend share: parsing with a readable failure, and a listing of
// the IR that fits into an expectation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/rob/parse_rob.h"

namespace robur::testing {

// Sanitizers make everything some twenty times slower; the long tests do less under them.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// The program, or a failure of the test that shows the diagnostics, and an empty program.
Program parsed(std::string_view text);

// All diagnostics as they appear on a terminal; the file is called "t.rob". The text must
// be wrong.
std::string complaints(std::string_view text);

// Registers and instructions of every thread. The target of an instruction is shown if it
// is not the next one:
//
//   thread a
//     local i32 r
//     0 r = x.load(acq)
//     1 if (r == 0) -> 0, 2
//     2 return
std::string listing(const Program& program);
std::string lowered(std::string_view text);

std::string readFile(const std::string& path);
// Every file below the directory whose name ends so, sorted; none if there is no directory.
std::vector<std::string> filesBelow(const std::string& directory, std::string_view ending);

}  // namespace robur::testing
