// A suite per file and a case per question. A case has at most one failure or error, because
// several readers show only the first: its text lists the problems, one line each in the form of
// compilers, followed by their details. What does not fail a case, such as a harmless violation
// that is accepted, stands in its output. An error is a question that could not be answered, or a
// file that is not a program.
#include "report/junit.h"

#include <fmt/format.h>

#include "report/problems.h"
#include "report/relative_path.h"
#include "report/utf8.h"

namespace robur {

namespace {

// XML 1.0 has no way to write most control characters. In an attribute a line end would be read as
// a blank.
std::string escaped(std::string_view text, bool inAttribute = true) {
  std::string out = cleaned(text, true, [&](std::string& into, char c) {
    switch (c) {
      case '&':
        into += "&amp;";
        break;
      case '<':
        into += "&lt;";
        break;
      case '>':
        into += "&gt;";
        break;
      case '"':
        into += "&quot;";
        break;
      case '\n':
        into += inAttribute ? "&#10;" : "\n";
        break;
      default:
        into += c;
    }
  });
  // The two characters of UTF-8 that XML does not have.
  for (const std::string_view bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = out.find(bad); at != std::string::npos; at = out.find(bad)) {
      out.replace(at, bad.size(), "?");
    }
  }
  return out;
}

// Further lines of a detail are not taken for problems.
std::string indented(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    text.insert(at + 1, "  ");
  }
  return text;
}

struct Case {
  std::string name;
  double seconds = 0;
  const char* element = nullptr;  // failure or error; null: passed
  std::string type;
  std::string message;
  std::string text;
};

struct Suite {
  std::string file;
  std::vector<Case> cases;
};

struct Totals {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  double seconds = 0;

  void add(const Case& c) {
    ++tests;
    failures += c.element != nullptr && std::string_view(c.element) == "failure";
    errors += c.element != nullptr && std::string_view(c.element) == "error";
    seconds += c.seconds;
  }

  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests,
                       failures, errors, seconds);
  }
};

std::string xmlOf(const Suite& suite, const Case& c) {
  std::string out = fmt::format(
      "    <testcase classname=\"{0}\" name=\"{1}\" file=\"{0}\" "
      "time=\"{2:.3f}\"",
      escaped(suite.file), escaped(c.name), c.seconds);
  if (c.element == nullptr && c.text.empty()) return out + "/>\n";
  out += ">\n";
  if (c.element == nullptr) {
    out += fmt::format("      <system-out>{}</system-out>\n", escaped(c.text, false));
  } else {
    out += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", c.element,
                       escaped(c.type), escaped(c.message), escaped(c.text, false));
  }
  return out + "    </testcase>\n";
}

class Junit : public AnswerObserver {
 public:
  Junit(Sink sink, const ReportOptions& options)
      : AnswerObserver(options), sink_(std::move(sink)), directory_(options.directory) {}

  void rejected(std::string_view file, const std::vector<Source>& sources,
                const std::vector<Diagnostic>& diagnostics) override {
    Case c;
    c.name = "is a program";
    c.element = "error";
    c.type = "input";
    for (const Diagnostic& d : diagnostics) {
      Place place = d.span.known() ? placeOf(sources, d.span) : Place{std::string(file)};
      if (c.message.empty()) c.message = d.message;
      c.text += fmt::format("{}: {}\n", placeText(place), d.message);
    }
    suiteOf(std::string(file)).cases.push_back(std::move(c));
  }

  void end() override {
    Totals all;
    for (const Suite& suite : suites_) {
      for (const Case& c : suite.cases) all.add(c);
    }
    sink_(
        fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"robur\" {}>\n",
                    all.attributes()));
    for (const Suite& suite : suites_) {
      Totals totals;
      for (const Case& c : suite.cases) totals.add(c);
      sink_(
          fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(suite.file), totals.attributes()));
      for (const Case& c : suite.cases) sink_(xmlOf(suite, c));
      sink_("  </testsuite>\n");
    }
    sink_("</testsuites>\n");
  }

 private:
  void answered(const Answer& answer) override {
    Case c;
    c.name = answer.question;
    c.seconds = answer.seconds;
    for (const Problem& problem : answer.problems) c.text += problemText(answer, problem);
    if (answer.decision == Decision::Violated) {
      c.element = "failure";
      c.type = answer.problems.empty() ? "violation" : answer.problems.front().rule;
      c.message = answer.problems.empty() ? answer.reason : answer.problems.front().message;
    } else if (answer.decision == Decision::Unknown) {
      c.element = "error";
      c.type = "unknown";
      c.message = answer.reason;
    }
    suiteOf(answer.file).cases.push_back(std::move(c));
  }

  Suite& suiteOf(const std::string& file) {
    const std::string name = relativePath(file, directory_);
    for (Suite& suite : suites_) {
      if (suite.file == name) return suite;
    }
    return suites_.emplace_back(Suite{name, {}});
  }

  std::string placeText(const Place& place) const {
    std::string text = relativePath(place.file, directory_);
    if (place.line > 0) text += fmt::format(":{}", place.line);
    if (place.column > 0) text += fmt::format(":{}", place.column);
    return text;
  }

  std::string problemText(const Answer& answer, const Problem& problem) const {
    Place place = problem.place;
    if (place.file.empty()) place.file = answer.file;
    std::string text = fmt::format("{}: {}: {} [{}]\n", placeText(place),
                                   spelling(problem.severity), problem.message, problem.rule);
    if (!problem.accepted.empty()) text += fmt::format("  accepted: {}\n", problem.accepted);
    for (const Problem::Access& access : problem.accesses) {
      text += fmt::format("  {}: {}\n", placeText(access.place), access.text);
    }
    for (const std::string& detail : problem.details)
      text += fmt::format("  {}\n", indented(detail));
    return text;
  }

  Sink sink_;
  std::string directory_;
  std::vector<Suite> suites_;
};

}  // namespace

std::unique_ptr<Observer> junitObserver(Sink sink, const ReportOptions& options) {
  return std::make_unique<Junit>(std::move(sink), options);
}

}  // namespace robur
