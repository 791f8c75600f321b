// What `run` found: a program built with robur-cc or robur-c++ was executed many times, and each
// distinct violation that its runtime reported is here once, with the number of runs that had it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace robur {

// Where debug information puts an instruction. The line is 0 if there is none.
struct CodeLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function = {};

  bool operator==(const CodeLocation&) const = default;
};

struct RunFinding {
  enum class Kind : std::uint8_t { Robustness, Race };

  Kind kind{};
  CodeLocation location;  // of the access at fault
  CodeLocation other;     // of the access that it conflicts with
  std::string text;       // the runtime's report of the first run that had it
  std::string schedule;   // of that run, as ROBUR_OPTIONS takes it
  std::uint64_t runs = 0;
};

// What schedule=exhaust has explored.
struct Exhausted {
  std::uint64_t executions = 0;
  std::uint64_t cut = 0;   // of these, at a round of a loop that changes nothing
  bool complete = false;   // they are all that there are
  std::string model;       // in capitals
  unsigned magnitude = 0;  // there are some 10^magnitude in all; 0 if that is not known
  std::vector<std::string> assumptions;  // what the answer supposes
  std::vector<std::string> reasons;      // why this is no proof
  std::string failing;  // the choices of the first execution in which the program failed
};

struct RunResult {
  std::vector<std::string> command;
  std::string schedule;   // the policy: "random", "exhaust"
  bool repeated = false;  // many runs under one policy; otherwise one run that tries schedules
  std::uint64_t runs = 0;
  bool interrupted = false;
  std::string remark;  // what is not decided
  std::optional<Exhausted> exhausted;
  std::vector<RunFinding> findings;
  std::string failure;  // how the program failed, if it did: "ended by signal 6 (Aborted)"
  std::string failedSchedule;
  std::string failedOutput;
};

// Whether there is nothing wrong with the program in any execution.
bool isVerified(const RunResult& result);

const char* spelling(RunFinding::Kind kind);  // "robustness", "race"

}  // namespace robur
