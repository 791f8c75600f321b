// What a violation of robustness leads to: does it matter that the program is not robust?
//
// Every execution under the model is enumerated, within a budget, and compared with those that are
// sequentially consistent: something bad may happen (harmful), a run may end as no SC run does
// (different), or neither (harmless). If not everything could be enumerated and nothing bad was
// found, the answer is unknown.
#pragma once

#include <atomic>

#include "program/model_name.h"
#include "program/program.h"
#include "result/consequence.h"
#include "result/final_states.h"
#include "verify/observables.h"

namespace robur::verify {

struct ConsequenceOptions {
  Observables observables;
  std::string observed;  // the observables in words, for reports
  double seconds = 2;    // 0: no limit
  unsigned workers = 1;
  bool exactLoops = false;  // spin loops are not treated as waits
  const std::atomic<bool>* interrupted = nullptr;
};

// The program is not robust against the model.
Consequence consequenceOf(const Program& program, ModelName model,
                          const ConsequenceOptions& options);

// The shortest conjunction, found by leaving out one value after the other, that the state meets
// and no state of SC does: "t1.r == 0 && t2.r == 0".
std::string newIn(const Program& program, const FinalStates& states,
                  const FinalStates::State& state);

}  // namespace robur::verify
