#include "report/diagnostic_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/excerpt.h"
#include "report/words.h"

namespace robur {

void DiagnosticText::error(const Finding& finding, const Narration& narration) {
  headline(Severity::Error, finding, narration);
}

void DiagnosticText::headline(Severity severity, const Finding& finding,
                              const Narration& narration) {
  const Tone tone = severity == Severity::Error     ? Tone::Bad
                    : severity == Severity::Warning ? Tone::Unsure
                                                    : Tone::Mark;
  head(finding, narration, paint_(tone, fmt::format("{}:", spelling(severity))),
       narration.headline);
}

void DiagnosticText::note(const Finding& finding, const Narration& narration,
                          const std::string& headline) {
  head(finding, narration, paint_(Tone::Mark, "note:"), headline);
}

void DiagnosticText::head(const Finding& finding, const Narration& narration,
                          const std::string& severity, const std::string& headline) {
  const auto primary = std::ranges::find_if(narration.remarks, &Remark::primary);
  const Span& at =
      primary != narration.remarks.end() && primary->span.known() ? primary->span : finding.span;
  out_ +=
      fmt::format("{} {} {} {}\n", paint_(Tone::Strong, locationText(program_, at) + ":"), severity,
                  paint_(Tone::Strong, headline), paint_(Tone::Aside, "[" + narration.kind + "]"));
  const Excerpt excerpt = excerptOf(program_, narration, paint_);
  out_ += excerpt.text;
  indent_.assign(excerpt.gutter + 1, ' ');
}

void DiagnosticText::item(std::string_view title, std::string_view text) {
  const std::size_t column = indent_.size() + title.size() + 4;
  out_ += fmt::format("{}= {}: {}\n", indent_, paint_(Tone::Strong, title),
                      wrapped(text, column, columns_));
}

void DiagnosticText::rows(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) out_ += fmt::format("{}    {}\n", indent_, line);
}

}  // namespace robur
