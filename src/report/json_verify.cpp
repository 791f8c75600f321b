// The JSON of verify's results: one entry per file and model.
#include "report/json_events.h"
#include "report/json_parts.h"
#include "report/litmus_words.h"
#include "report/statistics_words.h"
#include "report/verify_words.h"
#include "report/words.h"

namespace robur {

namespace {

Json violationOf(const Program& program, const Verification& v) {
  const Narration narration = narrate(program, v);
  const Narration away = v.departure ? narrate(program, v.model, *v.departure) : narration;
  Json json;
  json["severity"] = spelling(Severity::Error);
  json["kind"] = narration.kind;
  json["message"] = narration.headline;
  json["thread"] = threadName(program, v.finding->thread);
  addLocation(json, program, v.finding->span);
  json["sequential"] = !v.departure;
  json["run"] = runSteps(program, *v.finding, away);
  if (v.departure) {
    Json& leaves = json["leaves_sc"];
    leaves = {{"kind", away.kind}, {"message", away.headline}};
    addLocation(leaves, program, v.departure->span);
    leaves["cycle"] = away.cycle;
  }
  return json;
}

Json outcomesOf(const FinalStates& outcomes) {
  Json json;
  json["complete"] = outcomes.complete;
  json["executions"] = outcomes.executions;
  json["not_sc"] = outcomes.notSc;
  json["hangs"] = outcomes.hangs;
  json["unfair"] = outcomes.unfair;
  json["excluded"] = outcomes.excluded;
  json["observed"] = outcomes.names;
  json["states"] = Json::array();
  for (const FinalStates::State& state : outcomes.states) {
    json["states"].push_back({{"values", state.values},
                              {"executions", state.executions},
                              {"sc_executions", state.sequential}});
  }
  return json;
}

const char* spelling(Hangs hangs) {
  return hangs == Hangs::None ? "none" : hangs == Hangs::Unknown ? "unknown" : "not-asked";
}

}  // namespace

Json verificationJson(const Program& program, const Verification& v, const ReportOptions& options) {
  const Stopwatch stopwatch;
  Json json;
  json["file"] = v.file;
  json["model"] = spelling(v.model);
  json["verdict"] = spelling(v.safety);
  if (!v.reach.empty()) json["reach"] = v.reach;
  if (!v.reason.empty()) json["reason"] = v.reason;
  if (!v.warning.empty()) json["warning"] = v.warning;
  json["steps"] = Json::array();
  for (const EngineStep& step : v.steps) json["steps"].push_back(stepText(step));
  json["sc_states"] = v.scStates;
  json["abstract_states"] = v.backward.forwardStates;
  json["backward_nodes"] = v.backward.expanded;
  json["basis"] = v.backward.basis;
  json["execution_graphs"] = v.graphs;
  json["seconds"] = v.seconds;
  if (v.safety == Safety::Safe) {
    json["hangs"] = spelling(v.hangs);
    if (!v.hangReason.empty()) json["hang_reason"] = v.hangReason;
  }
  if (v.unroll > 0) json["unroll"] = v.unroll;
  if (v.outcomes) json["outcomes"] = outcomesOf(*v.outcomes);
  if (v.condition) {
    const Witnesses w = witnessesOf(v);
    json["condition"] = {{"test", v.condition->test},
                         {"text", conditionText(*v.condition)},
                         {"positive", w.positive},
                         {"negative", w.negative}};
    if (v.outcomes->complete) json["condition"]["fulfilled"] = isFulfilled(v);
  }
  if (v.finding) json["violation"] = violationOf(program, v);
  if (options.stats) json["stats"] = statisticsJson(v.statistics, stopwatch.seconds());
  return json;
}

}  // namespace robur
