// What a result means for whoever asked: the property holds, it is violated, or it is not known.
// The exit code of a subcommand and the verdicts of test reports follow it.
#pragma once

#include <cstdint>

#include "result/check_result.h"
#include "result/prove_result.h"
#include "result/repair_result.h"
#include "result/run_result.h"
#include "result/verify_result.h"

namespace robur {

enum class Decision : std::uint8_t { Holds, Violated, Unknown };

// With `acceptHarmless`, a violation of robustness that leads to nothing is none.
Decision decisionOf(const Result& result, bool acceptHarmless);
Decision decisionOf(const Verification& verification);
Decision decisionOf(const RepairResult& result);
Decision decisionOf(const ProofResult& result);
// An exhaustive exploration that found nothing and proves nothing decides nothing, unless
// `allowBounded`.
Decision decisionOf(const RunResult& result, bool allowBounded);

// Is every finding, if there is one, a violation of robustness?
bool onlyRobustnessIn(const Result& result);

}  // namespace robur
