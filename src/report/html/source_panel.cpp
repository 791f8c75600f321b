#include "report/html/source_panel.h"

#include <map>

#include <fmt/format.h>

#include "report/html/code_line.h"
#include "report/html/markup.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kMostBytes = 60'000;  // of all files together

struct LineMarks {
  std::vector<std::pair<Span, CodeLine::Tone>> spans;
};

using MarksByLine = std::map<std::pair<std::uint32_t, std::uint32_t>, LineMarks>;

MarksByLine marksOf(const std::vector<View>& views) {
  MarksByLine out;
  for (const View& view : views) {
    for (const EventId id : view.finding->witness.run) {
      const Event& event = view.finding->witness.graph[id];
      if (event.init) continue;
      const Span span = spanOf(*view.program, event.thread, event.pc);
      out[{span.file, span.line}].spans.emplace_back(span, CodeLine::Tone::Lit);
    }
    for (const Remark& remark : view.narration.remarks) {
      out[{remark.span.file, remark.span.line}].spans.emplace_back(
          remark.span, remark.primary ? CodeLine::Tone::Bad : CodeLine::Tone::Cycle);
    }
  }
  return out;
}

}  // namespace

std::string sourcePanel(const Program& program, const std::vector<View>& views) {
  const MarksByLine marks = marksOf(views);
  std::string out;
  std::size_t bytes = 0;
  for (std::uint32_t file = 0; file < program.sources.size(); ++file) {
    const Source& source = program.sources[file];
    if (source.owner == Source::Owner::Library) continue;
    bytes += source.text.size();
    if (bytes > kMostBytes) {
      out += fmt::format("<p><code>{}</code> is too long to be shown here.</p>\n",
                         escaped(source.path));
      continue;
    }
    out += fmt::format(
        "<details class=\"file\"{}><summary><code>{}</code></summary><pre "
        "tabindex=\"0\" aria-label=\"source\">",
        views.empty() ? " open" : "", escaped(source.path));
    std::uint32_t number = 1;
    for (std::size_t from = 0; from < source.text.size(); ++number) {
      CodeLine line(source.line(number));
      const auto it = marks.find({file, number});
      if (it != marks.end()) {
        for (const auto& [span, tone] : it->second.spans) line.mark(span, tone);
      }
      out += fmt::format("<span class=\"l\"><span class=\"ln\">{}</span>{}</span>\n", number,
                         line.html());
      const std::size_t end = source.text.find('\n', from);
      from = end == std::string::npos ? source.text.size() : end + 1;
    }
    out += "</pre></details>\n";
  }
  return out;
}

}  // namespace robur::report_html
