// Names of run's findings, as in JSON and SARIF.
#include "result/run_result.h"

namespace robur {

const char* spelling(RunFinding::Kind kind) {
  return kind == RunFinding::Kind::Race ? "race" : "robustness";
}

}  // namespace robur
