// What all formats say alike about a proof.
#pragma once

#include <string>

#include "result/prove_result.h"

namespace robur {

// What has been shown, in a sentence.
std::string meaningOf(const ProofResult& result);

// "x = 1, t.pc = 3"
std::string stateText(const ProofState& state);

bool isAtomic(const ProofWrite& write);

// What is wrong, in a sentence.
inline constexpr const char* kBadHavocText =
    "this havoc does not cover the access that it replaces";
std::string notAtomicText(const ProofWrite& write);
std::string lostInvariantText(const ProofClaim& claim);
std::string failedClaimText(const ProofClaim& claim);

// About the access of a havoc, and about the step after which a claim may not hold.
std::string badHavocRemark(const BadHavoc& havoc);
std::string breakerRemark(const ProofClaim& claim);

}  // namespace robur
