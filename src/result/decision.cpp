#include "result/decision.h"

#include <algorithm>

namespace robur {

namespace {

bool isAccepted(const Finding& finding) {
  return !finding.accepted.empty();
}

bool isViolation(const Finding& finding) {
  return finding.property != Property::Unsupported;
}

// Is the only finding a violation of robustness that leads to nothing?
bool isHarmless(const Result& result) {
  return result.consequence && result.consequence->answer == Consequence::Answer::Harmless &&
         onlyRobustnessIn(result);
}

// What happens under the model and is wrong is an error even if the violation is accepted.
bool isHarmful(const Result& result) {
  const std::optional<Consequence>& c = result.consequence;
  return c && c->answer == Consequence::Answer::Harmful && c->finding && !isAccepted(*c->finding);
}

}  // namespace

bool onlyRobustnessIn(const Result& result) {
  return std::ranges::all_of(result.findings, [](const Finding& finding) {
    return finding.property == Property::Robustness;
  });
}

Decision decisionOf(const Result& result, bool acceptHarmless) {
  if (acceptHarmless && isHarmless(result)) return Decision::Holds;
  const bool violated = std::ranges::any_of(result.findings, isViolation);
  if (violated && std::ranges::all_of(result.findings, isAccepted)) {
    if (isHarmful(result)) return Decision::Violated;
    return result.searchEnded ? Decision::Holds : Decision::Unknown;
  }
  if (result.verdict == Verdict::NotRobust || violated) return Decision::Violated;
  return result.verdict == Verdict::Unknown ? Decision::Unknown : Decision::Holds;
}

Decision decisionOf(const Verification& verification) {
  switch (verification.safety) {
    case Safety::Safe:
      return Decision::Holds;
    case Safety::Unsafe:
      return Decision::Violated;
    case Safety::Unknown:
      break;
  }
  return Decision::Unknown;
}

Decision decisionOf(const RepairResult& result) {
  switch (result.outcome) {
    case RepairResult::Outcome::Changed:
    case RepairResult::Outcome::Unchanged:
      return Decision::Holds;
    case RepairResult::Outcome::Impossible:
      return Decision::Violated;
    case RepairResult::Outcome::Unknown:
      break;
  }
  return Decision::Unknown;
}

// A proof that fails refutes nothing.
Decision decisionOf(const ProofResult& result) {
  return result.proved() ? Decision::Holds : Decision::Unknown;
}

Decision decisionOf(const RunResult& result, bool allowBounded) {
  if (!result.findings.empty() || !result.failure.empty()) return Decision::Violated;
  if (result.interrupted) return Decision::Unknown;
  const bool open = result.exhausted && !isVerified(result);
  return open && !allowBounded ? Decision::Unknown : Decision::Holds;
}

}  // namespace robur
