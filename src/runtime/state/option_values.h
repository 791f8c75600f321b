// The values of ROBUR_OPTIONS. Names, ranges and help texts are in options/options.cpp.
#pragma once

#include <cstdint>

namespace robur::runtime {

enum class Schedule : std::uint8_t { Os, Random, Pct, Exhaust };
inline constexpr std::int64_t kUnbounded = 1000;  // preemptions

struct Options {
  const char* model = "rc11";  // as given; the value is in RuleSettings
  bool races = true;
  bool robustness = true;
  bool library = false;
  const char* spin = "count";  // as given
  bool reportWaits = false;    // spin=report
  bool haltOnError = false;
  std::int64_t exitCode = 66;
  std::int64_t history = 8;
  std::int64_t past = 4096;
  std::int64_t maxReports = 100;
  const char* scheduleName = "os";  // as given
  Schedule schedule = Schedule::Os;
  std::int64_t seed = 1;
  std::int64_t depth = 3;
  std::int64_t length = 1000;
  std::int64_t runs = 10000;
  std::int64_t preemptions = kUnbounded;
  const char* choices = "";
  const char* reports = "";
  const char* logPath = "stderr";
  const char* suppressions = "";
  const char* trace = "";
  const char* symbolizer = "";
  bool help = false;
};

}  // namespace robur::runtime
