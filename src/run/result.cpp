#include "run/result.h"

#include <cstring>

#include <fmt/format.h>

namespace robur::run {

namespace {

std::string failureText(const Failure& failure) {
  if (failure.signal == 0) return fmt::format("ended with exit code {}", failure.exitCode);
  return fmt::format("ended by signal {} ({})", failure.signal, ::strsignal(failure.signal));
}

std::string remarkText(const Campaign& campaign) {
  if (campaign.undecided == 0) return "";
  return fmt::format("{} {} undecided: ROBUR_OPTIONS=past=N remembers more of a run",
                     campaign.undecided, campaign.undecided == 1 ? "access" : "accesses");
}

// A process that ends before it says what it has explored has explored nothing.
std::optional<Exhausted> exhaustedIn(const CampaignOptions& options, const Campaign& campaign) {
  const bool exhausts = options.schedule == Schedule::Exhaust && options.replay.empty();
  if (!exhausts || campaign.exhausted) return campaign.exhausted;
  Exhausted nothing;
  nothing.reasons = {"the exploration has not come to its end"};
  return nothing;
}

}  // namespace

RunResult resultOf(const CampaignOptions& options, const Campaign& campaign) {
  RunResult out;
  out.command = options.command;
  out.schedule = nameOf(options.schedule);
  out.repeated = options.schedule != Schedule::Exhaust && options.replay.empty();
  out.runs = campaign.runs;
  out.interrupted = campaign.interrupted;
  out.remark = remarkText(campaign);
  out.exhausted = exhaustedIn(options, campaign);
  if (campaign.failure) {
    out.failure = failureText(*campaign.failure);
    out.failedSchedule = campaign.failure->schedule;
    out.failedOutput = campaign.failure->output;
  }
  out.findings = campaign.findings.all();
  return out;
}

}  // namespace robur::run
