// One SARIF run per program; a result per problem. The run that leads to a problem is a code flow
// with one thread flow per thread, whose steps are numbered across threads. Paths are relative to
// the base `SRCROOT`, the directory in which Robur ran. Questions without an answer and files that
// are no programs are notifications: they are not findings about the code.
#include "report/sarif.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "report/fingerprint.h"
#include "report/json_parts.h"
#include "report/problems.h"
#include "report/relative_path.h"
#include "report/rules.h"
#include "report/utf8.h"

namespace robur {

namespace {

constexpr const char* kRoot = "SRCROOT";

Json textOf(std::string_view text) {
  return {{"text", text}};
}

const char* levelOf(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::Error:
      return "error";
    case Diagnostic::Severity::Warning:
      return "warning";
    case Diagnostic::Severity::Note:
      break;
  }
  return "note";
}

// What is known of one program. SARIF wants all of it in one object, so it is kept.
struct SarifRun {
  std::string file;
  Json results = Json::array();
  Json notifications = Json::array();
  bool rejected = false;
  std::vector<std::string> rules = {};                // that its results have
  std::map<std::string, unsigned> fingerprints = {};  // how often each has been given
};

class Sarif : public AnswerObserver {
 public:
  Sarif(Sink sink, const ReportOptions& options)
      : AnswerObserver(options),
        sink_(std::move(sink)),
        directory_(options.directory),
        version_(options.version) {}

  void rejected(std::string_view file, const std::vector<Source>& sources,
                const std::vector<Diagnostic>& diagnostics) override {
    SarifRun& run = runOf(std::string(file));
    run.rejected = true;
    for (const Diagnostic& d : diagnostics) {
      Place place = d.span.known() ? placeOf(sources, d.span) : Place{};
      if (place.file.empty()) place.file = file;
      const std::string text = d.help.empty() ? d.message : d.message + "; " + d.help;
      run.notifications.push_back({{"level", levelOf(d.severity)},
                                   {"message", textOf(text)},
                                   {"locations", Json::array({location(place)})}});
    }
  }

  void end() override {
    Json runs = Json::array();
    for (const SarifRun& run : runs_) runs.push_back(json(run));
    const Json document = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                           {"version", "2.1.0"},
                           {"runs", std::move(runs)}};
    sink_(dumped(document) + "\n");
  }

 private:
  void answered(const Answer& answer) override {
    SarifRun& run = runOf(answer.file);
    for (const Problem& problem : answer.problems) {
      run.results.push_back(result(run, answer, problem));
    }
    if (answer.decision != Decision::Unknown) return;
    run.notifications.push_back(
        {{"level", "warning"},
         {"message", textOf(fmt::format("not known: {}{}", answer.question,
                                        answer.reason.empty() ? "" : "; " + answer.reason))},
         {"locations", Json::array({location({answer.file})})}});
  }

  SarifRun& runOf(const std::string& file) {
    for (SarifRun& run : runs_) {
      if (run.file == file) return run;
    }
    return runs_.emplace_back(SarifRun{.file = file});
  }

  Json artifact(const std::string& file) const {
    const std::string path = relativePath(file, directory_);
    Json json = {{"uri", uriOf(path)}};
    if (!path.starts_with('/') && !directory_.empty()) json["uriBaseId"] = kRoot;
    return json;
  }

  Json physical(const Place& place) const {
    Json json = {{"artifactLocation", artifact(place.file)}};
    if (place.line == 0) return json;
    Json& region = json["region"];
    region["startLine"] = place.line;
    if (place.column > 0) region["startColumn"] = place.column;
    if (place.column > 0 && place.endLine > 0) {
      region["endLine"] = place.endLine;
      region["endColumn"] = place.endColumn;
    }
    return json;
  }

  Json location(const Place& place) const { return {{"physicalLocation", physical(place)}}; }

  // A place without a file is in the program, and nothing else is known of it.
  Json location(const Place& place, const Answer& answer) const {
    return location(place.file.empty() ? Place{answer.file} : place);
  }

  Json codeFlow(const Answer& answer, const Problem& problem) const {
    Json flows = Json::array();
    std::map<std::string, std::size_t> flowOf;
    unsigned order = 0;
    for (const Problem::Step& step : problem.run) {
      const auto [at, isNew] = flowOf.try_emplace(step.thread, flows.size());
      if (isNew) {
        flows.push_back({{"id", step.thread},
                         {"message", textOf("thread " + step.thread)},
                         {"locations", Json::array()}});
      }
      Json where = location(step.place, answer);
      where["message"] = textOf(step.text);
      flows[at->second]["locations"].push_back(
          {{"location", std::move(where)},
           {"executionOrder", ++order},
           {"importance", step.number == 0 ? "important" : "essential"}});
    }
    return {{"message", textOf("a run that leads to it")}, {"threadFlows", std::move(flows)}};
  }

