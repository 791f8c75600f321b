#include "run/result.h"

#include <cstring>

#include <fmt/format.h>

namespace robur::run {

namespace {

std::string failureText(const Failure& failure) {
  if (failure.signal == 0) return fmt::format("ended with exit code {}", failure.exitCode);
  return fmt::format("ended by signal {} ({})", failure.signal, ::strsignal(failure.signal));
}

const char* endText(ScheduleEnd end) {
  switch (end) {
    case ScheduleEnd::Complete:
      return ", which are all of them";
    case ScheduleEnd::Bounded:
      return ", all within the bound on preemptions";
    case ScheduleEnd::Limit:
      return "; there are more (raise -n)";
    case ScheduleEnd::Signal:
      return "; in the last one the program was ended by a signal";
    case ScheduleEnd::TooLong:
      return "; the last one had too many steps";
    case ScheduleEnd::NoProcess:
      return "; a process for the next one could not be created";
  }
  return "";
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string remarkText(const Campaign& campaign) {
  std::string text;
  if (const auto& count = campaign.schedules) {
    text = counted(count->schedules, "schedule", "schedules") + endText(count->end);
  }
  if (campaign.undecided == 0) return text;
  if (!text.empty()) text += "; ";
  return text + counted(campaign.undecided, "access", "accesses") +
         " undecided: ROBUR_OPTIONS=past=N remembers more of a run";
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
  if (campaign.failure) {
    out.failure = failureText(*campaign.failure);
    out.failedSchedule = campaign.failure->schedule;
    out.failedOutput = campaign.failure->output;
  }
  out.findings = campaign.findings.all();
  return out;
}

}  // namespace robur::run
