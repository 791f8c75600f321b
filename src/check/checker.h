// One question to one engine: is the program robust against the model? The search of states, or the
// enumeration of SC execution graphs, calls back at everything that could be a violation, the judge
// decides each, and the verdict follows from what is left. If a false alarm is due to values that
// were not distinguished, the search begins again with more of them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/every_finding.h"
#include "check/first_answer.h"
#include "check/judge.h"
#include "check/refinement.h"
#include "executions/enumerate.h"
#include "explore/explore.h"
#include "program/model_info.h"
#include "program/transform/observe.h"

namespace robur {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Checker {
  const Clock::time_point created = Clock::now();  // before everything that is analysed

 public:
  // `observed`: the instrumented code of a program that is checked observationally.
  Checker(const Program& program, ModelName model, const CheckOptions& options,
          const std::vector<ObservedCode>* observed = nullptr);

  EngineAnswer run();

 private:
  // How the question is put (checker.cpp).
  double elapsed() const { return options.limits.spent + secondsSince(started); }
  // Where orders decide what synchronises, races need happens-before, unless everything does.
  RaceRule raceRule() const;
  Fragment rowFragment() const;
  // Races that do not show in the states need the monitor.
  bool canBeInOrder() const;
  ModelName watched() const;
  // Where SC fences are updates of one reserved location, their order matters.
  bool fencesAreUpdates() const { return !inOrder && info.scFence == ScFence::Update; }
  SearchOutcome exploreOnce();
  // The same question, asked of every execution graph under SC.
  SearchOutcome enumerateOnce();
  // Looks at limits, as SearchControl does for states.
  SearchOutcome::End stopAt(const executions::Enumeration& soFar);

  // What the search meets (checker_suspects.cpp).
  // Counts and times what consider() does.
  bool examine(const Suspect& suspect);
  // Returns whether to end the search.
  bool consider(const Suspect& suspect);
  Finding hangOf(const Suspect& suspect) const;
  // An assertion with a complaint was added for an error of the program, such as the use of memory
  // that has been freed.
  bool leavesRunsOpen(const Suspect& suspect) const;
  Pc useAt(const Suspect& suspect) const;
  bool considerUse(const Suspect& use);
  bool considerStale(const Suspect& suspect);
  bool considerJudged(const Suspect& suspect, Judgement judgement);
  Finding findingOf(Property property, const Suspect& suspect, Witness witness) const;
  bool violation(Property property, const Suspect& suspect, std::vector<Witness> witnesses);
  void keep(Finding finding);

  // What follows from it (checker_verdict.cpp).
  void conclude(const SearchOutcome& outcome);
  bool has(Property property) const;
  // Why there may be findings that the result does not have.
  std::string whyIncomplete(const SearchOutcome& outcome) const;
  void unknown(std::string reason, bool limitReached = false);

  static constexpr unsigned kMostDismissed = 1000;
  static constexpr double kSecondsBetweenPauses = 0.2;

  const Program& program;
  ModelName model;
  const ModelInfo& info;
  const CheckOptions& options;
  const std::vector<ObservedCode>* observed;
  Fragment fragment;
  Machine machine;
  Futures futures;
  Refinement refinement;
  EveryFinding every;
  bool inOrder = false;  // fences keep everything in order
  bool refine = false;
  bool runsAreOpen = false;  // some end at a fault after which the program is not defined
  unsigned dismissed = 0;    // suspects that only seq_cst accesses forbid
  std::string cut;           // graphs: why longer runs are not known
  double lastPause = 0;
  Clock::time_point started = Clock::now();
  Result result;
};

}  // namespace robur
