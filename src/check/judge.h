// The judge: no violation is reported unless the axioms of src/graph confirm it.
//
// The run that leads to a suspect is rebuilt as an execution graph, the suspect access is added in
// every way that SC forbids, and the axioms decide. The judge also distinguishes false alarms of
// coarse value classes from real violations, and thereby drives refinement.
#pragma once

#include <optional>
#include <vector>

#include "explore/search.h"
#include "program/model_name.h"
#include "result/finding.h"
#include "semantics/machine.h"

namespace robur {

struct Judgement {
  enum class Kind : std::uint8_t {
    Real,        // allowed by the model, forbidden by SC; see witnesses
    Sequential,  // RC20: only the order of seq_cst accesses forbids it
    Coarse,      // no stale write has a value that the access can take
  };
  Kind kind = Kind::Coarse;
  std::vector<Witness> witnesses;         // Real: one, or one for each write that it may read
  std::vector<std::int64_t> staleValues;  // Coarse: values of the cell's older writes
};

// `every`: with all witnesses that the run has, not only one.
Judgement judgeStale(const Machine& machine, ModelName model, const Suspect& suspect,
                     bool every = false);

// The same for the load at step `at` of the run, had it read an older write.
Judgement judgeLoad(const Machine& machine, ModelName model, const std::vector<RunStep>& run,
                    std::size_t at, bool every = false);

// The witness of a race, or those of all races of the access in the run. If the access is in none,
// an earlier race of the run; throws InternalError if there is none by the axioms.
std::vector<Witness> judgeRace(const Machine& machine, ModelName model, const Suspect& suspect,
                               bool every = false);

// The run of a fault, as a graph.
Witness witnessOfRun(const Program& program, ModelName model, const std::vector<RunStep>& run);

}  // namespace robur
