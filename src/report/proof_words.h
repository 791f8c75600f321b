// What text and JSON say alike about a proof.
#pragma once

#include <string>

#include "result/prove_result.h"

namespace robur {

// What has been shown, in a sentence.
std::string meaningOf(const ProofResult& result);

}  // namespace robur
