// What `repair` and `relax` found: the cheapest changes to one program, the violation that each of
// them prevents, and the texts that result. src/repair fills it; src/report reads it without
// knowing how the changes were found.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/model_name.h"
#include "result/finding.h"
#include "result/statistics.h"

namespace robur {

// What a repair has to achieve, and what relaxing has to keep.
enum class Goal : std::uint8_t {
  Robust,  // every execution is one of SC
  Safe,    // no execution fails an assertion, faults, races or lets a thread wait forever
};

// One file before and after a solution is applied.
struct FileChange {
  std::string path;
  std::string before;
  std::string after;
};

// One change at one location of the program.
struct RepairChange {
  enum class Kind : std::uint8_t {
    FenceBefore,   // a new fence before the statement
    FenceAfter,    // a new fence after it
    FenceOrder,    // another order for an existing fence
    AccessOrder,   // another order for an access
    FailureOrder,  // another order for a compare-and-swap that fails
    Locked,        // a store or load becomes a read-modify-write
  };

  Kind kind{};
  Span span;
  Order order{};
  std::string text;  // the fence or order as the program's language writes it: "fence(sc)"
  std::uint64_t price = 0;
  std::optional<std::size_t> prevents = {};  // index into RepairResult::violations
};

struct RepairSolution {
  std::uint64_t price = 0;
  std::vector<RepairChange> changes;
  std::vector<FileChange> files;
};

// A violation that occurred with some choice of changes.
struct RepairViolation {
  ModelName model{};
  Finding finding;
  bool preventable = true;  // some allowed change prevents it
  bool sequential = false;  // Goal::Safe: its execution is one of SC, so it is an ordinary bug
  // Goal::Safe, otherwise: where the execution leaves SC, as a violation of robustness.
  std::optional<Finding> departure = {};
  // The program that the finding refers to, if it is an instance of the one that is repaired.
  std::shared_ptr<const Program> instance = {};
};

struct RepairResult {
  enum class Outcome : std::uint8_t {
    Changed,     // `solutions` fulfil the goal, or weaken the program and keep it
    Unchanged,   // repair: fulfilled already; relax: nothing can be weakened
    Impossible,  // no allowed change prevents `violations.back()`
    Unknown,     // a limit was reached; see `reason`
  };

  std::string file;
  Goal goal = Goal::Robust;
  bool hangs = true;      // Goal::Safe: no thread may wait forever
  bool relaxing = false;  // the question was what can be weakened
  std::vector<ModelName> models;
  Outcome outcome = Outcome::Unknown;
  std::vector<RepairSolution> solutions;    // equally cheap; the first is the one to take
  std::vector<RepairViolation> violations;  // in the order in which they were found
  unsigned checks = 0;                      // one per model and choice of changes
  std::uint64_t givenPrice = 0;             // relax: the price of the program as given
  std::string reason;                       // Unknown: which limit
  // Locations at which some allowed changes were not tried, because the source text does not
  // show how to write them: there may be a cheaper solution that uses one.
  std::vector<Span> untried;
  std::vector<std::string> warnings;  // what the reader should know about the models
  // Goal::Safe: is the first solution robust as well? Empty: not known.
  std::optional<bool> robust;
  std::vector<std::string> written;  // files that have been rewritten
  Statistics statistics = {};        // of all checks
};

}  // namespace robur
