// Running a watched program again and again, under controlled schedules.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "run/sightings.h"

namespace robur {

struct CampaignOptions {
  std::vector<std::string> command;
  std::string schedule = "random";  // os, random, pct or exhaust
  std::uint64_t runs = 0;
  std::uint64_t seed = 1;
  std::uint64_t untilClean = 0;  // stop after so many runs without a new finding; 0: do not
  std::string replay;            // a schedule to repeat, once
};

struct Campaign {
  Sightings sightings;
  std::uint64_t runs = 0;
  bool interrupted = false;
  std::string problem;       // the program cannot be run at all
  std::string failure;       // how it failed, if it did: "ended by signal 6 (Aborted)"
  std::string failedOutput;  // what it printed then
  std::string failedSchedule;
  std::string remark;  // what the exhaustive scheduler said: how many there are
};

// `progress` is called after each run and says whether to go on.
Campaign runCampaign(const CampaignOptions& options,
                     const std::function<bool(const Campaign&)>& progress);

}  // namespace robur
