// What the runtime of an instrumented program writes for `robur run`: lines of JSON (reports=PATH).
//
//   {"kind": "race", "location": {…}, "other": {…}, "choices": "0.1", "text": "…"}    a report
//   {"executions": 12, "complete": true, "reasons": ["…"], …}          the end of schedule=exhaust
//   {"undecided": 2}           if there are any: accesses of which the model could not be decided
//   {"steps": 34}                                                      the end of the process
//
// A location is {"file": "a.cpp", "line": 7, "column": 3, "function": "f()"}; the file is empty and
// the numbers are 0 if they are unknown. `choices` is empty except with schedule=exhaust. The
// runtime's side of this is in src/runtime/report/report.cpp, summary.cpp and
// src/runtime/schedule/verdict.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/run_result.h"

namespace robur::run {

struct ReportRecord {
  RunFinding::Kind kind{};
  CodeLocation location;  // of the access
  CodeLocation other;     // of the access that it conflicts with
  std::string choices;
  std::string text;  // as printed
};

struct RunRecords {
  std::vector<ReportRecord> reports;
  std::optional<Exhausted> exhausted;
  std::optional<std::uint64_t> steps;
  std::uint64_t undecided = 0;  // accesses

  // Whether the program has the runtime at all.
  bool any() const { return !reports.empty() || exhausted || steps; }
};

// Ignores lines that are incomplete, as the last one of a process that was killed may be.
RunRecords parseRecords(std::string_view lines);

}  // namespace robur::run
