// The text of run's results: the runtime's report of each finding, how often it was seen and how to
// repeat it, then one line about the whole campaign.
#include <fmt/format.h>

#include "report/text_events.h"
#include "report/words.h"

namespace robur {

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
  text += fmt::format(
      "{}: {} in {}", fmt::join(result.command, " "),
      result.findings.empty() ? "nothing found" : countText(result.findings.size(), "finding"),
      countText(result.runs, "run"));
  if (!result.remark.empty()) text += fmt::format(" ({})", result.remark);
  if (result.interrupted) text += ", interrupted";
  return text + "\n";
}

}  // namespace robur
