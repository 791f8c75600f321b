// robur run: a watched program again and again, under controlled schedules.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "run/write.h"

namespace robur {

namespace {

using Writer = std::string (*)(const CampaignOptions&, const Campaign&);

Writer writerFor(const std::string& path) {
  if (path.ends_with(".txt")) return campaignText;
  if (path.ends_with(".json")) return campaignJson;
  if (path.ends_with(".sarif")) return campaignSarif;
  return nullptr;
}

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

}  // namespace

ExitCode runRun(const Settings& settings) {
  CampaignOptions options = settings.campaign;
  options.command = settings.files;
  if (options.runs == 0) options.runs = options.schedule == "exhaust" ? 10'000 : 100;
  for (const std::string& path : settings.reports) {
    if (writerFor(path) != nullptr) continue;
    printError(fmt::format("{}: a report ends in .txt, .json or .sarif", path));
    return ExitCode::BadInput;
  }
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
  const Campaign campaign = runCampaign(options, [&](const Campaign& now) {
    if (live) {
      terminal.write(fmt::format("\r\x1b[K{} of {} runs, {} found", now.runs, options.runs,
                                 now.sightings.all().size()));
    }
    return !interruptedFlag().load();
  });
  if (live) terminal.write("\r\x1b[K");
  if (!campaign.problem.empty()) {
    printError(fmt::format("{}: cannot be run: {}", options.command[0], campaign.problem));
    return ExitCode::BadInput;
  }
  Output output(STDOUT_FILENO);
  output.write(campaignText(options, campaign));
  bool written = true;
  for (const std::string& path : settings.reports) {
    written &= write(path, writerFor(path)(options, campaign));
  }
  const bool found = !campaign.sightings.all().empty();
  if (found && !settings.recordFile.empty()) {
    written &= write(settings.recordFile, campaign.sightings.all()[0].schedule + "\n");
  }
  if (!written) return ExitCode::BadInput;
  if (found || !campaign.failure.empty()) return ExitCode::Violation;
  return campaign.interrupted ? ExitCode::Unknown : ExitCode::Holds;
}

}  // namespace robur
