#include "run/result.h"

#include <charconv>

namespace robur {

namespace {

std::uint32_t numberIn(std::string_view digits) {
  std::uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// "lock.cpp:12:5 in main" in parts.
CodeLocation locationOf(std::string_view place) {
  CodeLocation out;
  const std::size_t in = place.find(" in ");
  if (in != std::string_view::npos) out.function = place.substr(in + 4);
  const std::string_view spot = place.substr(0, in);
  const std::size_t second = spot.rfind(':');
  const std::size_t first =
      second == std::string_view::npos || second == 0 ? second : spot.rfind(':', second - 1);
  if (first == std::string_view::npos || first == 0) {
    out.file = spot;
    return out;
  }
  out.file = spot.substr(0, first);
  out.line = numberIn(spot.substr(first + 1, second - first - 1));
  out.column = numberIn(spot.substr(second + 1));
  return out;
}

}  // namespace

RunResult resultOf(const CampaignOptions& options, const Campaign& campaign) {
  RunResult out;
  out.command = options.command;
  out.schedule = options.schedule;
  out.repeated = options.schedule != "exhaust" && options.replay.empty();
  out.runs = campaign.runs;
  out.interrupted = campaign.interrupted;
  out.remark = campaign.remark;
  out.failure = campaign.failure;
  out.failedSchedule = campaign.failedSchedule;
  out.failedOutput = campaign.failedOutput;
  for (const Sighting& s : campaign.sightings.all()) {
    out.findings.push_back(
        {s.kind == "race" ? RunFinding::Kind::Race : RunFinding::Kind::Robustness,
         locationOf(s.place), locationOf(s.other), s.text, s.schedule, s.runs});
  }
  return out;
}

}  // namespace robur
