// Names of run's findings, as in JSON and SARIF.
#include "result/run_result.h"

namespace robur {

bool isVerified(const RunResult& result) {
  return result.exhausted && result.exhausted->complete && result.exhausted->reasons.empty() &&
         result.findings.empty() && result.failure.empty() && !result.interrupted;
}

const char* spelling(RunFinding::Kind kind) {
  return kind == RunFinding::Kind::Race ? "race" : "robustness";
}

}  // namespace robur
