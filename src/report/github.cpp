// One line per problem:
//
//   ::error file=dekker.rob,line=11,col=7,endLine=11,endColumn=25,title=store-buffering::this load
//   …
//
// Line ends and percent signs are written as percent codes, and in the part before the second pair
// of colons also colons and commas. A question without an answer is a warning with the title
// "unknown", and a file that is not a program has an error for everything that is wrong with it.
#include "report/github.h"

#include <fmt/format.h>

#include "report/problems.h"
#include "report/relative_path.h"
#include "report/utf8.h"

namespace robur {

namespace {

std::string escaped(std::string_view text, bool inProperty) {
  return cleaned(text, true, [&](std::string& out, char c) {
    const bool special = c == '%' || c == '\n' || (inProperty && (c == ':' || c == ','));
    if (special) {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  });
}

const char* commandFor(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      break;
  }
  return "notice";
}

Severity severityOf(const Diagnostic& diagnostic) {
  switch (diagnostic.severity) {
    case Diagnostic::Severity::Error:
      return Severity::Error;
    case Diagnostic::Severity::Warning:
      return Severity::Warning;
    case Diagnostic::Severity::Note:
      break;
  }
  return Severity::Note;
}

// The first sentence names the model; the others follow, a line each.
std::string messageOf(const Answer& answer, const Problem& problem, const std::string& directory) {
  std::string text = fmt::format("{} ({})", problem.message, answer.question);
  if (!problem.accepted.empty()) text += fmt::format("\naccepted: {}", problem.accepted);
  for (const Problem::Access& access : problem.accesses) {
    text += fmt::format("\n{}:{}: {}", relativePath(access.place.file, directory),
                        access.place.line, access.text);
  }
  for (const std::string& detail : problem.details) text += "\n" + detail;
  return text;
}

class Github : public AnswerObserver {
 public:
  Github(Sink sink, const ReportOptions& options)
      : AnswerObserver(options), sink_(std::move(sink)), directory_(options.directory) {}

  void rejected(std::string_view file, const std::vector<Source>& sources,
                const std::vector<Diagnostic>& diagnostics) override {
    for (const Diagnostic& d : diagnostics) {
      Place place = d.span.known() ? placeOf(sources, d.span) : Place{};
      if (place.file.empty()) place.file = file;
      const std::string help = d.help.empty() ? "" : "\n" + d.help;
      annotate(severityOf(d), place, "input", d.message + help);
    }
  }

 private:
  void answered(const Answer& answer) override {
    for (const Problem& problem : answer.problems) {
      Place place = problem.place;
      if (place.file.empty()) place.file = answer.file;
      annotate(problem.severity, place, problem.rule, messageOf(answer, problem, directory_));
    }
    if (answer.decision != Decision::Unknown) return;
    annotate(Severity::Warning, {answer.file}, "unknown",
             fmt::format("not known: {}{}", answer.question,
                         answer.reason.empty() ? "" : "; " + answer.reason));
  }

  void annotate(Severity severity, const Place& place, std::string_view title,
                std::string_view message) {
    std::string line = fmt::format("::{} file={}", commandFor(severity),
                                   escaped(relativePath(place.file, directory_), true));
    const auto add = [&](const char* name, std::uint32_t number) {
      if (number > 0) line += fmt::format(",{}={}", name, number);
    };
    add("line", place.line);
    add("endLine", place.endLine);
    add("col", place.column);
    // Annotations of several lines have no columns.
    if (place.endLine == place.line) add("endColumn", place.endColumn);
    sink_(fmt::format("{},title={}::{}\n", line, escaped(title, true), escaped(message, false)));
  }

  Sink sink_;
  std::string directory_;
};

}  // namespace

std::unique_ptr<Observer> githubObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<Github>(std::move(sink), options);
}

}  // namespace robur
