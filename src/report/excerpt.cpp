#include "report/excerpt.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "program/shown_line.h"
#include "report/call_chain.h"
#include "report/words.h"

namespace robur {

namespace {

std::string remarkText(const Remark& remark) {
  return remark.number == 0 ? remark.text : fmt::format("({}) {}", remark.number, remark.text);
}

bool before(const Remark* a, const Remark* b) {
  const auto key = [](const Remark& r) {
    return std::tuple(raw(r.threadId), r.span.file, r.span.line, r.span.column, r.number);
  };
  return key(*a) < key(*b);
}

class Layout {
 public:
  Layout(const Program& program, const Narration& narration, const Paint& paint, std::size_t gutter)
      : program_(program), narration_(narration), paint_(paint), gutter_(gutter) {}

  void bar(const std::string& text, std::string_view number = "") {
    out_ += paint_(Tone::Gutter, fmt::format("{:>{}} |", number, gutter_));
    if (!text.empty()) out_ += " " + text;
    out_ += '\n';
  }

  // The remarks are all on one line of one thread, ordered by column.
  void line(const std::vector<const Remark*>& remarks) {
    const Span& at = remarks.front()->span;
    const std::string_view source = program_.sources[at.file].line(at.line);
    const ShownLine text = shownLine(source, underlineOf(at, source).begin);
    bar(text.text, std::to_string(at.line));
    const Span* last = nullptr;
    for (const Remark* remark : remarks) {
      const auto [from, width] = columnsOf(text, underlineOf(remark->span, source));
      const bool repeated = last != nullptr && *last == remark->span;
      const bool offends = std::ranges::any_of(remarks, [&](const Remark* other) {
        return other->primary && other->span == remark->span;
      });
      const std::string marker(width, repeated ? ' ' : offends ? '^' : '-');
      bar(std::string(from, ' ') + paint_(offends ? Tone::Bad : Tone::Mark, marker) + " " +
          paint_(remark->primary ? Tone::Bad : Tone::Mark, remarkText(*remark)));
      calls(*remark, from);
      last = &remark->span;
    }
  }

  void thread(const Remark& remark, bool namesFile) {
    std::string title = fmt::format("thread {}", remark.thread);
    if (namesFile) title += fmt::format(" in {}", program_.sources[remark.span.file].path);
    bar(paint_(Tone::Aside, title));
  }

  void loose(const Remark& remark) {
    out_ += fmt::format("{:>{}} = {}\n", "", gutter_, remarkText(remark));
  }

  std::string take() { return std::move(out_); }

 private:
  void calls(const Remark& remark, std::size_t from) {
    for (const std::string& text :
         {callsBelow(program_, remark.frame),
          isAmbiguous(remark) ? callsAbove(program_, remark.frame) : std::string()}) {
      if (!text.empty()) bar(std::string(from, ' ') + paint_(Tone::Aside, text));
    }
  }
  // Does another access have this line, but other callers?
  bool isAmbiguous(const Remark& remark) const {
    return std::ranges::any_of(narration_.remarks, [&](const Remark& other) {
      return other.span == remark.span &&
             callsAbove(program_, other.frame) != callsAbove(program_, remark.frame);
    });
  }

  const Program& program_;
  const Narration& narration_;
  const Paint& paint_;
  std::size_t gutter_;
  std::string out_;
};

}  // namespace

Excerpt excerptOf(const Program& program, const Narration& narration, const Paint& paint) {
  std::vector<const Remark*> located;
  std::vector<const Remark*> loose;  // without a source location
  std::uint32_t lastLine = 0;
  for (const Remark& remark : narration.remarks) {
    const bool known = remark.span.known() && remark.span.file < program.sources.size();
    (known ? located : loose).push_back(&remark);
    if (known) lastLine = std::max(lastLine, remark.span.line);
  }
  std::ranges::sort(located, before);
  Excerpt excerpt;
  excerpt.gutter = std::max<std::size_t>(std::to_string(lastLine).size(), 2);
  Layout layout(program, narration, paint, excerpt.gutter);
  if (!located.empty()) layout.bar("");
  for (std::size_t i = 0; i < located.size();) {
    const Remark& first = *located[i];
    if (i == 0 || located[i - 1]->threadId != first.threadId ||
        located[i - 1]->span.file != first.span.file) {
      layout.thread(first, program.sources.size() > 1);
    }
    std::vector<const Remark*> sameLine;
    for (; i < located.size() && located[i]->threadId == first.threadId &&
           located[i]->span.file == first.span.file && located[i]->span.line == first.span.line;
         ++i) {
      sameLine.push_back(located[i]);
    }
    layout.line(sameLine);
  }
  for (const Remark* remark : loose) layout.loose(*remark);
  excerpt.text = layout.take();
  return excerpt;
}

}  // namespace robur
