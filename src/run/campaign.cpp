#include "run/campaign.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "run/launch.h"
#include "support/scratch_directory.h"

namespace robur::run {

namespace {

std::string contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

constexpr int kFound = 66;  // exit code of a program with reports

std::optional<Failure> failureOf(const Ended& ended, const std::string& output,
                                 const std::string& schedule) {
  if (ended.signal == 0 && (ended.exitCode == 0 || ended.exitCode == kFound)) return std::nullopt;
  return Failure{ended.signal, ended.exitCode, output, schedule};
}

// What `schedule=exhaust` does in one run of the program is a campaign of its own.
bool isSingleRun(const CampaignOptions& options) {
  return options.schedule == Schedule::Exhaust || !options.replay.empty();
}

// The schedule to print with a finding; with exhaust, the choices of the report are added to it.
std::string schedulePrinted(const CampaignOptions& options, const std::string& schedule) {
  const bool exhausts = options.schedule == Schedule::Exhaust && options.replay.empty();
  return exhausts ? "schedule=exhaust" : schedule;
}

// With exhaust, that of the execution that failed.
std::string failingSchedule(const RunRecords& records, const std::string& schedule) {
  if (!records.exhausted || records.exhausted->failing.empty()) return schedule;
  return "schedule=exhaust:choices=" + records.exhausted->failing;
}

class Runner {
 public:
  Runner(const CampaignOptions& options, const ScratchDirectory& scratch)
      : options_(options),
        reports_(scratch.file("reports").string()),
        output_(scratch.file("output").string()) {}

  // False if the program cannot be run.
  bool runOnce(Campaign& campaign) {
    const std::string schedule =
        scheduleOptions(options_, campaign.runs, campaign.findings.steps());
    std::filesystem::remove(reports_);
    Launch one;
    one.command = options_.command;
    one.output = output_;
    one.options = fmt::format("{}:reports={}:exitcode={}", schedule, reports_, kFound);
    ended = launch(one);
    if (!ended.problem.empty()) {
      campaign.problem = ended.problem;
      return false;
    }
    const RunRecords records = parseRecords(contentsOf(reports_));
    // A program without the runtime must not pass for a clean one.
    if (!records.any() && ended.signal == 0) {
      campaign.problem = "it was not built with robur-cc or robur-c++";
      return false;
    }
    ++campaign.runs;
    const std::size_t fresh = campaign.findings.add(records, schedulePrinted(options_, schedule));
    cleanRuns = fresh > 0 ? 0 : cleanRuns + 1;
    if (records.exhausted) campaign.exhausted = records.exhausted;
    campaign.undecided += records.undecided;
    failure = failureOf(ended, contentsOf(output_), failingSchedule(records, schedule));
    return true;
  }

  Ended ended;                     // how the last run ended
  std::optional<Failure> failure;  // of the last run
  std::uint64_t cleanRuns = 0;     // runs since the last new finding

 private:
  const CampaignOptions& options_;
  std::string reports_;
  std::string output_;
};

}  // namespace

std::string scheduleOptions(const CampaignOptions& options, std::uint64_t run,
                            std::uint64_t steps) {
  if (!options.replay.empty()) return options.replay;
  const std::string name = fmt::format("schedule={}", nameOf(options.schedule));
  switch (options.schedule) {
    case Schedule::Os:
      return name;
    case Schedule::Exhaust:
      return fmt::format("{}:runs={}:preemptions={}", name, options.runs,
                         std::min(options.preemptions, kAnyPreemptions));
    case Schedule::Pct:
      if (steps > 0) return fmt::format("{}:seed={}:length={}", name, options.seed + run, steps);
      break;
    case Schedule::Random:
      break;
  }
  return fmt::format("{}:seed={}", name, options.seed + run);
}

Campaign runCampaign(const CampaignOptions& options,
                     const std::function<bool(const Campaign&)>& progress) {
  Campaign campaign;
  const ScratchDirectory scratch;
  if (scratch.path().empty()) {
    campaign.problem = fmt::format("no temporary directory: {}", std::strerror(errno));
    return campaign;
  }
  Runner runner(options, scratch);
  const std::uint64_t runs = isSingleRun(options) ? 1 : options.runs;
  while (campaign.runs < runs) {
    if (!runner.runOnce(campaign)) return campaign;
    // An interrupt also reaches the program, which has not failed then.
    const bool stopped = runner.ended.signal == SIGINT || runner.ended.signal == SIGTERM;
    if (stopped && !progress(campaign)) {
      campaign.interrupted = true;
      break;
    }
    if (!campaign.failure) campaign.failure = runner.failure;
    if (!progress(campaign)) {
      campaign.interrupted = true;
      break;
    }
    if (options.untilClean > 0 && runner.cleanRuns >= options.untilClean) break;
  }
  return campaign;
}

}  // namespace robur::run
