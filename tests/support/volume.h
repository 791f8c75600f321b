// How many programs random tests look at.
//
// A build with sanitizers also derives every row of the monitors again from its definition, and so
// takes fifty times as long for a program. What it is there to find are bad accesses and undefined
// operations, which do not need as many programs as wrong verdicts do.
#pragma once

namespace robur::testing {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kFewPrograms = true;
#else
inline constexpr bool kFewPrograms = false;
#endif

}  // namespace robur::testing
