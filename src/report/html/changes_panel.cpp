#include "report/html/changes_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/diff.h"
#include "report/html/change_words.h"
#include "report/html/markup.h"
#include "report/repair_words.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

std::string diffHtml(const std::vector<FileChange>& files) {
  std::string diff;
  for (const FileChange& c : files) diff += unifiedDiff(plainPath(c.path), c.before, c.after);
  std::string out;
  for (std::size_t from = 0; from < diff.size();) {
    const std::size_t end = std::min(diff.find('\n', from), diff.size());
    const std::string line = diff.substr(from, end - from);
    const char* const kind = line.starts_with("---") || line.starts_with("+++") ? "file"
                             : line.starts_with("@@")                           ? "hunk"
                             : line.starts_with("+")                            ? "plus"
                             : line.starts_with("-")                            ? "minus"
                                                                                : "same";
    std::string text;
    for (const char c : line) text += c == '\t' ? std::string(4, ' ') : std::string(1, c);
    out += fmt::format("<span class=\"{}\">{}</span>\n", kind, escaped(text));
    from = end + 1;
  }
  return out;
}

// The line of the source that a change is at.
std::string lineOf(const Program& program, const Span& span) {
  if (!span.known() || span.file >= program.sources.size()) return {};
  const std::string line = oneLine(program.sources[span.file].line(span.line), 90);
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

bool isAddedFence(const Alternative& one) {
  return !one.weaker && (one.change.kind == RepairChange::Kind::FenceBefore ||
                         one.change.kind == RepairChange::Kind::FenceAfter);
}

// "order x.store(1, rel)", "fence(sc)", "fence before while (y.load(acq)) { }"
std::string siteHtml(const Program& program, const Alternative& one) {
  const Span& span = one.change.span;
  const std::string code =
      isAddedFence(one) ? lineOf(program, span) : oneLine(sourceText(program, span), 90);
  // The text of a fence says that it is one.
  const bool fence = one.change.kind != RepairChange::Kind::AccessOrder &&
                     one.change.kind != RepairChange::Kind::FailureOrder && !isAddedFence(one);
  return fmt::format("{}<code>{}</code>", fence ? "" : siteText(one) + " ", escaped(code));
}

// "line 12: x.store(1, rel) with order sc", "line 14: fence(sc) before while (y.load(acq)) { }"
std::string changeHtml(const Program& program, const Alternative& one) {
  const Span& span = one.change.span;
  const bool before = one.change.kind == RepairChange::Kind::FenceBefore;
  const std::string what =
      isAddedFence(one)
          ? fmt::format("<code>{}</code> {} <code>{}</code>", escaped(one.change.text),
                        before ? "before" : "after", escaped(lineOf(program, span)))
          : fmt::format("<code>{}</code> {}", escaped(oneLine(sourceText(program, span), 90)),
                        escaped(one.removed ? "left out" : "with " + changeText(one)));
  return fmt::format("{}: {}", escaped(placeText(program, span)), what);
}

bool sameSite(const Alternative& a, const Alternative& b) {
  return a.change.span == b.change.span && a.change.kind == b.change.kind;
}

}  // namespace

std::string copyable(const std::string& lines, const char* what) {
  return fmt::format(
      "<div class=\"copy\"><pre tabindex=\"0\" aria-label=\"{0}\">{1}</pre>"
      "<button type=\"button\" hidden aria-label=\"copy the {0}\">copy</button></div>\n",
      what, lines);
}

std::string changesPanel(const Alternatives& changes, const std::string& id) {
  if (!changes.unavailable.empty()) {
    return fmt::format("<p>No change was tried: {}.</p>\n", escaped(changes.unavailable));
  }
  if (changes.list.empty()) {
    return changes.untried > 0 ? "<p>There was no time to try a change.</p>\n"
                               : "<p>There is no order or fence here that could be changed.</p>\n";
  }
  std::string out =
      changes.list.front().weaker
          ? "<p>Each order and fence made weaker, and nothing else changed: what it is needed for."
            "</p>\n"
          : "<p>Each order on a cycle made stronger, or a fence added beside it, and nothing else "
            "changed.</p>\n";
  const Program& program = *changes.program;
  for (std::size_t i = 0; i < changes.list.size(); ++i) {
    const Alternative& one = changes.list[i];
    if (i == 0 || !sameSite(changes.list[i - 1], one)) {
      out += fmt::format("{}<div class=\"site\"><p><span class=\"place\">{}</span> {}</p><div>\n",
                         i == 0 ? "" : "</div></div>\n",
                         escaped(placeText(program, one.change.span)), siteHtml(program, one));
    }
    out += fmt::format(
        "<details class=\"change\" id=\"{}{}\"><summary class=\"{}\">{} {}</summary>"
        "<div class=\"result\"><p>{}</p><p>{} {}.</p>{}</div></details>\n",
        id, i, lookOf(one).tone, lookOf(one).sign, escaped(strengthText(one)),
        changeHtml(program, one),
        fmt::format("<b class=\"{}\">{}</b>", lookOf(one).tone, lookOf(one).sign),
        escaped(answerText(changes, one)),
        one.files.empty() ? std::string() : copyable(diffHtml(one.files), "diff"));
  }
  out += "</div></div>\n";
  if (changes.untried > 0) {
    out += fmt::format("<p>{} not tried.</p>\n", countText(changes.untried, "more change") +
                                                     (changes.untried == 1 ? " was" : " were"));
  }
  return out;
}

std::string repairPanel(const RepairResult& repair, const Program& program) {
  switch (repair.outcome) {
    case RepairResult::Outcome::Unchanged:
      return "<p>There is nothing to repair.</p>\n";
    case RepairResult::Outcome::Impossible:
      return fmt::format("<p>No fences and orders make this program robust{}.</p>\n",
                         repair.violations.empty()
                             ? std::string()
                             : ": " + escaped(remainingText(program, repair.violations.back())));
    case RepairResult::Outcome::Unknown:
      return fmt::format(
          "<p>No repair was found in the time for this page{}; <code>robur repair</code> has no "
          "limit.</p>\n",
          repair.reason.empty() ? std::string() : ": " + escaped(repair.reason));
    case RepairResult::Outcome::Changed:
      break;
  }
  const RepairSolution& solution = repair.solutions.front();
  std::string out = fmt::format(
      "<p>{} robust against {}; {}.</p>\n",
      countText(solution.changes.size(), "change") +
          (solution.changes.size() == 1 ? " makes it" : " make it"),
      titlesOf(repair.models),
      repair.untried.empty() ? "no cheaper solution exists"
                             : "some changes were not tried, because the text does not show how to "
                               "write them, so there may be a cheaper solution");
  out += copyable(diffHtml(solution.files), "repair");
  out += "<ul>\n";
  for (const RepairChange& change : solution.changes) {
    if (!change.prevents) continue;
    Alternative one;
    one.change = change;
    out += fmt::format("<li>{}, {}: {}</li>\n", escaped(placeText(program, change.span)),
                       escaped(changeText(one)),
                       escaped(preventedText(program, repair.violations[*change.prevents])));
  }
  return out + "</ul>\n";
}

}  // namespace robur::report_html
