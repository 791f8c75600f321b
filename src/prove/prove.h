// Robustness against TSO, for any data and any number of threads, by movers.
//
// Bouajjani, Enea, Mutluergil and Tasiran (Reasoning about TSO Programs using Reduction and
// Abstraction, CAV 2018): a write is atomic if it is a left mover, or if every read that can
// overtake it in its buffer is a right mover. If all writes are atomic, every run under TSO
// can be rearranged into one under SC. Movers are checked on runs under SC only.
#pragma once

#include "prove/abstraction.h"
#include "prove/movers.h"

namespace robur::prove {

enum class Rule : std::uint8_t {
  NothingOvertakes,  // no read can
  ReadsMoveRight,
  MovesLeft,
  None,
  Unknown,
};

struct WriteVerdict {
  std::size_t thread = 0;
  std::size_t action = 0;
  Rule rule = Rule::None;
  bool equalValues = false;               // some pair conflicts, with no consequences
  std::size_t stuck = 0;                  // reads among them that do not move right
  std::vector<std::size_t> reads;         // that can overtake it, one per instruction
  std::optional<Conflict> readConflict;   // why a read does not move right
  std::optional<Conflict> writeConflict;  // why the write does not move left
};

enum class Robustness : std::uint8_t {
  Robust,           // the traces of TSO are those of SC
  UpToEqualValues,  // the same states of shared memory are reached
  NotProved,
  Unknown,
};

struct Proof {
  Robustness robustness = Robustness::NotProved;
  std::vector<WriteVerdict> writes;
  std::vector<BadAbstraction> badAbstractions;
  std::vector<LostClaim> lost;    // invariants that are not inductive
  std::vector<LostClaim> failed;  // assertions and the like that do not follow
  bool explored = false;          // claims hold because all states were visited
  std::size_t claims = 0;         // assertions, bounds and ensures that were looked at
  std::size_t abstractions = 0;   // accesses replaced by havoc
  std::size_t rightMovers = 0;    // reads that were shown to be, one per instruction
  std::size_t leftMovers = 0;
  std::size_t ghostClaims = 0;  // claims among them that mention ghosts
  std::size_t obligations = 0;
  double seconds = 0;
  // What was found out about the states under SC, without what follows from the rest.
  struct Found {
    bool everywhere = false;
    std::size_t thread = 0;
    Span before;  // where the action that comes next stands
    std::string claim;
  };
  std::vector<Found> found;
  System system;  // with local steps fused; actions are numbered as in this

  bool proved() const {
    return (robustness == Robustness::Robust || robustness == Robustness::UpToEqualValues) &&
           lost.empty() && failed.empty() && badAbstractions.empty();
  }
};

struct ProveOptions {
  SmtOptions smt;
  bool reportInvariants = false;  // tell what was found out
  bool moversOnly = false;        // for suggestions: no claims
};

// The system as it was lowered; local steps are fused here.
Proof prove(System system, const ProveOptions& options);

}  // namespace robur::prove
