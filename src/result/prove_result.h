// What `prove` found out about one program: for every write whether it is atomic and by which rule,
// which claims could not be shown, and what the proof means. Plain data without terms or solver
// state, so that src/report needs no Z3.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "program/source.h"

namespace robur {

// Names and values, as Z3 prints them.
using ProofState = std::vector<std::pair<std::string, std::string>>;

// An access or local step of a thread.
struct ProofAction {
  Span span;
  std::string thread;
  std::string text;  // as the source has it
};

// Two actions of different threads whose order matters, and a state in which it does.
struct ProofConflict {
  ProofAction mover;
  ProofAction other;
  ProofState state;
};

// Why a write is atomic.
enum class AtomicityRule : std::uint8_t {
  NothingOvertakes,  // no read can overtake it
  ReadsMoveRight,    // every read that can overtake it moves right
  MovesLeft,         // it moves left
  None,              // it is not shown to be atomic
  Unknown,           // Z3 gave up
};

struct ProofWrite {
  ProofAction action;
  AtomicityRule rule = AtomicityRule::None;
  bool equalValues = false;                    // only up to values that are equal or unused
  std::vector<ProofAction> reads;              // that can overtake it
  std::optional<ProofConflict> readConflict;   // why a read does not move right
  std::optional<ProofConflict> writeConflict;  // why the write does not move left
};

// A claim of the program that was not shown.
struct ProofClaim {
  Span span;
  const char* kind = "";  // "assertion", for programs
  std::string what;       // "the assertion", for people
  bool unknown = false;   // Z3 gave up; otherwise there is a counterexample to induction
  bool atStart = false;   // it does not hold in the initial state
  std::optional<ProofAction> breaker;  // the action after which it may not hold
  bool ownThread = true;               // the breaker belongs to the thread that makes the claim
  ProofState before;                   // the state in which the breaker is taken
};

// A havoc that does not cover the access that it replaces.
struct BadHavoc {
  ProofAction action;
  std::string read;  // a value that the access can read and the havoc excludes
};

struct FoundInvariant {
  bool everywhere = false;  // otherwise it holds before the action at `before`
  Span before;
  std::string text;
};

struct SuggestedHavoc {
  Span span;         // of the load
  std::string load;  // as the source has it
  std::string havoc;
};

struct ProofSuggestions {
  std::vector<SuggestedHavoc> list;
  bool suffices = false;  // with all of them every write is atomic
};

struct ProofResult {
  enum class Verdict : std::uint8_t {
    Robust,       // every TSO trace is an SC trace
    EqualValues,  // the same shared states are reached
    Abstracted,   // holds for the program with its read abstractions
    NotProved,
    Unknown,
  };

  Source source;
  Verdict verdict = Verdict::NotProved;
  bool everyWriteAtomic = false;         // even if a claim is not shown
  std::optional<std::uint64_t> threads;  // absent: any number of threads
  bool finite = false;                   // robur check can decide it exactly
  std::vector<ProofWrite> writes;
  std::vector<BadHavoc> badHavocs;
  std::vector<ProofClaim> lostInvariants;  // invariants that are not inductive
  std::vector<ProofClaim> failedClaims;    // assertions and the like that do not follow
  std::size_t claims = 0;                  // assertions, bounds and ensures that were examined
  bool explored = false;                   // some claims hold because all states were visited
  bool ghostClaims = false;                // some claims mention ghosts
  std::size_t abstractions = 0;            // accesses replaced by havoc
  std::size_t rightMovers = 0;
  std::size_t leftMovers = 0;
  std::size_t obligations = 0;
  double seconds = 0;
  std::vector<FoundInvariant> found;
  std::optional<ProofSuggestions> suggestions;

  bool proved() const {
    return verdict == Verdict::Robust || verdict == Verdict::EqualValues ||
           verdict == Verdict::Abstracted;
  }
};

}  // namespace robur
