#include "check/check_by_abstraction.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "program/internal_error.h"
#include "program/transform/data_abstraction.h"

namespace robur {

namespace {

class ByAbstraction {
 public:
  ByAbstraction(const Program& program, ModelName model, const CheckOptions& options)
      : program(program), model(model), options(options) {}

  Result run() {
    CheckOptions asked = options;
    asked.exactLoops = true;
    asked.onPause = [this](double seconds) { return pause(seconds); };
    asked.onViolation = [this](const Finding& finding) {
      violated = true;
      return !options.onViolation || options.onViolation(finding);
    };
    Result result = check(program, model, asked);
    if (!robustAbstraction) return result;
    if (result.verdict == Verdict::NotRobust) {
      throw InternalError("the abstraction is robust and the program is not");
    }
    return std::move(*robustAbstraction);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kPatience = 0.2;  // seconds; there is no pause before
  static constexpr double kGrowth = 4;
  static constexpr double kShort = 2;  // seconds, after which a user is waiting anyway
  static constexpr double kShareOfShort = 0.125;

  // Between batches of the program's exploration, after so many seconds. Returns whether to go on
  // with it.
  bool pause(double seconds) {
    if (options.onPause && !options.onPause(seconds)) return false;
    const double spent = seconds - inAbstractions;  // on the program
    if (robustAbstraction || violated || spent < patience) return !robustAbstraction;
    patience = kGrowth * spent;
    const Clock::time_point begin = Clock::now();
    tryAbstractions(spent < kShort ? kShareOfShort * spent : spent,
                    options.limits.seconds - seconds);
    inAbstractions += std::chrono::duration<double>(Clock::now() - begin).count();
    return !robustAbstraction;
  }

  // `seconds` for all of them, `left` if there is a limit.
  void tryAbstractions(double seconds, double left) {
    if (options.limits.seconds > 0) seconds = std::min(seconds, left);
    const double end = secondsNow() + seconds;
    if (!abstractions) abstractions = abstractionsOf(program);
    while (!abstractions->empty() && secondsNow() < end) {
      CheckOptions asked = options;
      asked.exactLoops = true;
      asked.onViolation = nullptr;  // it need not be one of the program
      asked.progress = nullptr;
      asked.onPause = nullptr;
      asked.limits.seconds = std::max(1e-9, end - secondsNow());
      asked.limits.spent = 0;
      Result result = check(abstractions->front(), model, asked);
      if (result.verdict == Verdict::Robust) {
        robustAbstraction = std::move(result);
        return;
      }
      if (result.verdict == Verdict::Unknown && secondsNow() >= end) return;  // until next time
      abstractions->erase(abstractions->begin());
    }
  }

  double secondsNow() const {
    return std::chrono::duration<double>(Clock::now() - started).count();
  }

  const Program& program;
  ModelName model;
  const CheckOptions& options;
  const Clock::time_point started = Clock::now();
  std::optional<std::vector<Program>> abstractions;  // those that have not been decided
  double patience = kPatience;
  double inAbstractions = 0;  // seconds
  bool violated = false;
  std::optional<Result> robustAbstraction;
};

}  // namespace

Result checkByAbstraction(const Program& program, ModelName model, const CheckOptions& options) {
  if (hasAnyNumber(program)) return check(program, model, options);
  return ByAbstraction(program, model, options).run();
}

}  // namespace robur
