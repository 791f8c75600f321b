// A proof as a result that can be reported: names, texts and source locations instead of numbers of
// threads and actions.
#pragma once

#include "prove/suggest.h"
#include "result/prove_result.h"

namespace robur::prove {

ProofResult resultOf(const Proof& proof, const std::optional<Suggestions>& suggestions);

}  // namespace robur::prove
