// SC and robustness, which decide most programs.
#include "verify/verify.h"

#include <algorithm>

#include <fmt/format.h>

#include "check/search_work.h"
#include "check/unsupported.h"
#include "program/transform/locked_stores.h"
#include "verify/any_number.h"
#include "verify/evidence.h"
#include "verify/sc_search.h"
#include "verify/verifier.h"

namespace robur::verify {

namespace {

// The search under SC for a state is meant to find ordinary bugs quickly. If potentials can decide
// the model it may stay incomplete; otherwise a robust program is safe only if it was completed.
constexpr std::uint64_t kMostScStates = 2000000;
constexpr std::uint64_t kMostScStatesFirst = 200000;

// What the engine of the check that has answered counts.
EngineStep::Count visitedBy(const Result& result) {
  const Statistics& statistics = result.statistics;
  if (statistics.engine == SearchEngine::Graphs) return {statistics.graphs, "execution graph"};
  return {statistics.states, "state"};
}

}  // namespace

Verification Verifier::run() {
  const auto wants = [&](Engine engine) {
    return options.engine == Engine::All || options.engine == engine;
  };
  if (options.outcomes) {
    byOutcomes();
  } else {
    if (wants(Engine::Graphs)) tryFew();
    // A search that is cut off cannot add to what these engines prove, but finds bugs.
    if (!decided() && wants(Engine::Sc)) options.reach ? reachUnderSc() : faultUnderSc();
    if (!decided() && wants(Engine::Robust)) takeRobustness(checkUnder(out.model));
    if (!decided() && fewGraphs) takeGraphs(std::move(*fewGraphs));
    if (!decided() && wants(Engine::Potential)) byPotentials();
    if (!decided() && wants(Engine::Buffers)) byBuffers();
    if (!decided() && wants(Engine::Graphs)) byGraphs();
    if (out.safety == Safety::Safe && options.hangs && !options.reach) decideHangs();
  }
  if (!decided() && out.reason.empty()) {
    out.reason = options.engine == Engine::Sc && scComplete
                     ? "no bad state is reachable under SC, which does not decide weaker models"
                     : "no engine could decide it";
  }
  if (out.finding && out.finding->property == Property::Unsupported) {
    out.safety = Safety::Unknown;
    out.reason = unsupportedWords(program, *out.finding);
    out.finding.reset();
    out.departure.reset();
  }
  out.seconds = stopping.elapsed();
  return std::move(out);
}

void Verifier::note(Engine engine, std::string outcome, std::vector<EngineStep::Count> counts) {
  out.steps.push_back({engine, std::move(outcome), std::move(counts)});
}

void Verifier::safe(std::string why) {
  out.safety = Safety::Safe;
  out.reason = std::move(why);
}

void Verifier::unsafe(Finding finding) {
  out.safety = Safety::Unsafe;
  out.reason.clear();
  out.departure = departureOf(program, finding.witness.graph);
  out.reached = options.reach.has_value();
  out.finding = std::move(finding);
}

double Verifier::secondsLeft() const {
  return std::max(1e-3, options.check.limits.seconds - stopping.elapsed());
}

Result Verifier::checkUnder(ModelName model, std::uint64_t mostStates) {
  CheckOptions check = options.check;
  std::uint64_t& limit = check.limits.maxStates;
  if (mostStates != 0) limit = limit == 0 ? mostStates : std::min(limit, mostStates);
  if (options.reach) check.exactLoops = true;
  if (check.limits.seconds > 0) check.limits.seconds = secondsLeft();
  check.engine = CheckEngine::Auto;
  check.hangs = options.hangs && !options.reach;
  return robur::check(program, model, check);
}

void Verifier::count(const Result& result) {
  out.scStates = std::max(out.scStates, result.statistics.states);
  out.statistics.add(result.statistics);
}

bool Verifier::takeFinding(const Result& result, Engine engine) {
  if (options.reach) return false;
  for (const Finding& finding : result.findings) {
    if (finding.property == Property::Robustness) continue;
    if (finding.property == Property::Unsupported) {
      note(engine, "a run under SC reaches what is not supported");
    } else {
      note(engine, fmt::format("{} already under SC, an ordinary bug",
                               finding.property == Property::Race ? "a data race" : "a fault"));
    }
    unsafe(finding);
    return true;
  }
  return false;
}

bool Verifier::takeHang(const Result& result) {
  if (!result.hang) return false;
  note(Engine::Sc, "a thread can wait forever already under SC, an ordinary bug");
  unsafe(*result.hang);
  return true;
}

void Verifier::faultUnderSc() {
  const Result result = checkUnder(ModelName::Sc);
  count(result);
  if (takeFinding(result, Engine::Sc) || takeHang(result)) return;
  scComplete = result.verdict != Verdict::Unknown;
  noThreadBlocked = scComplete && result.blocked.empty();
  if (scComplete) {
    note(Engine::Sc, "no bad state is reachable", {visitedBy(result)});
  } else {
    note(Engine::Sc, result.reason);
  }
  if (!scComplete) out.reason = result.reason;
}

void Verifier::reachUnderSc() {
  if (!needLocals(Engine::Sc)) return;
  const double begin = stopping.elapsed();
  const auto search = searchSc(program, *locals, options.reach->disjuncts, scOptions());
  out.scStates = search.outcome.states;
  count(search.outcome, stopping.elapsed() - begin);
  scComplete = search.excludesTargets();
  if (search.found) {
    note(Engine::Sc, "the state is reachable under SC");
    unsafe(evidenceOf(machine, ModelName::Sra, search.found->run));
  } else if (scComplete) {
    note(Engine::Sc, "the state is not reachable", {{search.outcome.states, "state"}});
  } else {
    note(Engine::Sc, "the search is incomplete");
    out.reason = stopping.why(search.outcome.end);
  }
}

SearchOptions Verifier::scOptions() const {
  const CheckOptions& check = options.check;
  const bool more = options.engine == Engine::All && decidedBackwards(out.model);
  SearchOptions search;
  search.workers = std::max(1u, check.workers);
  search.maxStates = check.limits.maxStates != 0 ? check.limits.maxStates
                     : more                      ? kMostScStatesFirst
                                                 : kMostScStates;
  search.maxBytes = check.limits.maxBytes;
  if (check.limits.seconds > 0) search.seconds = secondsLeft();
  search.interrupted = check.interrupted;
  if (check.progress) {
    search.progress = [this](std::uint64_t states, std::uint64_t frontier, std::uint64_t bytes) {
      options.check.progress({states, frontier, bytes, stopping.elapsed()});
    };
  }
  return search;
}

void Verifier::count(const SearchOutcome& outcome, double seconds) {
  Statistics statistics;
  statistics.checks = 1;
  statistics.states = outcome.states;
  statistics.transitions = outcome.transitions;
  statistics.seconds = statistics.phases.search = seconds;
  addSearch(statistics, outcome);
  out.statistics.add(statistics);
}

void Verifier::takeRobustness(const Result& result) {
  count(result);
  if (takeFinding(result, Engine::Robust) || takeHang(result)) return;
  if (result.verdict == Verdict::Robust) {
    note(Engine::Robust, fmt::format("robust against {}", titleOf(out.model)), {visitedBy(result)});
    robust = true;
    noThreadBlocked = noThreadBlocked || result.blocked.empty();
    // Without --reach the check itself has covered all runs under SC.
    if (!options.reach || scComplete) {
      safe(fmt::format("robust against {}, and no bad state is reachable under SC",
                       titleOf(out.model)));
    } else {
      out.reason = "robust, but the search under SC is incomplete";
    }
  } else if (result.verdict == Verdict::NotRobust) {
    note(Engine::Robust, fmt::format("not robust against {}", titleOf(out.model)));
    out.reason = fmt::format("not robust against {}", titleOf(out.model));
  } else {
    note(Engine::Robust, result.reason);
    out.reason = result.reason;
  }
}

Verification verify(const Program& program, ModelName model, const VerifyOptions& options) {
  if (hasAnyNumber(program)) return verifyAnyNumber(program, model, options);
  Program emitted = program;
  lockScStores(emitted, model);
  return Verifier(emitted, model, options).run();
}

}  // namespace robur::verify
