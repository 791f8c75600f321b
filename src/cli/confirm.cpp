#include "cli/confirm.h"

#include "check/check_by_abstraction.h"
#include "program/internal_error.h"
#include "program/simplify.h"
#include "program/transform/spin_loops.h"
#include "verify/verify.h"

namespace robur {

namespace {

// Execution graphs that are enumerated before other engines are asked.
constexpr std::uint64_t kMostGraphsFirst = 1'000'000;

bool isRobust(Program program, ModelName model, const CheckOptions& options) {
  if (!options.exactLoops) blockSpinLoops(program);
  return checkByAbstraction(program, model, options).verdict == Verdict::Robust;
}

// By the engines of `robur verify`: graphs, and all of them if there are too many.
bool isSafe(const Program& program, ModelName model, const CheckOptions& check, bool hangs) {
  verify::VerifyOptions options;
  options.check = check;
  options.hangs = hangs;
  options.engine = Engine::Graphs;
  if (options.check.limits.maxStates == 0) options.check.limits.maxStates = kMostGraphsFirst;
  Safety safety = verify::verify(program, model, options).safety;
  if (safety != Safety::Unknown) return safety == Safety::Safe;
  options.engine = Engine::All;
  options.check = check;
  return verify::verify(program, model, options).safety == Safety::Safe;
}

}  // namespace

bool reachesGoal(const Program& program, ModelName model, const RepairOptions& options,
                 const CheckOptions& check) {
  return options.goal == Goal::Safe ? isSafe(program, model, check, options.hangs)
                                    : isRobust(program, model, check);
}

void confirm(const Editable& program, const std::vector<FileChange>& changes, const Program& proved,
             const RepairOptions& options) {
  const std::optional<Program> changed = program.readWith(changes);
  if (!changed) throw InternalError("the changed program cannot be read");
  const bool same = sameUpToNames(simplified(*changed), simplified(proved));
  if (same && options.goal == Goal::Robust) return;
  for (const ModelName model : options.models) {
    CheckOptions check = options.check;
    check.limits = {};
    if (!reachesGoal(*changed, model, options, check)) {
      throw InternalError("the changed program does not reach the goal, which the draft did");
    }
  }
}

}  // namespace robur
