// Problems of check and verify: findings with an execution graph.
#include "report/problems.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/call_chain.h"
#include "report/consequence_words.h"
#include "report/run_table.h"
#include "report/verify_words.h"
#include "report/words.h"

namespace robur {

namespace {

// Columns of spans count bytes.
std::uint32_t characterColumn(const Source& source, std::uint32_t line, std::uint32_t column) {
  if (column == 0) return 0;
  const std::string_view text = source.line(line);
  return static_cast<std::uint32_t>(columnsOf(text.substr(0, column - 1)) + 1);
}

std::string accessText(const Program& program, const Remark& remark) {
  std::string text =
      remark.number == 0 ? remark.text : fmt::format("({}) {}", remark.number, remark.text);
  if (!remark.thread.empty()) text = fmt::format("thread {}: {}", remark.thread, text);
  const std::string below = callsBelow(program, remark.frame);
  return below.empty() ? text : fmt::format("{} ({})", text, below);
}

void addRun(const Program& program, const Finding& finding, const Narration& narration,
            Problem& problem) {
  for (const Step& step : stepsOf(program, finding, narration)) {
    std::string text =
        step.effect.empty() ? step.statement : fmt::format("{}: {}", step.statement, step.effect);
    if (step.number != 0) text = fmt::format("({}) {}", step.number, text);
    if (!step.remark.empty()) text += fmt::format("; {}", step.remark);
    problem.run.push_back(
        {step.thread, placeOf(program.sources, step.span), std::move(text), step.number});
  }
}

// Where a run that is not sequentially consistent leaves SC.
void addDeparture(const Program& program, ModelName model, const Finding& finding,
                  const Finding& departure, Problem& problem) {
  const Narration away = narrate(program, model, departure);
  problem.details.push_back(fmt::format("the run leaves SC at {}: {}",
                                        locationText(program, departure.span), away.headline));
  if (!away.cycle.empty()) problem.details.push_back("cycle: " + away.cycle);
  for (const Remark& remark : away.remarks) {
    if (!remark.span.known()) continue;
    problem.accesses.push_back(
        {placeOf(program.sources, remark.span), accessText(program, remark)});
  }
  problem.run.clear();
  addRun(program, finding, away, problem);
}

Problem consequenceProblem(const Program& program, ModelName model, const Consequence& c) {
  const Finding& finding = *c.finding;
  const Severity severity = finding.accepted.empty() ? Severity::Error : Severity::Note;
  Problem problem = problemOf(program, finding, narrate(program, model, finding), severity);
  if (c.departure) addDeparture(program, model, finding, *c.departure, problem);
  return problem;
}

}  // namespace

Place placeOf(const std::vector<Source>& sources, const Span& span) {
  if (span.file >= sources.size()) return {};
  const Source& source = sources[span.file];
  if (!span.known()) return {source.path};
  Place place{source.path, span.line, characterColumn(source, span.line, span.column)};
  const bool ends =
      span.endLine > span.line || (span.endLine == span.line && span.endColumn > span.column);
  if (span.column > 0 && ends && span.endColumn > 0) {
    place.endLine = span.endLine;
    place.endColumn = characterColumn(source, span.endLine, span.endColumn);
  }
  return place;
}

Problem problemOf(const Program& program, const Finding& finding, const Narration& narration,
                  Severity severity) {
  Problem problem;
  problem.severity = severity;
  problem.rule = narration.kind;
  problem.message = narration.headline;
  problem.place = placeOf(program.sources, finding.span);
  problem.thread = threadName(program, finding.thread);
  problem.accepted = finding.accepted;
  problem.acceptedInSource = finding.acceptedInSource;
  problem.identity = narration.kind;
  if (!finding.message.empty()) problem.details.push_back(finding.message);
  if (!narration.cycle.empty()) problem.details.push_back("cycle: " + narration.cycle);
  if (!narration.why.empty()) problem.details.push_back("why: " + narration.why);
  for (const Remark& remark : narration.remarks) {
    problem.identity += fmt::format("\n{}\t{}", remark.thread, sourceText(program, remark.span));
    const bool only = remark.number == 0 && remark.text == finding.message;
    if (!remark.span.known() || only) continue;
    problem.accesses.push_back(
        {placeOf(program.sources, remark.span), accessText(program, remark)});
  }
  addRun(program, finding, narration, problem);
  return problem;
}

Answer answerOf(const Program& program, const Result& result, bool acceptHarmless) {
  Answer answer;
  answer.file = result.file;
  answer.model = spelling(result.model);
  answer.question = fmt::format("robust against {}", titleOf(result.model));
  answer.decision = decisionOf(result, acceptHarmless);
  answer.reason = result.reason.empty() ? result.incomplete : result.reason;
  answer.seconds = result.statistics.seconds;
  for (const Finding& finding : result.findings) {
    const Narration narration = narrate(program, result.model, finding);
    Problem problem = problemOf(program, finding, narration, severityOf(result, finding));
    if (finding.property == Property::Robustness && result.consequence) {
      problem.details.push_back(fmt::format("{}: {}", consequenceTitle(*result.consequence),
                                            consequenceDetails(program, *result.consequence)));
    }
    answer.problems.push_back(std::move(problem));
  }
  const std::optional<Consequence>& c = result.consequence;
  if (c && c->answer == Consequence::Answer::Harmful && c->finding) {
    answer.problems.push_back(consequenceProblem(program, result.model, *c));
  }
  return answer;
}

Answer answerOf(const Program& program, const Verification& v) {
  Answer answer;
  answer.file = v.file;
  answer.model = spelling(v.model);
  answer.question = v.reach.empty()
                        ? fmt::format("safe under {}", titleOf(v.model))
                        : fmt::format("no state with {} under {}", v.reach, titleOf(v.model));
  answer.decision = decisionOf(v);
  answer.reason = v.reason;
  answer.seconds = v.seconds;
  if (!v.finding) return answer;
  Problem problem = problemOf(program, *v.finding, narrate(program, v), Severity::Error);
  if (v.departure) {
    addDeparture(program, v.model, *v.finding, *v.departure, problem);
  } else {
    problem.details.emplace_back("the run is possible under SC: an ordinary bug");
  }
  answer.problems.push_back(std::move(problem));
  return answer;
}

AnswerObserver::AnswerObserver(const ReportOptions& options)
    : acceptHarmless_(options.acceptHarmless), allowBounded_(options.allowBounded) {}

void AnswerObserver::checked(const Program& program, const Result& result) {
  answered(answerOf(program, result, acceptHarmless_));
}

void AnswerObserver::verified(const Program& program, const Verification& verification) {
  answered(answerOf(program, verification));
}

void AnswerObserver::repaired(const Program& program, const RepairResult& result) {
  answered(answerOf(program, result));
}

void AnswerObserver::proved(const ProofResult& result) {
  answered(answerOf(result));
}

void AnswerObserver::ran(const RunResult& result) {
  answered(answerOf(result, allowBounded_));
}

}  // namespace robur
