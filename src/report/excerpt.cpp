// Input may be hostile, so a long line is cut to a window around what is marked, tabs
// become blanks and control characters question marks before anything is printed.
#include "report/excerpt.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kTab = 4;
constexpr std::size_t kWindow = 160;  // columns of a source line that are shown
constexpr std::size_t kBefore = 60;   // at most so many of them before the first mark

struct ShownLine {
  std::string text;
  std::vector<std::size_t>
      column;  // where each byte of the source line stands; one more at the end
};

bool continuesCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// `first` is the byte where the first mark begins.
ShownLine shown(std::string_view line, std::size_t first) {
  ShownLine out;
  out.column.reserve(line.size() + 1);
  std::size_t from = first > kBefore && line.size() > kWindow ? first - kBefore : 0;
  while (from > 0 && continuesCharacter(line[from])) --from;
  std::size_t column = from > 0 ? 3 : 0;
  if (from > 0) out.text = "...";
  bool cut = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool starts = !continuesCharacter(c);
    if (i < from || cut || (starts && column >= kWindow)) {
      if (i >= from && !cut) {
        out.text += "...";
        cut = true;
      }
      out.column.push_back(column);
      continue;
    }
    out.column.push_back(starts || column == 0 ? column : column - 1);
    if (c == '\t') {
      const std::size_t width = kTab - column % kTab;
      out.text.append(width, ' ');
      column += width;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.text += byte < 0x20 || byte == 0x7F ? '?' : c;
    column += starts;
  }
  out.column.push_back(column);
  return out;
}

struct Underline {
  std::size_t begin = 0;  // bytes within the line
  std::size_t end = 0;
};

Underline underlineOf(const Span& span, std::string_view line) {
  const std::size_t begin =
      std::min<std::size_t>(span.column > 0 ? span.column - 1 : 0, line.size());
  const std::size_t end = span.endLine > span.line || span.endColumn == 0
                              ? line.size()
                              : std::clamp<std::size_t>(span.endColumn - 1, begin, line.size());
  return {begin, end};
}

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
  Layout(const Program& program, const Paint& paint, std::size_t gutter)
      : program_(program), paint_(paint), gutter_(gutter) {}

  void bar(const std::string& text, std::string_view number = "") {
    out_ += paint_(Tone::Gutter, fmt::format("{:>{}} |", number, gutter_));
    if (!text.empty()) out_ += " " + text;
    out_ += '\n';
  }

  // The remarks are all on one line of one thread, ordered by column.
  void line(const std::vector<const Remark*>& remarks) {
    const Span& at = remarks.front()->span;
    const std::string_view source = program_.sources[at.file].line(at.line);
    const ShownLine text = shown(source, underlineOf(at, source).begin);
    bar(text.text, std::to_string(at.line));
    const Span* last = nullptr;
    for (const Remark* remark : remarks) {
      const Underline mark = underlineOf(remark->span, source);
      const std::size_t from = text.column[mark.begin];
      const std::size_t width = std::max<std::size_t>(text.column[mark.end] - from, 1);
      const bool repeated = last != nullptr && *last == remark->span;
      const bool offends = std::ranges::any_of(remarks, [&](const Remark* other) {
        return other->primary && other->span == remark->span;
      });
      const std::string marker(width, repeated ? ' ' : offends ? '^' : '-');
      bar(std::string(from, ' ') + paint_(offends ? Tone::Bad : Tone::Mark, marker) + " " +
          paint_(remark->primary ? Tone::Bad : Tone::Mark, remarkText(*remark)));
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
  const Program& program_;
  const Paint& paint_;
  std::size_t gutter_;
  std::string out_;
};

}  // namespace

Excerpt excerptOf(const Program& program, const Narration& story, const Paint& paint) {
  std::vector<const Remark*> placed;
  std::vector<const Remark*> loose;  // what no source wrote
  std::uint32_t lastLine = 0;
  for (const Remark& remark : story.remarks) {
    const bool known = remark.span.known() && remark.span.file < program.sources.size();
    (known ? placed : loose).push_back(&remark);
    if (known) lastLine = std::max(lastLine, remark.span.line);
  }
  std::ranges::sort(placed, before);
  Excerpt excerpt;
  excerpt.gutter = std::max<std::size_t>(std::to_string(lastLine).size(), 2);
  Layout layout(program, paint, excerpt.gutter);
  if (!placed.empty()) layout.bar("");
  for (std::size_t i = 0; i < placed.size();) {
    const Remark& first = *placed[i];
    if (i == 0 || placed[i - 1]->threadId != first.threadId) {
      layout.thread(first, program.sources.size() > 1);
    }
    std::vector<const Remark*> sameLine;
    for (; i < placed.size() && placed[i]->threadId == first.threadId &&
           placed[i]->span.file == first.span.file && placed[i]->span.line == first.span.line;
         ++i) {
      sameLine.push_back(placed[i]);
    }
    layout.line(sameLine);
  }
  for (const Remark* remark : loose) layout.loose(*remark);
  excerpt.text = layout.take();
  return excerpt;
}

}  // namespace robur
