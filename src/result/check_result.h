// What `check` found out about one program under one model. Plain data: src/check fills it and
// src/report reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/model_name.h"
#include "program/program.h"
#include "result/consequence.h"
#include "result/finding.h"
#include "result/statistics.h"

namespace robur {

enum class Verdict : std::uint8_t { Robust, NotRobust, Unknown };

// In some final state this thread waits forever.
struct BlockedThread {
  ThreadId thread{};
  Pc pc = 0;
};

struct FaultPlace {
  Property property{};
  Span span;
};

// A loop that was treated as a blocking wait.
struct SpinLoop {
  CodeId code{};
  Span span;
};

// What is known about a program with threads of any number.
struct AnyNumber {
  std::vector<std::string> threads = {};  // the names of these threads
  bool every =
      false;  // the verdict Robust, or that there is no fault, is for every number of copies
  std::vector<unsigned> copies = {};     // of each, in the instance that the findings refer to
  std::optional<unsigned> upTo = {};     // robust with so many copies altogether
  std::uint64_t nodes = 0;               // of the coverability sets
  std::vector<std::string> bounds = {};  // what the verdict is limited to (Program::bounds)
  std::vector<FaultPlace> more = {};     // under SC, faults that only larger instances have
};

struct Result {
  std::string file;
  ModelName model{};
  Verdict verdict = Verdict::Unknown;
  bool observational = false;  // stale loads whose values are never used were ignored
  std::string reason;          // Unknown: the limit that was reached, and what is known
  bool limitReached = false;   // Unknown: more states, memory or time could decide it
  std::string argument;        // Robust by more than exploration: why, in one sentence
  // By property, Robustness first: at most one each, or all that there are, each set of accesses
  // once.
  std::vector<Finding> findings;
  bool everyFinding = false;     // the findings are all that the search met
  bool searchEnded = false;      // everyFinding: no limit has stopped the search
  std::string incomplete;        // everyFinding: why there may be more; empty if there are none
  std::uint64_t unexamined = 0;  // everyFinding: runs that end at the same accesses, not judged
  std::optional<Consequence> consequence = {};  // NotRobust: does it matter?
  std::vector<BlockedThread> blocked;
  // If it was asked for: a run after which threads wait and all others have ended. The enumeration
  // of graphs does not look for it.
  std::optional<Finding> hang = {};
  std::vector<SpinLoop> spinLoops;
  Statistics statistics;
  std::optional<AnyNumber> anyNumber = {};
  // The program that the findings refer to, if it is an instance of the one that was checked.
  std::shared_ptr<const Program> instance = {};
  std::vector<std::string> explanation = {};  // for --explain: the monitor's rows, line by line
};

// How much a finding matters: a violation of robustness as much as what it leads to.
enum class Severity : std::uint8_t { Error, Warning, Note };
Severity severityOf(const Result& result, const Finding& finding);
const char* spelling(Severity severity);  // "error", as in messages

}  // namespace robur
