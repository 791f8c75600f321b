// What `check` found out about one program under one model. Plain data: src/check fills it and
// src/report reads it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/model_name.h"
#include "program/program.h"
#include "result/finding.h"
#include "result/statistics.h"

namespace robur {

enum class Verdict : std::uint8_t { Robust, NotRobust, Unknown };

// In some final state this thread waits forever.
struct BlockedThread {
  ThreadId thread{};
  Pc pc = 0;
};

// A loop that was treated as a blocking wait.
struct SpinLoop {
  CodeId code{};
  Span span;
};

struct Result {
  std::string file;
  ModelName model{};
  Verdict verdict = Verdict::Unknown;
  bool observational = false;     // stale loads whose values are never used were ignored
  std::string reason;             // Unknown: the limit that was reached, and what is known
  bool limitReached = false;      // Unknown: more states, memory or time could decide it
  std::string argument;           // Robust by more than exploration: why, in one sentence
  std::vector<Finding> findings;  // at most one per property, Robustness first
  std::vector<BlockedThread> blocked;
  std::vector<SpinLoop> spinLoops;
  Statistics statistics;
  std::vector<std::string> explanation = {};  // for --explain: the monitor's rows, line by line
};

}  // namespace robur
