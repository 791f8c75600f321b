// When verify gives up, and the reason that it reports: a limit given by the user, or an interrupt.
#pragma once

#include <chrono>
#include <string>

#include <fmt/format.h>

#include "check/check.h"
#include "explore/search.h"
#include "verify/question.h"

namespace robur::verify {

class StopCondition {
 public:
  explicit StopCondition(const CheckOptions& options) : options(options) {}

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started).count(); }
  bool over() const { return interrupted() || late(); }

  std::string why() const { return late() ? limit("--timeout") : "interrupted"; }

  // The question itself may be too large; otherwise a limit was reached or the user interrupted.
  std::string why(const Answer& answer) const {
    if (!answer.coverage.limit.empty()) return limit(answer.coverage.limit);
    return answer.reason.empty() ? why() : answer.reason;
  }

  // Of a search under SC; without a limit given by the user it has one of its own.
  std::string why(SearchOutcome::End end) const {
    using End = SearchOutcome::End;
    if (end == End::Interrupted) return "interrupted";
    if (end == End::Time) return limit("--timeout");
    if (end == End::Memory) return limit("--max-memory");
    if (options.limits.maxStates != 0) return limit("--max-states");
    return "the search under SC is incomplete";
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::string limit(std::string_view option) {
    return fmt::format("the limit of {} was reached", option);
  }
  bool interrupted() const { return options.interrupted != nullptr && *options.interrupted; }
  bool late() const { return options.limits.seconds > 0 && elapsed() > options.limits.seconds; }

  const CheckOptions& options;
  const Clock::time_point started = Clock::now();
};

}  // namespace robur::verify
