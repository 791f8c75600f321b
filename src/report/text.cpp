// Results stream: each is printed as soon as it is there. A diagnostic that has been shown
// for one model is not repeated for the next; its verdict line points back to it. Notes
// are about the program rather than the model and appear once per file.
#include "report/text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/excerpt.h"
#include "report/explain.h"
#include "report/matrix.h"
#include "report/notes.h"
#include "report/run_table.h"
#include "report/verdict_line.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kColumns = 100;  // where prose is broken

class Text : public Observer {
 public:
  Text(Sink sink, TextOptions options) : sink_(std::move(sink)), options_(options) {}

  void begin(const Plan& plan) override { plan_ = plan; }

  void rejected(std::string_view file, const std::vector<Diagnostic>&) override {
    matrix_.addRejected(file);
  }

  void result(const Program& program, const Result& result) override {
    if (result.file != file_) {
      file_ = result.file;
      shown_.clear();
      noted_.clear();
    }
    matrix_.add(result);
    std::string out;
    bool repeated = !result.findings.empty();
    for (const Finding& finding : result.findings) {
      const Narration story = narrate(program, result.model, finding);
      if (options_.quiet || !shown_.insert(identity(finding, story)).second) continue;
      repeated = false;
      out += diagnostic(program, result, finding, story);
    }
    if (!options_.quiet) out += notes(program, result);
    sink_(out + verdictLine(result, repeated && !options_.quiet, options_.paint));
  }

  void end() override {
    if (plan_.files.size() > 1 && matrix_.rows() > 0) {
      sink_("\n");
      sink_(matrix_.render(plan_.models, options_.paint));
    }
  }

 private:
  // What makes a reader say "I have seen this one": its kind and its places.
  static std::string identity(const Finding& finding, const Narration& story) {
    std::vector<std::string> places;
    for (const Remark& r : story.remarks) {
      places.push_back(fmt::format("{}:{}:{}", r.span.file, r.span.line, r.span.column));
    }
    std::ranges::sort(places);
    std::string out = fmt::format("{} {}", spelling(finding.property), story.kind);
    for (const std::string& place : places) out += " " + place;
    return out;
  }

  std::string diagnostic(const Program& program, const Result& result, const Finding& finding,
                         const Narration& story) const {
    const Paint& paint = options_.paint;
    const auto primary = std::ranges::find_if(story.remarks, &Remark::primary);
    const Span& at =
        primary != story.remarks.end() && primary->span.known() ? primary->span : finding.span;
    std::string out =
        fmt::format("{} {} {} {}\n", paint(Tone::Strong, placeText(program, at) + ":"),
                    paint(Tone::Bad, "error:"), paint(Tone::Strong, story.headline),
                    paint(Tone::Aside, "[" + story.kind + "]"));
    const Excerpt excerpt = excerptOf(program, story, paint);
    out += excerpt.text;
    const std::string indent(excerpt.gutter + 1, ' ');
    const auto item = [&](std::string_view title, std::string_view text) {
      const std::size_t column = indent.size() + title.size() + 4;
      out += fmt::format("{}= {}: {}\n", indent, paint(Tone::Strong, title),
                         wrapped(text, column, kColumns));
    };
    const auto rows = [&](const std::vector<std::string>& lines) {
      for (const std::string& line : lines) out += fmt::format("{}    {}\n", indent, line);
    };
    if (!story.cycle.empty()) item("cycle", story.cycle);
    if (!story.why.empty()) item("why", story.why);
    const std::vector<Step> steps = stepsOf(program, finding, story);
    if (!steps.empty()) {
      item("run", finding.property == Property::Robustness
                      ? "an ordinary interleaving up to its last step"
                      : "an ordinary interleaving that leads there");
      rows(runTable(steps, options_.explain, paint));
    }
    if (options_.explain) {
      item("graph", "events, program order (po), reads-from (rf), modification order (mo)");
      rows(graphTable(program, finding, story, paint));
      if (!result.explanation.empty()) {
        item("monitor", "its rows before the last step");
        rows(result.explanation);
      }
    }
    return out;
  }

  std::string notes(const Program& program, const Result& result) {
    std::string out;
    for (const Note& note : notesOn(program, result)) {
      const std::string place = placeText(program, note.span);
      if (!noted_.insert(place + note.text).second) continue;
      out += fmt::format("{} {} {}\n", options_.paint(Tone::Strong, place + ":"),
                         options_.paint(Tone::Mark, "note:"), note.text);
    }
    return out;
  }

  Sink sink_;
  TextOptions options_;
  Plan plan_;
  Matrix matrix_;
  std::string file_;
  std::set<std::string> shown_;  // of this file
  std::set<std::string> noted_;
};

}  // namespace

std::unique_ptr<Observer> textObserver(Sink sink, TextOptions options) {
  return std::make_unique<Text>(std::move(sink), options);
}

}  // namespace robur
