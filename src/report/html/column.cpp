#include "report/html/column.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "program/shown_line.h"
#include "report/call_chain.h"
#include "report/html/change_words.h"
#include "report/html/code_line.h"
#include "report/html/markup.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kMostLit = 30;  // lines; of a longer run, those of the cycle are shown
constexpr std::uint32_t kContext = 1;
constexpr std::uint32_t kJoined = 3;  // lines left out are worth a gap

struct LineKey {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  auto operator<=>(const LineKey&) const = default;
};

class ColumnBuilder {
 public:
  ColumnBuilder(const View& view, ThreadId thread, std::size_t remarkWidth,
                const Alternatives* changes, const std::string& id)
      : view_(view),
        program_(*view.program),
        remarkWidth_(remarkWidth),
        changes_(changes),
        changesId_(id) {
    column_.thread = thread;
    column_.title = threadName(program_, thread);
    collect(thread);
  }

  Column take() {
    std::uint32_t file = UINT32_MAX;
    std::uint32_t last = 0;
    const std::vector<LineKey> lines = shownLines();
    indentation_ = commonIndentation(lines);
    for (const LineKey& key : lines) {
      if (key.file != file && program_.sources.size() > 1) {
        row("file", escaped(program_.sources[key.file].path));
      } else if (last != 0 && key.line != last + 1) {
        row("gap", "⋯");
      }
      file = key.file;
      last = key.line;
      line(key);
    }
    for (const Remark* remark : loose_) note(*remark);
    return std::move(column_);
  }

 private:
  static LineKey keyOf(const Span& span) { return {span.file, span.line}; }
  bool known(const Span& span) const { return span.known() && span.file < program_.sources.size(); }

  void collect(ThreadId thread) {
    for (const Remark& remark : view_.narration.remarks) {
      if (remark.thread.empty() || remark.threadId != thread) continue;
      if (known(remark.span)) {
        remarks_[keyOf(remark.span)].push_back(&remark);
      } else {
        loose_.push_back(&remark);
      }
    }
    for (const EventId id : view_.finding->witness.run) {
      const Event& event = view_.finding->witness.graph[id];
      if (event.init || event.thread != thread) continue;
      const Span span = spanOf(program_, event.thread, event.pc);
      if (known(span)) lit_[keyOf(span)].push_back(span);
    }
  }

  std::vector<LineKey> shownLines() const {
    std::set<LineKey> marked;
    for (const auto& [key, remarks] : remarks_) marked.insert(key);
    if (lit_.size() <= kMostLit) {
      for (const auto& [key, spans] : lit_) marked.insert(key);
    }
    std::set<LineKey> shown;
    for (const LineKey& key : marked) {
      for (std::uint32_t l = key.line - std::min(kContext, key.line - 1); l <= key.line + kContext;
           ++l) {
        if (exists({key.file, l})) shown.insert({key.file, l});
      }
    }
    std::vector<LineKey> out;
    for (const LineKey& key : shown) {
      if (!out.empty() && out.back().file == key.file && key.line - out.back().line <= kJoined) {
        for (std::uint32_t l = out.back().line + 1; l < key.line; ++l) out.push_back({key.file, l});
      }
      out.push_back(key);
    }
    return out;
  }

  std::size_t commonIndentation(const std::vector<LineKey>& lines) const {
    std::size_t least = SIZE_MAX;
    for (const LineKey& key : lines) {
      const std::string_view text = program_.sources[key.file].line(key.line);
      const std::size_t blanks = CodeLine::indentation(text);
      if (blanks < text.size()) least = std::min(least, blanks);
    }
    return least;
  }

  bool exists(const LineKey& key) const {
    const std::string& text = program_.sources[key.file].text;
    const auto lines = std::ranges::count(text, '\n') + (text.ends_with('\n') ? 0 : 1);
    return key.line <= static_cast<std::size_t>(lines);
  }

  void row(std::string_view kind, const std::string& content, const std::string& attributes = {}) {
    column_.rows += fmt::format("<div class=\"r {}\"{}>{}</div>\n", kind, attributes, content);
    ++column_.count;
  }

  void line(const LineKey& key) {
    const auto remarks = remarks_.find(key);
    const auto lit = lit_.find(key);
    CodeLine code(program_.sources[key.file].line(key.line));
    code.indentLess(indentation_);
    std::string discs;
    std::string kind = "code";
    if (lit != lit_.end()) {
      kind += " lit";
      for (const Span& span : lit->second) code.mark(span, CodeLine::Tone::Lit);
    }
    if (remarks != remarks_.end()) {
      for (const Remark* remark : remarks->second) {
        code.mark(remark->span, remark->primary ? CodeLine::Tone::Bad : CodeLine::Tone::Cycle);
        kind += remark->primary ? " bad" : " cycle";
        if (remark->number == 0) continue;
        discs += disc(remark->number);
        column_.rowsOf[remark->number] = column_.count;
      }
    }
    row(kind,
        fmt::format("<span class=\"ln\">{}</span>{}<code>{}</code>", key.line, discs, code.html()),
        fmt::format(" data-at=\"{}:{}\"", key.file, key.line));
    if (remarks != remarks_.end()) {
      for (const Remark* remark : remarks->second) note(*remark);
    }
    if (remarks != remarks_.end() || lit != lit_.end()) tries(key);
  }

  void note(const Remark& remark) {
    const std::string text =
        remark.number == 0 ? remark.text : fmt::format("({}) {}", remark.number, remark.text);
    const std::string lines = wrapped(text, 0, remarkWidth_);
    for (std::size_t from = 0; from < lines.size();) {
      const std::size_t end = std::min(lines.find('\n', from), lines.size());
      row(remark.primary ? "note bad" : "note", escaped(lines.substr(from, end - from)));
      from = end + 1;
    }
    const std::string calls = callsBelow(program_, remark.frame);
    if (!calls.empty()) row("note", escaped(oneLine(calls, remarkWidth_)));
  }

  // The changes at this line, those of one site in one row.
  void tries(const LineKey& key) {
    if (changes_ == nullptr) return;
    std::string label;
    std::string links;
    const auto flush = [&] {
      if (!links.empty()) row("tries", fmt::format("<span>{}</span>{}", escaped(label), links));
      links.clear();
    };
    for (std::size_t i = 0; i < changes_->list.size(); ++i) {
      const Alternative& one = changes_->list[i];
      if (keyOf(one.change.span) != key) continue;
      const std::string site = siteText(one);
      if (site != label) flush();
      label = site;
      const std::string words = fmt::format("{}: {}", changeText(one), answerText(*changes_, one));
      links += fmt::format("<a class=\"try {}\" href=\"#{}{}\" title=\"{}\"><i>{}</i>{}</a>",
                           lookOf(one).tone, changesId_, i, escaped(words), lookOf(one).sign,
                           escaped(strengthText(one)));
    }
    flush();
  }

  const View& view_;
  const Program& program_;
  const std::size_t remarkWidth_;
  const Alternatives* changes_;
  const std::string& changesId_;
  std::map<LineKey, std::vector<const Remark*>> remarks_;
  std::map<LineKey, std::vector<Span>> lit_;
  std::vector<const Remark*> loose_;
  std::size_t indentation_ = 0;  // that all lines share
  Column column_;
};

}  // namespace

Column columnOf(const View& view, ThreadId thread, std::size_t remarkWidth,
                const Alternatives* changes, const std::string& changesId) {
  return ColumnBuilder(view, thread, remarkWidth, changes, changesId).take();
}

}  // namespace robur::report_html
