// robur run: executes an instrumented program many times, under controlled schedules.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/reporter.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "report/format.h"
#include "run/result.h"

namespace robur {

namespace {

// The schedule in a file that --record has written: one line.
std::optional<std::string> recordedSchedule(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("schedule=")) return std::nullopt;
  return line;
}

bool write(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text << std::flush;
  if (file) return true;
  printError(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
  return false;
}

std::string report(const FormatInfo& format, const RunResult& result, bool allowBounded) {
  std::string text;
  ReportOptions options;
  options.allowBounded = allowBounded;
  addOrigin(options);
  const std::unique_ptr<Observer> observer =
      format.make([&text](std::string_view piece) { text += piece; }, options);
  observer->begin({});
  observer->ran(result);
  observer->end();
  return text;
}

}  // namespace

ExitCode runRun(const RunSettings& settings) {
  run::CampaignOptions options = settings.campaign;
  options.command = settings.program;
  if (options.runs == 0) options.runs = options.schedule == run::Schedule::Exhaust ? 10'000 : 100;
  if (!settings.replayFile.empty()) {
    const std::optional<std::string> schedule = recordedSchedule(settings.replayFile);
    if (!schedule) {
      printError(
          fmt::format("{}: there is no schedule in this file; robur run --record FILE writes "
                      "the one of the first finding",
                      settings.replayFile));
      return ExitCode::BadInput;
    }
    options.replay = *schedule;
  }
  catchInterrupts();
  const bool live = isTerminal(STDERR_FILENO) && !settings.quiet;
  Output terminal(STDERR_FILENO);
  const run::Campaign campaign = run::runCampaign(options, [&](const run::Campaign& now) {
    if (live) {
      terminal.write(fmt::format("\r\x1b[K{} of {} runs, {} found", now.runs, options.runs,
                                 now.findings.all().size()));
    }
    return !interruptedFlag().load();
  });
  if (live) terminal.write("\r\x1b[K");
  if (!campaign.problem.empty()) {
    printError(fmt::format("{}: cannot be run: {}", options.command[0], campaign.problem));
    return ExitCode::BadInput;
  }
  const RunResult result = run::resultOf(options, campaign);
  Reporter reporter(settings);
  reporter->ran(result);
  bool written = true;
  for (const std::string& path : settings.reports) {
    written &=
        write(path, report(*formatOfPath(path, kQuestionRun), result, settings.allowBounded));
  }
  if (!result.findings.empty() && !settings.recordFile.empty()) {
    written &= write(settings.recordFile, result.findings[0].schedule + "\n");
  }
  const ExitCode code = reporter.finish(written ? ExitCode::Holds : ExitCode::BadInput);
  if (code != ExitCode::Holds) return code;
  return codeFor(decisionOf(result, settings.allowBounded));
}

}  // namespace robur
