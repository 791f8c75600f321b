// The verdict that follows from the findings and from how the search ended.
#include <fmt/format.h>

#include <algorithm>

#include "check/checker.h"
#include "check/unsupported.h"

namespace robur {

namespace {

std::string reasonOf(SearchOutcome::End end, const CheckOptions& options) {
  const Limits& limits = options.limits;
  switch (end) {
    case SearchOutcome::End::States:
      return limits.maxStates > 0
                 ? fmt::format("the limit of {} {} was reached", limits.maxStates,
                               options.engine == CheckEngine::Graphs ? "graphs" : "states")
                 : "there are more states than can be numbered";
    case SearchOutcome::End::Memory:
      return limits.maxBytes > 0 ? fmt::format("the limit of {} bytes was reached", limits.maxBytes)
                                 : "the memory of this machine is nearly used up";
    case SearchOutcome::End::Time:
      return fmt::format("the time limit of {} s was reached", limits.seconds);
    case SearchOutcome::End::Interrupted:
      return "interrupted";
    case SearchOutcome::End::Abandoned:
      return "abandoned";
    case SearchOutcome::End::Stopped:
      return "stopped";
    case SearchOutcome::End::Complete:
      break;
  }
  return {};
}

bool isLimit(SearchOutcome::End end) {
  using End = SearchOutcome::End;
  return end == End::States || end == End::Memory || end == End::Time;
}

}  // namespace

void Checker::conclude(const SearchOutcome& outcome) {
  result.everyFinding = options.everyFinding;
  if (options.everyFinding) {
    result.unexamined = every.unexamined();
    result.searchEnded = outcome.end == SearchOutcome::End::Complete;
    result.incomplete = whyIncomplete(outcome);
  }
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.property < b.property; });
  const Finding* unsupported = firstUnsupported(result);
  if (has(Property::Robustness) || has(Property::Race)) {
    result.verdict = Verdict::NotRobust;
  } else if (unsupported != nullptr) {
    unknown(unsupportedWords(program, *unsupported));
  } else if (outcome.end != SearchOutcome::End::Complete) {
    unknown(reasonOf(outcome.end, options), isLimit(outcome.end));
  } else if (!cut.empty()) {
    unknown(cut);
  } else if (dismissed > 0 && !fragment.onlyScAccesses) {
    unknown(
        "seq_cst accesses are not part of RC20: robust if they were stronger, not robust if "
        "they were acquire/release, and no violation found that respects their order; ask for "
        "rc11");
  } else if (!info.isReference() && runsAreOpen) {
    unknown("what follows an error is not defined, so correct that first");
  } else {
    result.verdict = Verdict::Robust;
    if (dismissed > 0) {
      result.argument = "every atomic access is seq_cst and there is no data race";
    }
  }
}

bool Checker::has(Property property) const {
  return std::ranges::any_of(result.findings,
                             [&](const Finding& f) { return f.property == property; });
}

std::string Checker::whyIncomplete(const SearchOutcome& outcome) const {
  if (outcome.end != SearchOutcome::End::Complete) return reasonOf(outcome.end, options);
  if (dismissed > 0 && !fragment.onlyScAccesses) {
    return "violations that the order of seq_cst accesses excludes can hide others under RC20";
  }
  if (observed != nullptr) return "of the loads whose stale values meet in one use, one is shown";
  if (runsAreOpen) return "what follows an error is not defined, so correct that first";
  if (has(Property::Race)) return "what follows a data race is not defined, so correct that first";
  return {};
}

void Checker::unknown(std::string reason, bool limitReached) {
  result.verdict = Verdict::Unknown;
  result.reason = std::move(reason);
  result.limitReached = limitReached;
}

}  // namespace robur
