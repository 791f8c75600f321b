// The question to a search and its answer, whatever the memory model.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/reductions.h"
#include "explore/search_statistics.h"
#include "program/transform/observe.h"
#include "semantics/machine.h"

namespace robur {

enum class RaceRule : std::uint8_t {
  None,
  States,   // two threads about to make conflicting plain accesses
  Shadows,  // unordered by happens-before: the model keeps shadows
};

// One access or fence of an SC run.
struct RunStep {
  unsigned thread = 0;
  Pc pc = 0;  // in Code::instrs
  Action action;
  bool forgiven = false;  // a load that the monitor ignores (observational robustness)
};

// A stored state and a run that leads to it, for the audit.
struct KeptState {
  std::vector<RunStep> run;
  std::vector<std::int64_t> machine;
  std::vector<std::vector<std::uint64_t>> rows;  // of the monitor, one bit per column
};

struct SuspectPlace;

struct SearchOptions : Reductions {
  std::uint64_t fewStates = 512;   // no fixpoint for programs with no more states than this
  std::uint32_t fewColumns = 128;  // up to so many are stored as sets, more as lists
  bool fencesConflict = true;
  RaceRule races = RaceRule::None;
  // Accesses to atomic cells may be plain (Instr::plain): those about to happen at the same time as
  // a conflicting access are races.
  bool mixedAccesses = false;
  // A state in which threads wait and all others have ended is told as a suspect, once.
  bool hangs = false;
  unsigned workers = 1;
  std::size_t rememberedSteps = std::size_t{1} << 20;  // by each worker, at most
  std::uint64_t maxStates = 0;
  std::uint64_t maxBytes = 0;
  double seconds = 0;
  // Observational robustness: loads that could be stale set their twin instead of being
  // reported. Null: every one is reported.
  const std::vector<ObservedCode>* observed = nullptr;
  const std::atomic<bool>* interrupted = nullptr;
  const std::atomic<bool>* abandoned = nullptr;  // once true, nobody needs the answer
  std::function<void(std::uint64_t states, std::uint64_t frontier, std::uint64_t bytes)> progress =
      {};
  // Called a few times a second, between batches: the search pauses until it returns, however long
  // that takes, and ends as Abandoned if it returns false.
  std::function<bool()> onPause = {};
  // Asked about a violation or race before its run is retraced, which takes long: false drops it.
  // Null: all are wanted. Never asked by two workers at once.
  std::function<bool(const SuspectPlace&)> wants = {};
  // If set, it is shown a sample of the stored states; what it throws ends the search.
  std::function<void(const KeptState&)> audit = {};
};

// A potential violation, race, fault or hang: the run that leads to it, and what happens next.
struct Suspect {
  enum class Kind : std::uint8_t { Stale, Race, Fault, Hang };
  Kind kind{};
  unsigned thread = 0;
  Pc pc = 0;
  Action action;       // Stale, Race: what the thread is about to do; Hang: what it waits for
  unsigned other = 0;  // Race by states: the other thread
  Pc otherPc = 0;
  Action otherAction;
  Fault fault = Fault::None;
  std::vector<RunStep> run;
  std::vector<std::string> rows;    // the monitor's rows in that state, for --explain
  std::vector<std::int64_t> state;  // the machine's state, to evaluate conditions in
};

// Where a suspect of kind Stale or Race is. Threads are those of the stored state: if several are
// interchangeable, another one may be meant.
struct SuspectPlace {
  Suspect::Kind kind{};
  unsigned thread = 0;
  Pc pc = 0;
  unsigned other = 0;  // Race by states: the other thread; else the same
  Pc otherPc = 0;

  friend auto operator<=>(const SuspectPlace&, const SuspectPlace&) = default;
};

// Asked about every suspect; true ends the search.
using OnSuspect = std::function<bool(const Suspect&)>;

struct Blocked {
  unsigned thread = 0;
  Pc pc = 0;
};

struct SearchOutcome {
  enum class End : std::uint8_t {
    Complete,
    Stopped,  // by the answer to a suspect
    States,
    Memory,
    Time,
    Interrupted,  // by the user
    Abandoned,    // in a pause
  };
  End end = End::Complete;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t peakBytes = 0;
  std::vector<Blocked> blocked;  // threads that wait in some final state
  SearchStatistics statistics = {};
};

}  // namespace robur
