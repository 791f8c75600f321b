// The enumeration of execution graphs, which decides every model if runs end, and threads that wait
// forever.
#include <fmt/format.h>

#include <algorithm>

#include "program/analysis/loop_depth.h"
#include "program/transform/spin_loops.h"
#include "verify/blocking.h"
#include "verify/final_states.h"
#include "verify/sc_spins.h"
#include "verify/spinning.h"
#include "verify/verifier.h"

namespace robur::verify {

namespace {

constexpr double kSecondsBetweenProgress = 0.2;
// Some milliseconds each.
constexpr std::uint64_t kVeryFewSteps = 20'000;
constexpr std::uint64_t kFewStateWords = 60'000;  // of states as the machine has them
constexpr std::uint64_t kFewSteps = 200'000;      // about a tenth of a second
// How long graphs are enumerated for hangs alone, when everything else is known to be safe.
constexpr double kMostSecondsForHangs = 2;
constexpr std::size_t kMostLocalStatesForHangs = 20000;
// States under SC that are looked at before, some tens of milliseconds.
constexpr std::uint64_t kMostStatesForSpins = 20'000;

}  // namespace

void Verifier::reportProgress(const executions::Enumeration& soFar) {
  const double now = stopping.elapsed();
  if (!options.check.progress || now - lastProgress < kSecondsBetweenProgress) return;
  lastProgress = now;
  options.check.progress({soFar.finals, 0, soFar.peakBytes, now, "execution graph"});
}

// Enumerates execution graphs, which decides every model if all runs end.
void Verifier::byGraphs() {
  GraphSearchOptions searchOptions = optionsForGraphs();
  searchOptions.workers = options.check.workers;
  searchOptions.stop = [this](const executions::Enumeration& soFar) {
    reportProgress(soFar);
    return stopping.over();
  };
  takeGraphs(searchGraphs(program, out.model, searchOptions));
}

// For models that no backward search decides: most programs have few graphs or few states, and
// looking at all of them takes less time than any other engine.
void Verifier::tryFew() {
  if (decidedBackwards(out.model) || options.unroll != 0) return;
  tryFewGraphs(kVeryFewSteps);
  if (!decided() && options.engine == Engine::All && !options.reach) {
    const Result result = checkUnder(out.model, 1 + kFewStateWords / machine.stateSize());
    if (result.verdict == Verdict::Robust) takeRobustness(result);
  }
  if (!decided() && !fewGraphs) tryFewGraphs(kFewSteps);
}

// A bad state is kept until the others have been asked whether there is one under SC already. The
// number of steps decides, and one worker, so that what is reported does not depend on timing.
void Verifier::tryFewGraphs(std::uint64_t mostSteps) {
  GraphSearchOptions searchOptions = optionsForGraphs();
  searchOptions.stop = [this, mostSteps](const executions::Enumeration& soFar) {
    return soFar.steps >= mostSteps || stopping.over();
  };
  GraphSearch search = searchGraphs(program, out.model, searchOptions);
  if (search.finding) {
    fewGraphs = std::move(search);
  } else if (search.reason.empty()) {
    takeGraphs(std::move(search));
  }
}

GraphSearchOptions Verifier::optionsForGraphs() {
  GraphSearchOptions searchOptions;
  searchOptions.exactLoops = options.check.exactLoops;
  searchOptions.hangs = options.hangs;
  searchOptions.unroll = out.unroll = options.unroll;
  searchOptions.maxGraphs = options.check.limits.maxStates;
  if (options.reach) searchOptions.reach = &options.reach->disjuncts;
  return searchOptions;
}

void Verifier::takeGraphs(GraphSearch search) {
  out.graphs = search.enumeration.finals;
  const EngineStep::Count count{search.enumeration.finals, "execution graph"};
  if (search.finding) {
    note(Engine::Graphs, badWords(*search.finding), {count});
    unsafe(std::move(*search.finding));
  } else if (search.reason.empty()) {
    note(Engine::Graphs, options.reach ? "the state is not reachable" : "no bad state is reachable",
         {count});
    out.hangs = options.hangs && !options.reach ? Hangs::None : Hangs::NotAsked;
    safe(fmt::format("no execution graph of {} {}", titleOf(out.model),
                     options.reach ? "passes such a state" : "has a bad state"));
  } else {
    out.reason = stopping.over() ? stopping.why() : search.reason;
    note(Engine::Graphs, out.reason, {count});
  }
}

std::string Verifier::badWords(const Finding& finding) const {
  if (options.reach) return "the state is reachable";
  return finding.property == Property::Hang ? "a thread can wait forever"
                                            : "a bad state is reachable";
}

// By states under SC, whose runs every model has. If the program is robust, or the model is SC,
// they show all waits.
void Verifier::hangsUnderSc(const Program& searched) {
  const auto stop = [this] { return stopping.over(); };
  const ScSpins spins = spinsUnderSc(searched, kMostStatesForSpins, stop);
  const EngineStep::Count count{spins.states, "state"};
  if (spins.answer == ScSpins::Answer::Some) {
    note(Engine::Sc, "a thread can wait forever already under SC, an ordinary bug", {count});
    unsafe(hangOf(searched, out.model, spins));
  } else if (spins.answer == ScSpins::Answer::None && asUnderSc()) {
    out.hangs = Hangs::None;
  }
}

// What local graphs show, without looking at runs.
bool Verifier::nobodyWaitsForever(const Program& searched, bool loops) const {
  const Machine steps(searched);
  const Futures futures(steps);
  std::string reason;
  const auto graphs = localGraphsOf(steps, kMostLocalStatesForHangs, reason, &futures);
  return graphs && (noneBlocked() || !mayBlockForever(steps, *graphs)) &&
         (!loops || !maySpinForever(*graphs));
}

// The program is safe but for threads that may wait forever.
void Verifier::decideHangs() {
  if (out.hangs != Hangs::NotAsked) return;
  Program searched = program;
  if (!options.check.exactLoops) blockSpinLoops(searched);
  const bool loops = std::ranges::any_of(searched.codes, [](const Code& code) {
    return std::ranges::any_of(loopDepths(code), [](unsigned depth) { return depth > 0; });
  });
  if (noneBlocked() && !loops) {
    out.hangs = Hangs::None;
    return;
  }
  if (loops) hangsUnderSc(searched);
  if (out.safety != Safety::Safe || out.hangs != Hangs::NotAsked) return;
  if (nobodyWaitsForever(searched, loops)) {
    out.hangs = Hangs::None;
    return;
  }
  const double begin = stopping.elapsed();
  GraphSearchOptions searchOptions;
  searchOptions.exactLoops = options.check.exactLoops;
  searchOptions.maxGraphs = options.check.limits.maxStates;
  searchOptions.workers = options.check.workers;
  searchOptions.stop = [&](const executions::Enumeration& soFar) {
    reportProgress(soFar);
    return stopping.over() || stopping.elapsed() - begin > kMostSecondsForHangs;
  };
  const ModelName model = robust ? ModelName::Sc : out.model;
  GraphSearch search = searchGraphs(program, model, searchOptions);
  const EngineStep::Count count{search.enumeration.finals, "execution graph"};
  if (search.finding) {
    note(Engine::Graphs, badWords(*search.finding), {count});
    unsafe(std::move(*search.finding));
  } else if (search.reason.empty()) {
    note(Engine::Graphs, "no thread waits forever", {count});
    out.hangs = Hangs::None;
  } else {
    out.hangs = Hangs::Unknown;
    out.hangReason = search.enumeration.end == executions::Enumeration::End::Stopped
                         ? "there are too many executions"
                         : search.reason;
  }
}

// Every execution, with the final states.
void Verifier::byOutcomes() {
  ExecutionsOptions searchOptions;
  searchOptions.observables = *options.outcomes;
  searchOptions.exactLoops = options.check.exactLoops;
  searchOptions.endAtError = false;
  searchOptions.unroll = out.unroll = options.unroll;
  searchOptions.maxGraphs = options.check.limits.maxStates;
  searchOptions.workers = options.check.workers;
  searchOptions.stop = [this](const executions::Enumeration& soFar) {
    reportProgress(soFar);
    return stopping.over();
  };
  Executions executions = allExecutions(program, out.model, searchOptions);
  out.graphs = executions.enumeration.finals;
  out.reason = stopping.over() ? stopping.why() : executions.reason;
  note(Engine::Graphs, out.reason.empty() ? "every execution was looked at" : out.reason,
       {{out.graphs, "execution graph"}});
  out.outcomes = std::move(executions.states);
  if (executions.error) return unsafe(std::move(executions.error->finding));
  if (executions.hang && options.hangs) return unsafe(std::move(executions.hang->finding));
  if (options.condition) return decideCondition(searchOptions);
  if (!out.outcomes->complete) return;
  for (const FinalStates::State& state : out.outcomes->states) {
    if (state.sequential > 0) continue;
    auto found = executionEndingIn(program, out.model, searchOptions, state.values);
    if (found) return unsafe(std::move(*found));
    out.reason = stopping.why();
    return;
  }
  out.hangs = options.hangs ? Hangs::None : Hangs::NotAsked;
  safe("every final state is one of SC");
}

}  // namespace robur::verify
