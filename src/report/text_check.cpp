// The text of check's results: a diagnostic per finding, notes, one verdict line per model, and a
// table at the end if there were several files.
#include <algorithm>

#include <fmt/format.h>

#include "report/bad_execution_text.h"
#include "report/consequence_words.h"
#include "report/diagnostic_text.h"
#include "report/explain.h"
#include "report/notes.h"
#include "report/run_table.h"
#include "report/statistics_words.h"
#include "report/text_events.h"
#include "report/verdict_line.h"
#include "report/words.h"

namespace robur {

namespace {

// So many diagnostics of one file and model are read; a list of hundreds is not.
constexpr std::size_t kMostShown = 20;

}  // namespace

std::string CheckText::result(const Program& program, const Result& result) {
  const Stopwatch stopwatch;
  if (result.file != file_) {
    file_ = result.file;
    shown_.clear();
    noted_.clear();
  }
  matrix_.add(result);
  std::string out;
  bool repeated = !result.findings.empty();
  std::size_t shown = 0;
  std::size_t left = 0;
  bool consequenceShown = false;
  for (const Finding& finding : result.findings) {
    const Narration narration = narrate(program, result.model, finding);
    if (options_.quiet || !shown_.insert(identityOf(finding, narration)).second) continue;
    repeated = false;
    if (!finding.accepted.empty()) {
      out += acceptedLine(program, finding, narration);
    } else if (shown == kMostShown) {
      ++left;
    } else {
      ++shown;
      const bool first = finding.property == Property::Robustness && !consequenceShown;
      consequenceShown |= first;
      out += diagnostic(program, result, finding, narration, first);
    }
  }
  if (left > 0) {
    out += fmt::format("{} {} not shown; --format json has all of them\n",
                       options_.paint(Tone::Mark, "note:"),
                       countText(left, "more finding") + (left == 1 ? " is" : " are"));
  }
  if (!options_.quiet) {
    out += consequence(program, result);
    out += notes(program, result);
  }
  out += verdictLine(program, result, repeated && !options_.quiet, options_.paint);
  if (options_.stats) out += statisticsText(result.statistics, stopwatch.seconds());
  return out;
}

std::string CheckText::acceptedLine(const Program& program, const Finding& finding,
                                    const Narration& narration) const {
  return fmt::format("{} {} accepted: {} [{}]: {}\n",
                     options_.paint(Tone::Strong, locationText(program, finding.span) + ":"),
                     options_.paint(Tone::Mark, "note:"), narration.headline, narration.kind,
                     finding.accepted);
}

std::string CheckText::diagnostic(const Program& program, const Result& result,
                                  const Finding& finding, const Narration& narration,
                                  bool withConsequence) const {
  DiagnosticText text(program, options_);
  text.headline(severityOf(result, finding), finding, narration);
  if (!narration.cycle.empty()) text.item("cycle", narration.cycle);
  if (!narration.why.empty()) text.item("why", narration.why);
  const std::vector<Step> steps = stepsOf(program, finding, narration);
  if (!steps.empty()) {
    text.item("run", finding.property == Property::Robustness
                         ? "an ordinary interleaving up to its last step"
                         : "an ordinary interleaving that leads there");
    text.rows(runTable(program, steps, options_.explain, options_.paint));
  }
  if (withConsequence && result.consequence) {
    text.item(consequenceTitle(*result.consequence),
              consequenceDetails(program, *result.consequence));
  }
  if (options_.explain) {
    text.item("graph", "events, program order (po), reads-from (rf), modification order (mo)");
    text.rows(graphTable(program, finding, narration, options_.paint));
    if (!result.explanation.empty()) {
      text.item("monitor", "its rows before the last step");
      text.rows(result.explanation);
    }
  }
  return text.take();
}

// The execution in which something bad happens, or that ends as no SC execution does.
std::string CheckText::consequence(const Program& program, const Result& result) {
  if (!result.consequence || !result.consequence->finding) return {};
  const Consequence& c = *result.consequence;
  const bool bad = c.answer == Consequence::Answer::Harmful;
  if (!bad && !options_.explain) return {};
  const Narration narration = narrate(program, result.model, *c.finding);
  if (!shown_.insert(identityOf(*c.finding, narration)).second) return {};
  if (!c.finding->accepted.empty()) return acceptedLine(program, *c.finding, narration);
  const Severity severity = bad ? Severity::Error : Severity::Warning;
  // Where the run leaves SC is not explained twice.
  const bool explained =
      c.departure &&
      shown_.contains(identityOf(*c.departure, narrate(program, result.model, *c.departure)));
  return badExecutionText(
      program, {*c.finding, narration, c.departure, result.model, severity, !explained}, options_);
}

std::string CheckText::notes(const Program& program, const Result& result) {
  std::string out;
  for (const Note& note : notesOn(program, result)) {
    const std::string location = locationText(program, note.span);
    if (!noted_.insert(location + note.text).second) continue;
    out += fmt::format("{} {} {}\n", options_.paint(Tone::Strong, location + ":"),
                       options_.paint(Tone::Mark, "note:"), note.text);
  }
  return out;
}

std::string CheckText::table(const Plan& plan) const {
  if (plan.files.size() < 2 || matrix_.rows() == 0) return {};
  return "\n" + matrix_.render(plan.models, options_.paint);
}

}  // namespace robur
