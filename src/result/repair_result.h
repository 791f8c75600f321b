// What `repair` and `relax` found: the cheapest changes to one program, the violation that each of
// them prevents, and the texts that result. src/repair fills it; src/report reads it without
// knowing how the changes were found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/model_name.h"
#include "result/finding.h"
#include "result/statistics.h"

namespace robur {

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
};

struct RepairResult {
  enum class Outcome : std::uint8_t {
    Changed,     // `solutions` make the program robust, or weaken it and keep it robust
    Unchanged,   // repair: robust already; relax: nothing can be weakened
    Impossible,  // no allowed change prevents `violations.back()`
    Unknown,     // a limit was reached; see `reason`
  };

  std::string file;
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
  std::vector<std::string> written;  // files that have been rewritten
  Statistics statistics = {};        // of all checks
};

}  // namespace robur
