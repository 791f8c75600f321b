// How many programs random tests check.
//
// A build with sanitizers also recomputes every row of the monitors from its definition, and takes
// fifty times as long for a program. It is there to find bad accesses and undefined behaviour,
// which needs fewer programs than finding wrong verdicts.
#pragma once

namespace robur::testing {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kFewPrograms = true;
#else
inline constexpr bool kFewPrograms = false;
#endif

}  // namespace robur::testing
