#include "report/json_parts.h"

#include "program/pointer_values.h"
#include "report/run_table.h"
#include "report/words.h"

namespace robur {

void addLocation(Json& json, const std::vector<Source>& sources, const Span& span) {
  const bool known = span.known() && span.file < sources.size();
  json["file"] = known ? sources[span.file].path : "";
  json["line"] = span.line;
  json["column"] = span.column;
}

void addLocation(Json& json, const Program& program, const Span& span) {
  addLocation(json, program.sources, span);
}

void addLocation(Json& json, const CodeLocation& location) {
  json["file"] = location.file;
  json["line"] = location.line;
  json["column"] = location.column;
}

void addCalls(Json& json, const Program& program, FrameId frame) {
  const std::vector<FrameId> chain = chainOf(program, frame);
  if (chain.size() < 2) return;
  for (const FrameId id : chain) {
    Json call;
    call["function"] = program.frames[raw(id)].function;
    addLocation(call, program, program.frames[raw(id)].span);
    json["calls"].push_back(std::move(call));
  }
}

void addAccess(Json& json, const Program& program, const Event& event) {
  json["access"] = accessName(event);
  if (isFence(event)) return;
  json["cell"] = cellText(program, event.cell);
  const auto number = [&](std::int64_t value) {
    const std::optional<std::uint64_t> bits = unsignedValue(program, event.cell, value);
    return bits ? Json(*bits) : Json(value);
  };
  if (reads(event) && !event.init) json["read"] = number(event.read);
  if (writes(event)) json["written"] = number(event.written);
}

Json runSteps(const Program& program, const Finding& finding, const Narration& narration) {
  const ExecutionGraph& graph = finding.witness.graph;
  Json run = Json::array();
  for (const Step& step : stepsOf(program, finding, narration)) {
    Json json;
    json["thread"] = step.thread;
    addLocation(json, program, step.span);
    addCalls(json, program, step.frame);
    json["statement"] = step.statement;
    addAccess(json, program, graph[step.event]);
    json["effect"] = step.effect;
    json["event"] = raw(step.event);
    const EventId source = graph.readsFrom[raw(step.event)];
    if (source != kNoEvent && graph[source].init) {
      json["reads_from"] = "initial";
    } else if (source != kNoEvent) {
      json["reads_from"] = raw(source);
    }
    if (step.number != 0) json["number"] = step.number;
    if (!step.remark.empty()) json["remark"] = step.remark;
    run.push_back(std::move(json));
  }
  return run;
}

std::string dumped(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace robur
