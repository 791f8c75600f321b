#include "check/check_by_outline.h"

#include <chrono>

#include "program/outline.h"

namespace robur {

namespace {

class Stages {
 public:
  Stages(ModelName model, const CheckOptions& options, const OutlineBudget& budget)
      : model(model), options(options), budget(budget) {}

  Result run(const Program& program) {
    Result first = check(program, model, within(budget.first));
    if (!cutShort(first)) return first;
    for (const Program& outline : outlinesOf(program)) {
      CheckOptions asked = within(budget.outline);
      asked.onViolation = nullptr;  // it need not be one of the program
      Result result = check(outline, model, asked);
      if (result.verdict == Verdict::Robust) return result;
    }
    return check(program, model, within(options.limits.maxStates));
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool mayExceed(std::uint64_t states) const {
    return options.limits.maxStates == 0 || options.limits.maxStates > states;
  }

  // Was it our limit that ended it? If it was one of the user's as well, what comes next ends at
  // once.
  bool cutShort(const Result& result) const {
    return result.verdict == Verdict::Unknown && result.statistics.states > budget.first;
  }

  CheckOptions within(std::uint64_t states) const {
    CheckOptions out = options;
    out.exactLoops = true;
    if (mayExceed(states)) out.limits.maxStates = states;
    out.limits.spent += std::chrono::duration<double>(Clock::now() - started).count();
    return out;
  }

  ModelName model;
  const CheckOptions& options;
  const OutlineBudget& budget;
  Clock::time_point started = Clock::now();
};

}  // namespace

Result checkByOutline(const Program& program, ModelName model, const CheckOptions& options,
                      const OutlineBudget& budget) {
  return Stages(model, options, budget).run(program);
}

}  // namespace robur
