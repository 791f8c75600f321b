// One document for the whole run. Entries are written as results arrive, so that an
// interrupted reader has seen all that was known, and nothing is kept in memory.
#include "report/json.h"

#include <nlohmann/json.hpp>

#include "report/narrate.h"
#include "report/notes.h"
#include "report/run_table.h"
#include "report/words.h"

namespace robur {

namespace {

using Json = nlohmann::ordered_json;

const char* accessName(const Event& event) {
  if (isFence(event)) return "fence";
  switch (event.kind) {
    case Event::Kind::Read:
      return "read";
    case Event::Kind::Write:
      return "write";
    case Event::Kind::Update:
      return "update";
    case Event::Kind::Fence:
      break;
  }
  return "fence";
}

void addPlace(Json& json, const Span& span) {
  json["line"] = span.line;
  json["column"] = span.column;
}

void addAccess(Json& json, const Program& program, const Event& event) {
  json["access"] = accessName(event);
  if (isFence(event)) return;
  json["cell"] = cellText(program, event.cell);
  if (reads(event) && !event.init) json["read"] = event.read;
  if (writes(event)) json["written"] = event.written;
}

Json cycleOf(const Program& program, const Finding& finding, const Narration& story) {
  Json cycle = Json::array();
  const Witness& witness = finding.witness;
  for (const Remark& remark : story.remarks) {
    if (remark.number == 0 || raw(remark.event) >= witness.graph.size()) continue;
    Json stop;
    stop["number"] = remark.number;
    if (!remark.thread.empty()) stop["thread"] = remark.thread;
    addPlace(stop, remark.span);
    const Event& event = witness.graph[remark.event];
    if (!event.init) stop["statement"] = statementText(program, event.thread, event.pc);
    addAccess(stop, program, event);
    for (const CycleEdge& edge : witness.cycle) {
      if (edge.from != remark.event) continue;
      stop["edge"] = spelling(edge.kind);
      stop["to"] = story.numberOf(edge.to);
    }
    stop["text"] = remark.text;
    cycle.push_back(std::move(stop));
  }
  return cycle;
}

Json runOf(const Program& program, const Finding& finding, const Narration& story) {
  Json run = Json::array();
  for (const Step& step : stepsOf(program, finding, story)) {
    Json json;
    json["thread"] = step.thread;
    addPlace(json, step.span);
    json["statement"] = step.statement;
    addAccess(json, program, finding.witness.graph[step.event]);
    if (step.number != 0) json["number"] = step.number;
    if (!step.remark.empty()) json["remark"] = step.remark;
    run.push_back(std::move(json));
  }
  return run;
}

Json violationOf(const Program& program, ModelName model, const Finding& finding) {
  const Narration story = narrate(program, model, finding);
  Json json;
  json["thread"] = threadName(program, finding.thread);
  addPlace(json, finding.span);
  json["kind"] = story.kind;
  json["message"] = story.headline;
  if (!finding.message.empty()) json["detail"] = finding.message;
  if (!story.why.empty()) json["why"] = story.why;
  json["cycle"] = cycleOf(program, finding, story);
  json["run"] = runOf(program, finding, story);
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
  json["seconds"] = result.statistics.seconds;
  json["peak_bytes"] = result.statistics.peakBytes;
  return json;
}

Json robustnessEntry(const Program& program, const Result& result) {
  Json json = entryFor(result, spelling(result.verdict), Property::Robustness);
  for (const Finding& finding : result.findings) {
    if (finding.property != Property::Robustness) continue;
    json["violation"] = violationOf(program, result.model, finding);
  }
  if (!result.reason.empty()) json["reason"] = result.reason;
  if (!result.argument.empty()) json["argument"] = result.argument;
  json["spin_loops"] = Json::array();
  for (const SpinLoop& loop : result.spinLoops) {
    Json place;
    addPlace(place, loop.span);
    place["statement"] = sourceText(program, loop.span);
    json["spin_loops"].push_back(std::move(place));
  }
  json["blocked"] = Json::array();
  for (const BlockedThread& blocked : result.blocked) {
    Json place;
    place["thread"] = threadName(program, blocked.thread);
    addPlace(place, spanOf(program, blocked.thread, blocked.pc));
    place["statement"] = statementText(program, blocked.thread, blocked.pc);
    json["blocked"].push_back(std::move(place));
  }
  json["notes"] = Json::array();
  for (const Note& note : notesOn(program, result)) {
    json["notes"].push_back(placeText(program, note.span) + ": " + note.text);
  }
  return json;
}

class JsonObserver : public Observer {
 public:
  explicit JsonObserver(Sink sink) : sink_(std::move(sink)) {}

  void begin(const Plan&) override { sink_("{\"results\":["); }

  void rejected(std::string_view file, const std::vector<Diagnostic>& diagnostics) override {
    for (const Diagnostic& d : diagnostics) {
      Json json;
      json["file"] = file;
      if (d.span.known()) addPlace(json, d.span);
      json["severity"] = d.severity == Diagnostic::Severity::Error     ? "error"
                         : d.severity == Diagnostic::Severity::Warning ? "warning"
                                                                       : "note";
      json["message"] = d.message;
      if (!d.help.empty()) json["help"] = d.help;
      errors_.push_back(std::move(json));
    }
  }

  void result(const Program& program, const Result& result) override {
    write(robustnessEntry(program, result));
    for (const Finding& finding : result.findings) {
      if (finding.property == Property::Robustness) continue;
      Json json = entryFor(result, "violated", finding.property);
      json["violation"] = violationOf(program, result.model, finding);
      write(json);
    }
  }

  void end() override {
    sink_(first_ ? "]" : "\n]");
    if (!errors_.empty()) sink_(",\n\"errors\":" + dumped(errors_));
    sink_("}\n");
  }

 private:
  // Source text may hold any bytes; what is not UTF-8 is replaced rather than refused.
  static std::string dumped(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
  }

  void write(const Json& json) {
    sink_(first_ ? "\n" : ",\n");
    first_ = false;
    sink_(dumped(json));
  }

  Sink sink_;
  bool first_ = true;
  Json errors_ = Json::array();
};

}  // namespace

std::unique_ptr<Observer> jsonObserver(Sink sink) {
  return std::make_unique<JsonObserver>(std::move(sink));
}

}  // namespace robur
