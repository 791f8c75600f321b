// What a proof, or an attempt at one, is told as.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "prove/suggest.h"
#include "report/paint.h"

namespace robur::prove {

struct ProofTextOptions {
  bool quiet = false;  // the verdict line alone
  Paint paint;
};

std::string proofText(const Proof& proof, const std::optional<Suggestions>& suggestions,
                      const ProofTextOptions& options);
nlohmann::ordered_json proofJson(const Proof& proof, const std::optional<Suggestions>& suggestions);

// What has been shown, in a sentence.
std::string meaningOf(const Proof& proof);

}  // namespace robur::prove
