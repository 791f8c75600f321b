#include "run/findings.h"

#include <algorithm>
#include <set>

namespace robur::run {

namespace {

// The conflicting access may be in several functions, for example in instances of a template; they
// count as one.
bool isSame(const CodeLocation& a, const CodeLocation& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

// A replayed schedule already has its choices.
std::string withChoices(const std::string& schedule, const std::string& choices) {
  const bool hasChoices = schedule.find(":choices=") != std::string::npos;
  return choices.empty() || hasChoices ? schedule : schedule + ":choices=" + choices;
}

}  // namespace

std::size_t Findings::add(const RunRecords& run, const std::string& schedule) {
  steps_ = std::max(steps_, run.steps.value_or(0));
  std::size_t fresh = 0;
  std::set<std::size_t> seen;  // in this run
  for (const ReportRecord& report : run.reports) {
    const auto same = std::ranges::find_if(all_, [&](const RunFinding& f) {
      return f.kind == report.kind && f.location == report.location &&
             isSame(f.other, report.other);
    });
    const auto at = static_cast<std::size_t>(same - all_.begin());
    if (same == all_.end()) {
      all_.push_back({report.kind, report.location, report.other, report.text,
                      withChoices(schedule, report.choices), 0});
      ++fresh;
    }
    if (seen.insert(at).second) ++all_[at].runs;
  }
  return fresh;
}

}  // namespace robur::run
