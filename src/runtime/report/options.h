// ROBUR_OPTIONS: one table, from which the parser, help=1 and the documentation are made.
#pragma once

#include <cstdint>

namespace robur::runtime {

enum class Schedule : std::uint8_t { Os, Random, Pct, Exhaust };
inline constexpr std::int64_t kUnbounded = 1000;

struct Options {
  const char* model = "rc20";
  bool races = true;
  bool robustness = true;
  bool library = false;
  const char* spin = "count";
  bool tellsWaits = false;  // parsed
  bool haltOnError = false;
  std::int64_t exitCode = 66;
  std::int64_t history = 8;
  std::int64_t maxReports = 100;
  const char* scheduleName = "os";
  Schedule schedule = Schedule::Os;  // parsed
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

// Read once, at the first question.
extern Options optionTable;
extern bool optionsRead;
void readOptions();
inline const Options& options() {
  if (!optionsRead) [[unlikely]]
    readOptions();
  return optionTable;
}

}  // namespace robur::runtime
