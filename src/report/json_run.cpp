// The JSON of run's result, which is one document.
#include "report/json_events.h"
#include "report/json_parts.h"

namespace robur {

namespace {

Json findingJson(const RunFinding& finding) {
  Json json;
  json["severity"] = spelling(Severity::Error);
  json["kind"] = spelling(finding.kind);
  addLocation(json, finding.location);
  if (!finding.location.function.empty()) json["function"] = finding.location.function;
  addLocation(json["other"], finding.other);
  json["runs"] = finding.runs;
  json["schedule"] = finding.schedule;
  json["text"] = finding.text;
  return json;
}

Json exhaustedJson(const RunResult& result, const Exhausted& all) {
  const bool violated = !result.findings.empty() || !result.failure.empty();
  Json json;
  json["verdict"] = violated ? "violated" : isVerified(result) ? "verified" : "not-verified";
  json["model"] = all.model;
  json["executions"] = all.executions;
  json["cut"] = all.cut;
  json["complete"] = all.complete;
  json["assumptions"] = all.assumptions;
  json["reasons"] = all.reasons;
  return json;
}

}  // namespace

Json runJson(const RunResult& result) {
  Json json;
  json["program"] = result.command;
  json["schedule"] = result.schedule;
  json["runs"] = result.runs;
  json["interrupted"] = result.interrupted;
  json["remark"] = result.remark;
  if (result.exhausted) json["exhaust"] = exhaustedJson(result, *result.exhausted);
  json["findings"] = Json::array();
  for (const RunFinding& finding : result.findings) {
    json["findings"].push_back(findingJson(finding));
  }
  if (!result.failure.empty()) {
    json["failure"] = {{"severity", spelling(Severity::Error)},
                       {"how", result.failure},
                       {"schedule", result.failedSchedule}};
  }
  return json;
}

}  // namespace robur
