// A campaign: repeated runs of an instrumented program, usually under controlled schedules.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "run/findings.h"
#include "run/schedule.h"

namespace robur::run {

inline constexpr std::uint64_t kAnyPreemptions = 1000;

struct CampaignOptions {
  std::vector<std::string> command;
  Schedule schedule = Schedule::Random;
  std::uint64_t runs = 0;
  std::uint64_t seed = 1;
  std::uint64_t untilClean = 0;  // stop after this many runs without a new finding; 0: do not
  std::uint64_t preemptions = kAnyPreemptions;  // exhaust: per execution
  std::string replay;  // ROBUR_OPTIONS of a schedule to repeat, once; empty: none
};

// A run in which the program itself failed.
struct Failure {
  int signal = 0;    // that ended it; 0 if none
  int exitCode = 0;  // otherwise
  std::string output;
  std::string schedule;
};

struct Campaign {
  Findings findings;
  std::uint64_t runs = 0;
  bool interrupted = false;
  std::string problem;                 // why the program cannot be run at all; empty: it can
  std::optional<Failure> failure;      // the first one
  std::optional<Exhausted> exhausted;  // of schedule=exhaust
  std::uint64_t undecided = 0;         // accesses, in all runs
};

// ROBUR_OPTIONS for run number `run`, counted from 0. `steps` is the length of the longest run so
// far, from which pct draws the steps at which priorities change; 0 if it is not known.
std::string scheduleOptions(const CampaignOptions& options, std::uint64_t run, std::uint64_t steps);

// Calls `progress` after each run, which returns whether to continue.
Campaign runCampaign(const CampaignOptions& options,
                     const std::function<bool(const Campaign&)>& progress);

}  // namespace robur::run
