#include "cli/accepting.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "report/words.h"

namespace robur {

bool Accepting::prepare() {
  if (!settings_.baseline.empty()) {
    baseline_ = accept::readBaseline(settings_.baseline);
    if (!baseline_.error.empty()) {
      printError(fmt::format("{} {}", settings_.baseline, baseline_.error));
      return false;
    }
  }
  useless_.resize(baseline_.entries.size());
  useful_.resize(baseline_.entries.size());
  if (settings_.writeBaseline.empty() || !std::filesystem::exists(settings_.writeBaseline)) {
    return true;
  }
  printError(fmt::format("{} exists and is not replaced; remove it, or name another file",
                         settings_.writeBaseline));
  return false;
}

std::optional<accept::Acceptance> Accepting::acceptanceFor(Loaded& loaded) const {
  if (!loaded.program) return accept::Acceptance({}, baseline_);
  accept::AllowComments found = accept::allowCommentsIn(loaded.program->sources);
  if (found.errors.empty()) return accept::Acceptance(std::move(found.comments), baseline_);
  loaded.sources = loaded.program->sources;
  for (const Diagnostic& error : found.errors) {
    printDiagnostics(loaded.sources[error.span.file], {error}, settings_.colour);
    loaded.diagnostics.push_back(error);
  }
  loaded.program.reset();
  return std::nullopt;
}

// Has everything been found that there is?
bool Accepting::known(const Result& result) const {
  if (result.verdict == Verdict::Unknown) return false;
  return !result.everyFinding || result.incomplete.empty();
}

void Accepting::seen(const Program& program, const Result& result) {
  allKnown_ = allKnown_ && known(result);
  if (settings_.writeBaseline.empty()) return;
  const auto add = [&](const Finding& finding) {
    if (!finding.accepted.empty()) return;
    accept::BaselineEntry entry = accept::entryFor(program, result.model, finding);
    if (entry.line.empty()) return;
    const auto same = [&](const accept::BaselineEntry& e) { return e.sameFinding(entry); };
    if (std::ranges::none_of(open_, same)) open_.push_back(std::move(entry));
  };
  for (const Finding& finding : result.findings) add(finding);
  const std::optional<Consequence>& c = result.consequence;
  if (c && c->answer == Consequence::Answer::Harmful && c->finding) add(*c->finding);
}

void Accepting::checked(const Program& program, const accept::Acceptance& acceptance) {
  if (allKnown_) {
    for (const Diagnostic& unused : acceptance.unusedComments()) {
      printDiagnostics(program.sources[unused.span.file], {unused}, settings_.colour);
    }
  }
  for (std::size_t i = 0; i < baseline_.entries.size(); ++i) {
    const bool here = std::ranges::any_of(program.sources, [&](const Source& source) {
      return accept::absolutePath(source.path) == baseline_.entries[i].file;
    });
    if (acceptance.usedEntries()[i]) useful_[i] = true;
    if (here && allKnown_ && !acceptance.usedEntries()[i]) useless_[i] = true;
  }
  allKnown_ = true;
}

ExitCode Accepting::finish() {
  for (std::size_t i = 0; i < baseline_.entries.size(); ++i) {
    if (!useless_[i] || useful_[i]) continue;
    Output(STDERR_FILENO)
        .write(fmt::format("{}: warning: entry {} ({}) accepts no finding; remove it\n",
                           settings_.baseline, i + 1, baseline_.entries[i].kind));
  }
  if (settings_.writeBaseline.empty()) return ExitCode::Holds;
  const std::string& path = settings_.writeBaseline;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) {
    printError(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
    return ExitCode::BadInput;
  }
  Output output(file);
  output.write(accept::baselineText(path, open_));
  const bool closed = ::close(file) == 0;
  if (output.failed() || !closed) {
    printError(fmt::format("{} cannot be written: {}", path,
                           output.failed() ? output.problem() : std::strerror(errno)));
    return ExitCode::BadInput;
  }
  Output(STDERR_FILENO)
      .write(fmt::format("{}: {} written; fill in the reasons, then use --baseline {}\n", path,
                         countText(open_.size(), "finding"), path));
  return ExitCode::Holds;
}

}  // namespace robur
