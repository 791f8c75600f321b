// Safety under a memory model: can a bad state be reached, whether the program is robust or not?
//
// Bad states are failing assertions and other faults, data races on plain memory and threads that
// wait forever or, with --reach, the states that a formula describes. Five engines are tried, the
// cheapest first: a search under SC (a violation there is one under every model), robustness (a
// robust program reaches no more states than under SC), backward coverability over potentials,
// which knows SRA and RA, or over load buffers, which knows TSO, and the enumeration of execution
// graphs, which knows every model but
// needs runs that end. The result of each is recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/check.h"
#include "result/verify_result.h"
#include "verify/observables.h"
#include "verify/reach.h"

namespace robur::verify {

struct VerifyOptions {
  CheckOptions check;  // limits, workers, interrupt flag
  Engine engine = Engine::All;
  std::optional<Reach> reach;  // instead of assertions, faults, races and hangs
  bool hangs = true;           // a thread that waits forever is an error
  std::uint32_t unroll = 0;    // rounds of each loop that graphs follow; 0: no limit
  // All final states, by graphs alone; a state in which no SC run ends is an error.
  std::optional<Observables> outcomes;
  // With `outcomes`, which must be what it observes: the claim of a litmus test decides instead.
  std::optional<FinalCondition> condition;
};

Verification verify(const Program& program, ModelName model, const VerifyOptions& options);

}  // namespace robur::verify
