// The final states of a litmus test in the form in which herd prints them.
#pragma once

#include <string>

#include "result/verify_result.h"

namespace robur {

// How many executions end so that the claim of the condition holds, and how many do not.
struct Witnesses {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
};
Witnesses witnessesOf(const Verification& verification);

// Is the condition fulfilled: does something exist, does nothing, or do all?
bool isFulfilled(const Verification& verification);

// From "Test SB Allowed" to "Observation SB Sometimes 1 3". All executions are known.
std::string herdText(const Verification& verification);

}  // namespace robur
