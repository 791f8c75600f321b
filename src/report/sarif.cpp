// One SARIF run with the rules `robustness` and `race`, and one result per finding of `robur run`.
#include "report/sarif.h"

#include <fmt/format.h>

#include "report/json_parts.h"

namespace robur {

namespace {

const char* titleOf(RunFinding::Kind kind) {
  return kind == RunFinding::Kind::Race ? "data race" : "robustness violation";
}

std::string locationText(const CodeLocation& location) {
  return location.line == 0
             ? location.file
             : fmt::format("{}:{}:{}", location.file, location.line, location.column);
}

Json sarifLocation(const CodeLocation& location) {
  Json physical = {{"artifactLocation", {{"uri", location.file}}}};
  if (location.line > 0) physical["region"] = {{"startLine", location.line}};
  if (location.line > 0 && location.column > 0) {
    physical["region"]["startColumn"] = location.column;
  }
  return {{"physicalLocation", physical}};
}

Json sarifResult(const RunFinding& finding) {
  Json result = {{"ruleId", spelling(finding.kind)},
                 {"level", "error"},
                 {"message",
                  {{"text", fmt::format("{}; the other access: {}; {}", titleOf(finding.kind),
                                        locationText(finding.other), finding.schedule)}}},
                 {"locations", Json::array({sarifLocation(finding.location)})},
                 {"occurrenceCount", finding.runs}};
  if (!finding.other.file.empty()) {
    result["relatedLocations"] = Json::array({sarifLocation(finding.other)});
  }
  return result;
}

class Sarif : public Observer {
 public:
  explicit Sarif(Sink sink) : sink_(std::move(sink)) {}

  void ran(const RunResult& result) override {
    for (const RunFinding& finding : result.findings) results_.push_back(sarifResult(finding));
  }

  void end() override {
    const Json rules = Json::array(
        {{{"id", "robustness"},
          {"shortDescription", {{"text", "The memory model allows a behaviour that SC forbids"}}}},
         {{"id", "race"},
          {"shortDescription", {{"text", "Two conflicting accesses are not ordered"}}}}});
    const Json run = {{"tool", {{"driver", {{"name", "robur"}, {"rules", rules}}}}},
                      {"results", results_}};
    const Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                           {"version", "2.1.0"},
                           {"runs", Json::array({run})}};
    sink_(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }

 private:
  Sink sink_;
  Json results_ = Json::array();
};

}  // namespace

std::unique_ptr<Observer> sarifObserver(Sink sink, const ReportOptions&) {
  return std::make_unique<Sarif>(std::move(sink));
}

}  // namespace robur
