#include "run/campaign.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "run/launch.h"
#include "support/scratch_directory.h"

namespace robur {

namespace {

std::string contentsOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

// The first run under pct tells how long runs are; the steps to interrupt at are drawn from that.
std::string scheduleOf(const CampaignOptions& options, std::uint64_t run, std::uint64_t steps) {
  if (!options.replay.empty()) return options.replay;
  if (options.schedule == "os") return "schedule=os";
  if (options.schedule == "exhaust") return fmt::format("schedule=exhaust:runs={}", options.runs);
  const std::string name = fmt::format("schedule={}:seed={}", options.schedule, options.seed + run);
  if (options.schedule != "pct" || steps == 0) return name;
  return fmt::format("{}:length={}", name, steps);
}

// The line in which the exhaustive scheduler says how far it came.
std::string remarkIn(const std::string& output) {
  const std::size_t at = output.rfind("robur: ");
  for (std::size_t from = at; from != std::string::npos && from != 0;
       from = output.rfind("robur: ", from - 1)) {
    const std::string line = output.substr(from, output.find('\n', from) - from);
    if (line.find(" schedule") != std::string::npos) return line.substr(7);
  }
  if (output.starts_with("robur: ")) return output.substr(7, output.find('\n') - 7);
  return {};
}

constexpr int kFound = 66;

}  // namespace

Campaign runCampaign(const CampaignOptions& options,
                     const std::function<bool(const Campaign&)>& progress) {
  Campaign campaign;
  const ScratchDirectory scratch;
  if (scratch.path().empty()) {
    campaign.problem = fmt::format("there is no place for its reports: {}", std::strerror(errno));
    return campaign;
  }
  const bool once = options.schedule == "exhaust" || !options.replay.empty();
  const std::string reports = scratch.file("reports").string();
  std::uint64_t clean = 0;
  for (std::uint64_t run = 0; run < (once ? 1 : options.runs); ++run) {
    const std::string schedule = scheduleOf(options, run, campaign.sightings.steps());
    Launch one;
    one.command = options.command;
    one.output = scratch.file("output").string();
    one.options = fmt::format("{}:reports={}:exitcode={}", schedule, reports, kFound);
    std::filesystem::remove(reports);
    const Ended ended = launch(one);
    if (!ended.problem.empty()) {
      campaign.problem = ended.problem;
      return campaign;
    }
    const std::string told = contentsOf(reports);
    // Silence must not pass for a clean run.
    if (told.empty() && ended.signal == 0) {
      campaign.problem = "it is not watched; build it with robur-cc or robur-c++";
      return campaign;
    }
    ++campaign.runs;
    const std::size_t fresh =
        campaign.sightings.add(told, options.schedule == "exhaust" && options.replay.empty()
                                         ? std::string("schedule=exhaust")
                                         : schedule);
    clean = fresh > 0 ? 0 : clean + 1;
    const std::string output = contentsOf(one.output);
    if (once) campaign.remark = remarkIn(output);
    // Whoever interrupts us interrupts the program as well, which is no failure of its own.
    const bool stopped = ended.signal == SIGINT || ended.signal == SIGTERM;
    if (stopped && !progress(campaign)) {
      campaign.interrupted = true;
      break;
    }
    const bool failed = ended.signal != 0 || (ended.exitCode != 0 && ended.exitCode != kFound);
    if (failed && campaign.failure.empty()) {
      campaign.failure = ended.signal != 0 ? fmt::format("ended by signal {} ({})", ended.signal,
                                                         ::strsignal(ended.signal))
                                           : fmt::format("ended with exit code {}", ended.exitCode);
      campaign.failedOutput = output;
      campaign.failedSchedule = schedule;
    }
    if (!progress(campaign)) {
      campaign.interrupted = true;
      break;
    }
    if (options.untilClean > 0 && clean >= options.untilClean) break;
  }
  return campaign;
}

}  // namespace robur
