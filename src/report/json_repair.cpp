// The JSON of repair's and relax's results: one entry per program.
#include "program/print.h"
#include "report/json_events.h"
#include "report/json_parts.h"
#include "report/problems.h"
#include "report/repair_words.h"
#include "report/statistics_words.h"
#include "report/words.h"

namespace robur {

namespace {

const char* kindName(RepairChange::Kind kind) {
  switch (kind) {
    case RepairChange::Kind::FenceBefore:
    case RepairChange::Kind::FenceAfter:
    case RepairChange::Kind::FenceOrder:
      return "fence";
    case RepairChange::Kind::AccessOrder:
    case RepairChange::Kind::FailureOrder:
      return "order";
    case RepairChange::Kind::Locked:
      break;
  }
  return "locked";
}

Json changeJson(const Program& program, const RepairResult& result, const RepairChange& change) {
  Json json;
  addLocation(json, program, change.span);
  if (!result.relaxing) json["severity"] = spelling(Severity::Error);
  json["kind"] = kindName(change.kind);
  json["order"] = spelling(change.order);
  json["cost"] = change.price;
  if (change.prevents) {
    const RepairViolation& prevented = result.violations[*change.prevents];
    json["reason"] = preventedText(program, prevented);
    json["property"] = spelling(prevented.finding.property);
  }
  return json;
}

Json solutionJson(const Program& program, const RepairResult& result,
                  const RepairSolution& solution) {
  Json json;
  json["cost"] = solution.price;
  json["diff"] = diffOf(solution);
  json["changes"] = Json::array();
  for (const RepairChange& change : solution.changes) {
    json["changes"].push_back(changeJson(program, result, change));
  }
  return json;
}

}  // namespace

Json repairJson(const Program& program, const RepairResult& result, const ReportOptions& options) {
  const Stopwatch stopwatch;
  Json json;
  json["file"] = result.file;
  json["models"] = Json::array();
  for (const ModelName model : result.models) json["models"].push_back(spelling(model));
  json["goal"] = result.goal == Goal::Safe ? "safe" : "robust";
  json["outcome"] = outcomeName(result);
  json["checks"] = result.checks;
  json["constraints"] = result.violations.size();
  if (result.outcome == RepairResult::Outcome::Unknown) json["reason"] = result.reason;
  if (result.outcome == RepairResult::Outcome::Impossible && !result.violations.empty()) {
    json["severity"] = spelling(Severity::Error);
    json["remaining"] = remainingText(program, result.violations.back());
    json["remaining_property"] = spelling(result.violations.back().finding.property);
  }
  if (result.robust) json["robust"] = *result.robust;
  for (const std::string& warning : result.warnings) json["warnings"].push_back(warning);
  for (const Span& span : result.untried) {
    Json location;
    addLocation(location, program, span);
    json["untried"].push_back(std::move(location));
  }
  json["solutions"] = Json::array();
  for (const RepairSolution& solution : result.solutions) {
    json["solutions"].push_back(solutionJson(program, result, solution));
  }
  // What is weaker in the first solution, by lines of the program as given.
  if (result.relaxing && result.outcome == RepairResult::Outcome::Changed) {
    for (const Problem::Edit& edit : editsOf(result.solutions.front())) {
      json["weakened"].push_back({{"severity", spelling(Severity::Note)},
                                  {"file", edit.file},
                                  {"line", edit.first},
                                  {"lines", edit.count}});
    }
  }
  if (options.stats) json["stats"] = statisticsJson(result.statistics, stopwatch.seconds());
  return json;
}

}  // namespace robur
