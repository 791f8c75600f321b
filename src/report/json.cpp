// One document for the whole run. Entries are written as results arrive, so that an interrupted
// reader has all that was known, and nothing is kept in memory. What an entry contains is in
// json_check.cpp, json_verify.cpp, json_repair.cpp, json_prove.cpp and json_run.cpp.
#include "report/json.h"

#include "report/json_events.h"
#include "report/json_parts.h"

namespace robur {

namespace {

const char* spelling(Diagnostic::Severity severity) {
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

class JsonObserver : public Observer {
 public:
  JsonObserver(Sink sink, const ReportOptions& options)
      : sink_(std::move(sink)), options_(options) {}

  void rejected(std::string_view file, const std::vector<Source>& sources,
                const std::vector<Diagnostic>& diagnostics) override {
    for (const Diagnostic& d : diagnostics) {
      Json json;
      if (d.span.known()) {
        addLocation(json, sources, d.span);
      } else {
        json["file"] = file;
      }
      json["severity"] = spelling(d.severity);
      json["message"] = d.message;
      if (!d.help.empty()) json["help"] = d.help;
      errors_.push_back(std::move(json));
    }
  }

  void checked(const Program& program, const Result& result) override {
    checkJson(program, result, options_, [this](const Json& json) { write(json); });
  }

  void verified(const Program& program, const Verification& verification) override {
    write(verificationJson(program, verification, options_));
  }

  void repaired(const Program& program, const RepairResult& result) override {
    write(repairJson(program, result, options_));
  }

  void proved(const ProofResult& result) override { write(proofJson(result)); }

  // There is one result, which is the whole document.
  void ran(const RunResult& result) override {
    sink_(dumped(runJson(result)) + "\n");
    complete_ = true;
  }

  void end() override {
    if (complete_) return;
    sink_(entries_ == 0 ? "{\"results\":[]" : "\n]");
    if (!errors_.empty()) sink_(",\n\"errors\":" + dumped(errors_));
    sink_("}\n");
  }

 private:
  void write(const Json& json) {
    sink_(entries_++ == 0 ? "{\"results\":[\n" : ",\n");
    sink_(dumped(json));
  }

  Sink sink_;
  ReportOptions options_;
  std::size_t entries_ = 0;
  bool complete_ = false;
  Json errors_ = Json::array();
};

}  // namespace

std::unique_ptr<Observer> jsonObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<JsonObserver>(std::move(sink), options);
}

}  // namespace robur
