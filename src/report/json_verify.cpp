// The JSON of verify's results: one entry per file and model.
#include "report/json_events.h"
#include "report/json_parts.h"
#include "report/statistics_words.h"
#include "report/verify_words.h"
#include "report/words.h"

namespace robur {

namespace {

Json violationOf(const Program& program, const Verification& v) {
  const Narration narration = narrate(program, v);
  const Narration away = v.departure ? narrate(program, v.model, *v.departure) : narration;
  Json json;
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
  json["abstract_states"] = v.potential.forwardStates;
  json["backward_nodes"] = v.potential.expanded;
  json["basis"] = v.potential.basis;
  json["execution_graphs"] = v.graphs;
  json["seconds"] = v.seconds;
  if (v.finding) json["violation"] = violationOf(program, v);
  if (options.stats) json["stats"] = statisticsJson(v.statistics, stopwatch.seconds());
  return json;
}

}  // namespace robur
