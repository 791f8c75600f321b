// The page is written at the end, since the answer stands on top and the index names all programs.
// Until then the parts of finished programs are kept as text.
//
// Everything that a reader has to know is in the HTML: the script only moves through runs and shows
// what is there already in another place. A policy in the head forbids the page to load anything.
#include "report/html/html.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "report/html/assets.h"
#include "report/html/changes_panel.h"
#include "report/html/markup.h"
#include "report/html/program_part.h"

namespace robur {

namespace {

using report_html::escaped;

// An argument as a shell reads it.
std::string quoted(const std::string& argument) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";
  if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) return argument;
  std::string out = "'";
  for (const char c : argument) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

class Html : public Observer {
 public:
  explicit Html(Sink sink) : sink_(std::move(sink)) {}

  void begin(const Plan& plan) override { plan_ = plan; }

  void rejected(std::string_view file, const std::vector<Source>& sources,
                const std::vector<Diagnostic>& diagnostics) override {
    finishProgram();
    std::string list;
    for (const Diagnostic& d : diagnostics) {
      const bool located = d.span.known() && d.span.file < sources.size();
      list += fmt::format("<pre class=\"error\">{}</pre>\n",
                          lines(located ? render(sources[d.span.file], d)
                                        : fmt::format("{}: error: {}", file, d.message)));
    }
    addPart(std::string(file), "Not a valid program",
            fmt::format("<article id=\"p{}\"><h2>{}</h2>\n<p class=\"verdict bad\">Not a valid "
                        "program.</p>\n{}</article>\n",
                        parts_.size() + 1, escaped(file), list));
  }

  bool wantsAlternatives() const override { return true; }

  void checked(const Program& program, const Result& result) override {
    if (results_.empty() || results_.front()->file != result.file) {
      finishProgram();
      program_ = result.instance ? result.instance : std::make_shared<const Program>(program);
    }
    results_.push_back(std::make_unique<Result>(result));
  }

  void alternatives(const Alternatives& alternatives) override { alternatives_ = alternatives; }

  void end() override {
    finishProgram();
    std::string title = parts_.empty() ? "Nothing was checked" : parts_.front().title;
    if (parts_.size() == 1) title += ": " + parts_.front().file;
    if (parts_.size() > 1) title = fmt::format("{} programs", parts_.size());
    sink_(
        fmt::format("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<meta name=\"color-scheme\" content=\"light dark\">\n"
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                    "<link rel=\"icon\" href=\"data:,\">\n"
                    "<title>{} · Robur</title>\n<style>\n",
                    escaped(title)));
    sink_(report_html::kStyle);
    sink_("</style>\n</head>\n<body>\n<main>\n<header><h1>robur</h1>");
    sink_(command());
    sink_("</header>\n");
    sink_(index());
    for (const Part& part : parts_) sink_(part.html);
    sink_("</main>\n<script type=\"application/json\" id=\"runs\">");
    sink_(report_html::island(runs_));
    sink_("</script>\n<script>\n");
    sink_(report_html::kScript);
    sink_("</script>\n</body>\n</html>\n");
  }

 private:
  struct Part {
    std::string file;
    std::string title;
    std::string html;
  };

  static std::string lines(const std::string& text) {
    std::string out;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      out += escaped(text.substr(from, end - from)) + "\n";
      from = end + 1;
    }
    return out;
  }

  // The command that repeats the result.
  std::string command() const {
    if (plan_.command.empty()) return {};
    std::string words = "robur";
    for (const std::string& argument : plan_.command) words += " " + quoted(argument);
    return report_html::copyable(escaped(words), "command that repeats this");
  }

  std::string index() const {
    if (parts_.size() < 2) return {};
    std::string out = "<nav aria-label=\"programs\"><ol>\n";
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      out += fmt::format("<li><a href=\"#p{}\">{}</a>: {}</li>\n", i + 1, escaped(parts_[i].file),
                         escaped(parts_[i].title));
    }
    return out + "</ol></nav>\n";
  }

  void addPart(std::string file, std::string title, std::string html) {
    parts_.push_back({std::move(file), std::move(title), std::move(html)});
  }

  void finishProgram() {
    if (results_.empty()) return;
    std::vector<report_html::Judged> verdicts;
    for (const std::unique_ptr<Result>& result : results_) {
      verdicts.push_back(
          {result->instance ? result->instance.get() : program_.get(), result.get()});
    }
    report_html::ProgramPart part = report_html::programPart(
        results_.front()->file, verdicts, alternatives_ ? &*alternatives_ : nullptr,
        parts_.size() + 1, room_);
    for (Json& run : part.runs) runs_.push_back(std::move(run));
    addPart(results_.front()->file, std::move(part.title), std::move(part.html));
    results_.clear();
    alternatives_.reset();
  }

  static constexpr std::size_t kMostBytes = 230'000;  // of what has no fixed size

  Sink sink_;
  Plan plan_;
  report_html::Room room_{kMostBytes};
  std::shared_ptr<const Program> program_;  // of the present file
  std::vector<std::unique_ptr<Result>> results_;
  std::optional<Alternatives> alternatives_;
  std::vector<Part> parts_;
  Json runs_ = Json::array();
};

}  // namespace

std::unique_ptr<Observer> htmlObserver(Sink sink, const ReportOptions&) {
  return std::make_unique<Html>(std::move(sink));
}

}  // namespace robur
