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

std::string remarkText(const ScheduleCount& count) {
  return fmt::format("{} {}{}", count.schedules, count.schedules == 1 ? "schedule" : "schedules",
                     endText(count.end));
}

}  // namespace

RunResult resultOf(const CampaignOptions& options, const Campaign& campaign) {
  RunResult out;
  out.command = options.command;
  out.schedule = nameOf(options.schedule);
  out.repeated = options.schedule != Schedule::Exhaust && options.replay.empty();
  out.runs = campaign.runs;
  out.interrupted = campaign.interrupted;
  if (campaign.schedules) out.remark = remarkText(*campaign.schedules);
  if (campaign.failure) {
    out.failure = failureText(*campaign.failure);
    out.failedSchedule = campaign.failure->schedule;
    out.failedOutput = campaign.failure->output;
  }
  out.findings = campaign.findings.all();
  return out;
}

}  // namespace robur::run