  // Replacements are whole lines.
  Json fix(const Problem::Fix& fix) const {
    Json changes = Json::array();
    for (const Problem::Edit& edit : fix.edits) {
      const Json artifactLocation = artifact(edit.file);
      if (changes.empty() || changes.back()["artifactLocation"] != artifactLocation) {
        changes.push_back(
            {{"artifactLocation", artifactLocation}, {"replacements", Json::array()}});
      }
      const bool ends = edit.endColumn == 1;
      changes.back()["replacements"].push_back(
          {{"deletedRegion",
            {{"startLine", edit.first},
             {"startColumn", 1},
             {"endLine", ends ? edit.first + edit.count : edit.first + edit.count - 1},
             {"endColumn", edit.endColumn}}},
           {"insertedContent", textOf(edit.text)}});
    }
    return {{"description", textOf(fix.description)}, {"artifactChanges", std::move(changes)}};
  }

  // Text that is not UTF-8 cannot be written here, and a fix with other text would be wrong.
  static bool isWritable(const Problem::Fix& fix) {
    return std::ranges::all_of(fix.edits,
                               [](const Problem::Edit& edit) { return isUtf8(edit.text); });
  }

  static std::size_t ruleIndex(SarifRun& run, const std::string& rule) {
    const auto found = std::ranges::find(run.rules, rule);
    const auto index = static_cast<std::size_t>(found - run.rules.begin());
    if (found == run.rules.end()) run.rules.push_back(rule);
    return index;
  }

  Json result(SarifRun& run, const Answer& answer, const Problem& problem) const {
    std::string text = fmt::format("{} ({})", problem.message, answer.question);
    for (const std::string& detail : problem.details) text += "\n" + detail;
    const std::string fingerprint =
        fingerprintOf({problem.rule, answer.model, relativePath(problem.place.file, directory_),
                       problem.identity});
    Json json = {
        {"ruleId", problem.rule},
        {"ruleIndex", ruleIndex(run, problem.rule)},
        {"level", spelling(problem.severity)},
        {"message", textOf(text)},
        {"locations", Json::array({location(problem.place, answer)})},
        {"partialFingerprints",
         {{"accesses/v1", fmt::format("{}:{}", fingerprint, ++run.fingerprints[fingerprint])}}}};
    unsigned number = 0;
    for (const Problem::Access& access : problem.accesses) {
      Json related = location(access.place, answer);
      related["id"] = ++number;
      related["message"] = textOf(access.text);
      json["relatedLocations"].push_back(std::move(related));
    }
    if (!problem.run.empty()) json["codeFlows"].push_back(codeFlow(answer, problem));
    for (const Problem::Fix& each : problem.fixes) {
      if (isWritable(each)) json["fixes"].push_back(fix(each));
    }
    if (!problem.accepted.empty()) {
      json["suppressions"].push_back({{"kind", problem.acceptedInSource ? "inSource" : "external"},
                                      {"justification", problem.accepted}});
    }
    if (!answer.model.empty()) json["properties"]["model"] = answer.model;
    if (!problem.thread.empty()) json["properties"]["thread"] = problem.thread;
    return json;
  }

  Json json(const SarifRun& run) const {
    Json rules = Json::array();
    for (const std::string& id : run.rules) {
      const Rule& rule = ruleNamed(id);
      rules.push_back({{"id", rule.id},
                       {"shortDescription", textOf(rule.title)},
                       {"fullDescription", textOf(rule.help)},
                       {"help", textOf(rule.help)}});
    }
    Json driver = {{"name", "robur"}};
    if (!version_.empty()) driver["version"] = driver["semanticVersion"] = version_;
    driver["rules"] = std::move(rules);
    Json json = {{"tool", {{"driver", std::move(driver)}}}, {"columnKind", "unicodeCodePoints"}};
    if (!directory_.empty()) {
      json["originalUriBaseIds"][kRoot] = {{"uri", uriOf(directory_ + "/")}};
    }
    // A code host takes what stands before the last slash for the category of the run.
    json["automationDetails"] = {
        {"id", fmt::format("robur/{}/", relativePath(run.file, directory_))}};
    Json invocation = {{"executionSuccessful", !run.rejected}};
    if (!run.notifications.empty()) {
      invocation["toolExecutionNotifications"] = run.notifications;
    }
    json["invocations"] = Json::array({std::move(invocation)});
    json["results"] = run.results;
    return json;
  }

  Sink sink_;
  std::string directory_;
  std::string version_;
  std::vector<SarifRun> runs_;
};

}  // namespace

std::unique_ptr<Observer> sarifObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<Sarif>(std::move(sink), options);
}

}  // namespace robur
