// The JSON of check's results: one entry per file and model with the property `robustness`,
// followed by one entry per further finding.
#include "report/call_chain.h"
#include "report/json_events.h"
#include "report/json_parts.h"
#include "report/narrate.h"
#include "report/notes.h"
#include "report/statistics_words.h"
#include "report/words.h"

namespace robur {

namespace {

Json cycleOf(const Program& program, const Finding& finding, const Narration& narration) {
  Json cycle = Json::array();
  const Witness& witness = finding.witness;
  for (const Remark& remark : narration.remarks) {
    if (remark.number == 0 || raw(remark.event) >= witness.graph.size()) continue;
    Json stop;
    stop["number"] = remark.number;
    if (!remark.thread.empty()) stop["thread"] = remark.thread;
    addLocation(stop, program, remark.span);
    addCalls(stop, program, remark.frame);
    const Event& event = witness.graph[remark.event];
    if (!event.init) stop["statement"] = statementText(program, event.thread, event.pc);
    addAccess(stop, program, event);
    for (const CycleEdge& edge : witness.cycle) {
      if (edge.from != remark.event) continue;
      stop["edge"] = spelling(edge.kind);
      stop["to"] = narration.numberOf(edge.to);
    }
    stop["text"] = remark.text;
    cycle.push_back(std::move(stop));
  }
  return cycle;
}

Json violationOf(const Program& program, ModelName model, const Finding& finding) {
  const Narration narration = narrate(program, model, finding);
  Json json;
  json["thread"] = threadName(program, finding.thread);
  addLocation(json, program, finding.span);
  if (spanOf(program, finding.thread, finding.pc) == finding.span) {
    addCalls(json, program, frameOf(program, finding.thread, finding.pc));
  }
  json["kind"] = narration.kind;
  json["message"] = narration.headline;
  if (!finding.message.empty()) json["detail"] = finding.message;
  if (!narration.why.empty()) json["why"] = narration.why;
  json["cycle"] = cycleOf(program, finding, narration);
  json["run"] = runSteps(program, finding, narration);
  if (!finding.accepted.empty()) json["accepted"] = finding.accepted;
  return json;
}

Json consequenceOf(const Program& program, ModelName model, const Consequence& c) {
  Json json;
  json["answer"] = spelling(c.answer);
  json["complete"] = c.complete;
  json["reason"] = c.reason.empty() ? Json() : Json(c.reason);
  json["graphs"] = c.graphs;
  json["not_sc"] = c.notSc;
  json["unfair"] = c.unfair;
  json["dropped"] = c.dropped;
  json["outcomes"] = c.outcomes;
  json["sc_outcomes"] = c.scOutcomes;
  json["seconds"] = c.seconds;
  if (c.property != Consequence::Bad::Nothing) json["property"] = spelling(c.property);
  if (!c.outcome.empty()) json["outcome"] = c.outcome;
  if (!c.details.empty()) json["details"] = c.details;
  addLocation(json, program, c.place);
  if (c.finding) {
    const Narration away = narrate(program, model, c.departure ? *c.departure : *c.finding);
    json["thread"] = threadName(program, c.finding->thread);
    json["message"] = narrate(program, model, *c.finding).headline;
    if (c.answer == Consequence::Answer::Harmful) {
      json["severity"] = spelling(c.finding->accepted.empty() ? Severity::Error : Severity::Note);
    }
    json["run"] = runSteps(program, *c.finding, away);
  }
  return json;
}

Json entryFor(const Result& result, const char* verdict, Property property) {
  Json json;
  json["file"] = result.file;
  json["model"] = spelling(result.model);
  json["verdict"] = verdict;
  if (result.observational) json["observational"] = true;
  json["property"] = spelling(property);
  json["states"] = result.statistics.states;
  json["transitions"] = result.statistics.transitions;
  if (result.statistics.engine == SearchEngine::Graphs) json["graphs"] = result.statistics.graphs;
  json["seconds"] = result.statistics.seconds;
  json["peak_bytes"] = result.statistics.peakBytes;
  return json;
}

// `any_number`: is the verdict for every number of copies? `smallest`: the smallest instance that
// is not robust; `instance`: the one that the findings refer to.
void addAnyNumber(const AnyNumber& any, Verdict verdict, Json& json) {
  json["any_number"] = any.every;
  json["nodes"] = any.nodes;
  if (any.upTo) json["robust_up_to"] = *any.upTo;
  if (!any.bounds.empty()) json["bounds"] = any.bounds;
  Json copies = Json::object();
  for (std::size_t i = 0; i < any.copies.size(); ++i) copies[any.threads[i]] = any.copies[i];
  if (!any.copies.empty()) {
    json[verdict == Verdict::NotRobust ? "smallest" : "instance"] = std::move(copies);
  }
}

Json robustnessEntry(const Program& program, const Result& result) {
  Json json = entryFor(result, spelling(result.verdict), Property::Robustness);
  for (const Finding& finding : result.findings) {
    if (finding.property != Property::Robustness) continue;
    Json violation = violationOf(program, result.model, finding);
    if (!json.contains("violation")) {
      json["violation"] = violation;
      json["severity"] = spelling(severityOf(result, finding));
    }
    if (!result.everyFinding) break;
    violation["severity"] = spelling(severityOf(result, finding));
    violation["runs"] = finding.occurrences;
    json["violations"].push_back(std::move(violation));
  }
  if (result.everyFinding) {
    json["every_finding"] = result.incomplete.empty();
    if (!result.incomplete.empty()) json["incomplete"] = result.incomplete;
  }
  if (result.consequence) {
    json["consequence"] = consequenceOf(program, result.model, *result.consequence);
  }
  if (result.anyNumber) addAnyNumber(*result.anyNumber, result.verdict, json);
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (!result.argument.empty()) json["argument"] = result.argument;
  json["spin_loops"] = Json::array();
  for (const SpinLoop& loop : result.spinLoops) {
    Json one;
    addLocation(one, program, loop.span);
    one["statement"] = sourceText(program, loop.span);
    json["spin_loops"].push_back(std::move(one));
  }
  json["blocked"] = Json::array();
  for (const BlockedThread& blocked : result.blocked) {
    Json one;
    one["thread"] = threadName(program, blocked.thread);
    addLocation(one, program, spanOf(program, blocked.thread, blocked.pc));
    addCalls(one, program, frameOf(program, blocked.thread, blocked.pc));
    one["statement"] = statementText(program, blocked.thread, blocked.pc);
    json["blocked"].push_back(std::move(one));
  }
  json["notes"] = Json::array();
  for (const Note& note : notesOn(program, result)) {
    json["notes"].push_back(locationText(program, note.span) + ": " + note.text);
  }
  return json;
}

}  // namespace

void checkJson(const Program& program, const Result& result, const ReportOptions& options,
               const std::function<void(const Json&)>& write) {
  const Stopwatch stopwatch;
  Json robustness = robustnessEntry(program, result);
  if (options.stats) robustness["stats"] = statisticsJson(result.statistics, stopwatch.seconds());
  write(robustness);
  for (const Finding& finding : result.findings) {
    if (finding.property == Property::Robustness) continue;
    const bool decided = finding.property != Property::Unsupported;
    Json json = entryFor(result, decided ? "violated" : "unknown", finding.property);
    json["severity"] = spelling(severityOf(result, finding));
    json["violation"] = violationOf(program, result.model, finding);
    write(json);
  }
}

}  // namespace robur
