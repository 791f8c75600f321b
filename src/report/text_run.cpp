// The text of run's results: the runtime's report of each finding, how often it was seen and how to
// repeat it, then one line about the whole campaign.
#include <fmt/format.h>

#include "report/text_events.h"
#include "report/words.h"

namespace robur {

namespace {

// The last line of an exhaustive exploration: what was found, in how many executions, and why that
// is no proof if it is not.
std::string exhaustedText(const RunResult& result, const Exhausted& all) {
  const bool violated = !result.findings.empty() || !result.failure.empty();
  std::string text = fmt::format("{}: ", fmt::join(result.command, " "));
  if (isVerified(result)) {
    text += fmt::format("verified for {}: ", all.model);
  } else if (!violated) {
    text += "NOT verified: nothing found in ";
  } else if (result.findings.empty()) {
    text += "failed, nothing else found in ";
  } else {
    text += countText(result.findings.size(), "finding") + " in ";
  }
  text += countText(all.executions, "execution");
  if (all.complete) text += ", all that there are";
  if (all.magnitude > 0) text += fmt::format(", of some 10^{}", all.magnitude);
  if (all.cut > 0) {
    text += fmt::format(" ({} of them cut at a round of a loop that changes nothing)",
                        countText(all.cut));
  }
  if (isVerified(result)) {
    text += "; no violation, no race, no failure";
    if (!all.assumptions.empty()) {
      text += fmt::format(", if {}", fmt::join(all.assumptions, ", and if "));
    }
  } else {
    for (const std::string& reason : all.reasons) text += "; " + reason;
  }
  if (result.interrupted) text += "; interrupted";
  return text + "\n";
}

}  // namespace

std::string runText(const RunResult& result) {
  std::string text;
  for (const RunFinding& finding : result.findings) {
    text += finding.text;
    text += result.repeated ? fmt::format("seen in {} of {}; first with {}\n\n", finding.runs,
                                          countText(result.runs, "run"), finding.schedule)
                            : fmt::format("first seen with {}\n\n", finding.schedule);
  }
  if (!result.failure.empty()) {
    text += fmt::format("the program {} with {}; its output was:\n{}\n", result.failure,
                        result.failedSchedule, result.failedOutput);
  }
  if (result.exhausted) return text + exhaustedText(result, *result.exhausted);
  text += fmt::format(
      "{}: {} in {}", fmt::join(result.command, " "),
      result.findings.empty() ? "nothing found" : countText(result.findings.size(), "finding"),
      countText(result.runs, "run"));
  if (!result.remark.empty()) text += fmt::format(" ({})", result.remark);
  if (result.interrupted) text += ", interrupted";
  return text + "\n";
}

}  // namespace robur
