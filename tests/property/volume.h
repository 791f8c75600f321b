// How many programs random tests look at.
//
// A build with sanitizers also derives every row of the monitors again from its definition, and so
// takes fifty times as long for a program. What it is there to find are bad accesses and undefined
// operations, which do not need as many programs as wrong verdicts do.
#pragma once

#include <cstdint>

namespace robur::testing {

// Every program, or one in eleven: no factor of anything that programs are counted by.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::uint64_t kOneIn = 11;
#else
inline constexpr std::uint64_t kOneIn = 1;
#endif

}  // namespace robur::testing
