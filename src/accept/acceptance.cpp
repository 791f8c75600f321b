#include "accept/acceptance.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/narrate.h"

namespace robur::accept {

namespace {

std::string lineText(const Program& program, const Span& span) {
  if (!span.known() || span.file >= program.sources.size()) return {};
  const std::string_view line = program.sources[span.file].line(span.line);
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

BaselineEntry entryAt(const Program& program, const std::string& kind, const Span& span) {
  BaselineEntry entry;
  entry.kind = kind;
  entry.line = lineText(program, span);
  if (!entry.line.empty()) entry.file = absolutePath(program.sources[span.file].path);
  return entry;
}

// Is the comment on the line that is shown for the access, or on one of the wrappers that the line
// calls? A comment in a wrapper is about all of its calls.
bool isOn(const Program& program, const AllowComment& comment, const Remark& remark) {
  const auto on = [&](const Span& span) {
    return span.file == comment.span.file && span.line == comment.line;
  };
  const FrameId shown = userFrame(program, remark.frame);
  for (FrameId at = remark.frame; at != shown; at = program.frames[raw(at)].caller) {
    if (on(program.frames[raw(at)].span)) return true;
  }
  return on(remark.span);
}

}  // namespace

Acceptance::Acceptance(std::vector<AllowComment> comments, const Baseline& baseline)
    : comments(std::move(comments)),
      commentUsed(this->comments.size()),
      baseline(baseline),
      entryUsed(baseline.entries.size()) {}

void Acceptance::mark(const Program& program, Result& result) {
  for (Finding& finding : result.findings) mark(program, result.model, finding);
  if (result.consequence && result.consequence->finding) {
    mark(program, result.model, *result.consequence->finding);
  }
}

void Acceptance::mark(const Program& program, ModelName model, Finding& finding) {
  const Narration narration = narrate(program, model, finding);
  for (const Remark& remark : narration.remarks) {
    for (std::size_t i = 0; i < comments.size(); ++i) {
      const AllowComment& comment = comments[i];
      if (!isOn(program, comment, remark) ||
          std::ranges::find(comment.kinds, narration.kind) == comment.kinds.end()) {
        continue;
      }
      commentUsed[i] = true;
      finding.accepted = comment.reason;
      finding.acceptedInSource = true;
    }
    const BaselineEntry here = entryAt(program, narration.kind, remark.span);
    for (std::size_t i = 0; i < baseline.entries.size(); ++i) {
      if (here.line.empty() || !baseline.entries[i].sameFinding(here)) continue;
      entryUsed[i] = true;
      if (finding.accepted.empty()) finding.accepted = baseline.entries[i].reason;
    }
  }
}

std::vector<Diagnostic> Acceptance::unusedComments() const {
  std::vector<Diagnostic> out;
  for (std::size_t i = 0; i < comments.size(); ++i) {
    if (commentUsed[i]) continue;
    out.push_back({Diagnostic::Severity::Warning, comments[i].span,
                   fmt::format("no finding of the kind {} has an access on line {}",
                               fmt::join(comments[i].kinds, " or "), comments[i].line),
                   "remove this comment"});
  }
  return out;
}

BaselineEntry entryFor(const Program& program, ModelName model, const Finding& finding) {
  return entryAt(program, narrate(program, model, finding).kind, finding.span);
}

}  // namespace robur::accept
