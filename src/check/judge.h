// The judge: no violation is shown before src/graph has agreed to it.
//
// The run that leads to a suspect is rebuilt as an execution graph, the suspect access is
// added in every way that SC would not, and the axioms decide. The judge also tells false
// alarms of coarse value classes from real violations, and thereby drives refinement.
#pragma once

#include <optional>
#include <vector>

#include "explore/search.h"
#include "program/model_name.h"
#include "result/finding.h"
#include "semantics/machine.h"

namespace robur {

// The graph that an SC run makes under the model.
ExecutionGraph graphOf(const Program& program, ModelName model, const std::vector<RunStep>& run);

struct Judgement {
  enum class Kind : std::uint8_t {
    Real,        // allowed by the model, forbidden by SC; see witness
    Sequential,  // RC20: would be real, were it not for the order of seq_cst accesses
    Coarse,      // no stale write has a value that the access can take
  };
  Kind kind = Kind::Coarse;
  Witness witness;
  std::vector<std::int64_t> staleValues;  // Coarse: what the cell's older writes hold
};

Judgement judgeStale(const Machine& machine, ModelName model, const Suspect& suspect);

// The same for a load that the run has made at its step `at`, had it been made otherwise.
Judgement judgeLoad(const Machine& machine, ModelName model, const std::vector<RunStep>& run,
                    std::size_t at);

// The witness of a race; throws InternalError if the axioms see none.
Witness judgeRace(const Machine& machine, ModelName model, const Suspect& suspect);

// The run of a fault, as a graph.
Witness witnessOfRun(const Program& program, ModelName model, const std::vector<RunStep>& run);

}  // namespace robur
