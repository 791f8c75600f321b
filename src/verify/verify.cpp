#include "verify/verify.h"

#include <algorithm>

#include <fmt/format.h>

#include "check/search_work.h"
#include "check/unsupported.h"
#include "program/analysis/silent_loops.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "program/transform/locked_stores.h"
#include "program/transform/spin_loops.h"
#include "verify/buffers/question.h"
#include "verify/buffers/replay.h"
#include "verify/evidence.h"
#include "verify/final_states.h"
#include "verify/graph_search.h"
#include "verify/orders_of.h"
#include "verify/sc_search.h"
#include "verify/stop_condition.h"
#include "verify/write_races.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostLocalStates = 50000;
// The search under SC for a state is meant to find ordinary bugs quickly. If potentials can decide
// the model it may stay incomplete; otherwise a robust program is safe only if it was completed.
constexpr std::uint64_t kMostScStates = 2000000;
constexpr std::uint64_t kMostScStatesFirst = 200000;
// How many nodes the search for a shorter run may expand, given those of the first search.
constexpr std::uint64_t kShortenFactor = 4;
constexpr std::uint64_t kShortenNodes = 1000;
constexpr double kSecondsBetweenProgress = 0.2;
// How long graphs are enumerated for hangs alone, when everything else is known to be safe.
constexpr double kMostSecondsForHangs = 2;

class Verifier {
 public:
  Verifier(const Program& program, ModelName model, const VerifyOptions& options)
      : program(program), options(options), machine(program), stopping(options.check) {
    out.model = model;
    out.warning = warningAbout(program, model);
  }

  Verification run() {
    const auto wants = [&](Engine engine) {
      return options.engine == Engine::All || options.engine == engine;
    };
    if (options.outcomes) {
      byOutcomes();
    } else {
      // A search that is cut off cannot add to what these engines prove, but finds bugs.
      if (wants(Engine::Sc)) options.reach ? reachUnderSc() : faultUnderSc();
      if (!decided() && wants(Engine::Robust)) byRobustness();
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

 private:
  bool decided() const { return out.safety != Safety::Unknown; }

  void note(Engine engine, std::string outcome, std::vector<EngineStep::Count> counts = {}) {
    out.steps.push_back({engine, std::move(outcome), std::move(counts)});
  }

  void safe(std::string why) {
    out.safety = Safety::Safe;
    out.reason = std::move(why);
  }

  void unsafe(Finding finding) {
    out.safety = Safety::Unsafe;
    out.reason.clear();
    out.departure = departureOf(program, finding.witness.graph);
    out.reached = options.reach.has_value();
    out.finding = std::move(finding);
  }

  // If there is a limit of time.
  double secondsLeft() const {
    return std::max(1e-3, options.check.limits.seconds - stopping.elapsed());
  }

  Result checkUnder(ModelName model) {
    CheckOptions check = options.check;
    if (options.reach) check.exactLoops = true;
    if (check.limits.seconds > 0) check.limits.seconds = secondsLeft();
    check.hangs = options.hangs && !options.reach;
    Result result = robur::check(program, model, check);
    out.scStates = std::max(out.scStates, result.statistics.states);
    out.statistics.add(result.statistics);
    return result;
  }

  // Takes a fault or race from the result of a check, unless --reach asks for other states.
  bool takeFinding(const Result& result, Engine engine) {
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

  // A thread that waits forever under SC does so under every model.
  bool takeHang(const Result& result) {
    if (!result.hang) return false;
    note(Engine::Sc, "a thread can wait forever already under SC, an ordinary bug");
    unsafe(*result.hang);
    return true;
  }

  void faultUnderSc() {
    const Result result = checkUnder(ModelName::Sc);
    if (takeFinding(result, Engine::Sc) || takeHang(result)) return;
    scComplete = result.verdict != Verdict::Unknown;
    noThreadBlocked = scComplete && result.blocked.empty();
    if (scComplete) {
      note(Engine::Sc, "no bad state is reachable", {{result.statistics.states, "state"}});
    } else {
      note(Engine::Sc, result.reason);
    }
    if (!scComplete) out.reason = result.reason;
  }

  void reachUnderSc() {
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

  SearchOptions scOptions() const {
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

  void count(const SearchOutcome& outcome, double seconds) {
    Statistics statistics;
    statistics.checks = 1;
    statistics.states = outcome.states;
    statistics.transitions = outcome.transitions;
    statistics.seconds = statistics.phases.search = seconds;
    addSearch(statistics, outcome);
    out.statistics.add(statistics);
  }

  void byRobustness() {
    const Result result = checkUnder(out.model);
    if (takeFinding(result, Engine::Robust)) return;
    if (result.verdict == Verdict::Robust) {
      note(Engine::Robust, fmt::format("robust against {}", titleOf(out.model)),
           {{result.statistics.states, "state"}});
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

  bool needLocals(Engine engine) {
    if (locals) return true;
    std::string reason;
    if (machine.threadCount() > kMostThreads) {
      reason = fmt::format("there are more than {} threads", kMostThreads);
    } else {
      // The formula of --reach may mention any register, so none may be reset.
      const Futures futures(machine);
      locals = localGraphsOf(machine, kMostLocalStates, reason, options.reach ? nullptr : &futures);
    }
    if (locals) return true;
    // Otherwise graphs follow, which have no such limits.
    if (engine == Engine::Sc || decidedBackwards(out.model)) note(engine, reason);
    out.reason = std::move(reason);
    return false;
  }

  SearchLimits limits() const {
    SearchLimits limits;
    limits.maxNodes = options.check.limits.maxStates;
    limits.maxBytes = options.check.limits.maxBytes;
    limits.stop = [this] { return stopping.over(); };
    limits.workers = options.check.workers;
    return limits;
  }

  static bool decidedByPotentials(ModelName model) {
    return model == ModelName::Sra || model == ModelName::Ra;
  }

  static bool decidedBackwards(ModelName model) {
    return decidedByPotentials(model) || model == ModelName::Tso;
  }

  // Under every model a thread reads only values that some thread can write. If no local graph has
  // a bad state under this assumption, the program is safe.
  bool nothingBad(Engine engine) {
    if (options.reach) return false;
    bad = badStatesOf(machine, *locals);
    if (infoOf(out.model).races == DataRaces::None) {
      std::erase_if(bad, [](const BadState& b) { return b.race; });
    }
    if (!bad.empty()) return false;
    note(engine, "no thread can reach a bad state, whatever it reads");
    safe("no thread can reach a bad state, whatever it reads");
    return true;
  }

  std::vector<Target> targets() const {
    if (options.reach) return options.reach->disjuncts;
    std::vector<Target> out;
    for (const BadState& b : bad) out.push_back(b.target);
    return out;
  }

  void byPotentials() {
    if (!needLocals(Engine::Potential) || nothingBad(Engine::Potential)) return;
    if (!decidedByPotentials(out.model)) {
      out.reason = fmt::format("potentials decide SRA and RA only, not {}", titleOf(out.model));
      return;
    }
    const std::vector<Target> targets = this->targets();
    Answer answer = ask(*locals, targets, limits());
    out.backward = {answer.coverage.forwardStates, answer.coverage.expanded, answer.coverage.basis};
    switch (answer.coverage.end) {
      case Coverage::End::Stopped:
        out.reason = stopping.why(answer);
        note(Engine::Potential, out.reason);
        return;
      case Coverage::End::Unreachable:
        note(Engine::Potential, "not reachable under SRA",
             {{answer.coverage.forwardStates, "abstract state"},
              {answer.coverage.expanded, "backward node"}});
        return concludeSafe();
      case Coverage::End::Reachable:
        break;
    }
    note(Engine::Potential, "reachable under SRA",
         {{answer.coverage.moves.size(), "write"}, {answer.coverage.expanded, "backward node"}});
    shorten(targets, answer);
    const auto run = replay(program, *locals, answer.coverage.moves, targets[answer.target]);
    if (!run)
      throw InternalError("the run that the search over potentials found cannot be replayed");
    unsafe(options.reach ? evidenceOf(machine, out.model, *run)
                         : evidenceOf(machine, out.model, *run, bad[answer.target]));
  }

  // Looks for a run with fewer writes, which is easier to read, at about the cost of the first
  // search.
  void shorten(const std::vector<Target>& targets, Answer& answer) {
    SearchLimits again = limits();
    again.shortest = true;
    again.maxNodes = kShortenFactor * answer.coverage.expanded + kShortenNodes;
    Answer shorter = ask(*locals, targets, again);
    if (shorter.coverage.end == Coverage::End::Reachable &&
        shorter.coverage.moves.size() < answer.coverage.moves.size()) {
      answer = std::move(shorter);
    }
  }

  // Backward coverability over load buffers, which decides TSO.
  void byBuffers() {
    if (out.model != ModelName::Tso) {
      if (out.reason.empty()) {
        out.reason = fmt::format("buffers decide TSO only, not {}", titleOf(out.model));
      }
      return;
    }
    if (!needLocals(Engine::Buffers) || nothingBad(Engine::Buffers)) return;
    const std::vector<Target> targets = this->targets();
    verify_buffers::Answer found = verify_buffers::ask(*locals, targets, limits());
    const Coverage& coverage = found.answer.coverage;
    out.backward = {coverage.forwardStates, coverage.expanded, coverage.basis};
    switch (coverage.end) {
      case Coverage::End::Stopped:
        out.reason = stopping.why(found.answer);
        return note(Engine::Buffers, out.reason);
      case Coverage::End::Unreachable:
        note(Engine::Buffers, "not reachable under TSO",
             {{coverage.forwardStates, "abstract state"}, {coverage.expanded, "backward node"}});
        return safe("not reachable under TSO");
      case Coverage::End::Reachable:
        break;
    }
    note(Engine::Buffers, "reachable under TSO",
         {{found.moves.size(), "write"}, {coverage.expanded, "backward node"}});
    SearchLimits again = limits();
    again.shortest = true;
    again.maxNodes = kShortenFactor * coverage.expanded + kShortenNodes;
    const verify_buffers::Answer shorter = verify_buffers::ask(*locals, targets, again);
    if (shorter.answer.coverage.end == Coverage::End::Reachable &&
        shorter.moves.size() < found.moves.size()) {
      found = shorter;
    }
    const std::size_t target = found.answer.target;
    const auto run = verify_buffers::replay(program, *locals, found.moves, targets[target]);
    if (!run) throw InternalError("the run that the search over buffers found cannot be replayed");
    unsafe(options.reach ? evidenceOf(machine, out.model, *run)
                         : evidenceOf(machine, out.model, *run, bad[target]));
  }

  // RA reaches the same states as SRA only if there is no write/write race.
  void concludeSafe() {
    if (out.model == ModelName::Sra) return safe("not reachable under SRA");
    const auto system = systemFor(*locals, {});
    const WriteRaces races = system ? writeRaces(*system, limits()) : WriteRaces{};
    if (!races.known) {
      note(Engine::Potential, "write/write races: a limit was reached");
      out.reason = "safe under SRA; write/write races, which decide RA, are not known";
      return;
    }
    if (!races.race) {
      note(Engine::Potential, "no write/write race, so RA reaches the same states as SRA");
      return safe(
          "not reachable under SRA, and without write/write races RA reaches the same states");
    }
    const std::string between = fmt::format(
        "write/write race between {} and {} on {}", program.threads[races.race->first].name,
        program.threads[races.race->second].name, program.cellName(CellId{races.race->cell}));
    note(Engine::Potential, between);
    out.reason = fmt::format("safe under SRA, unknown for RA: {}", between);
  }

  void reportProgress(const executions::Enumeration& soFar) {
    const double now = stopping.elapsed();
    if (!options.check.progress || now - lastProgress < kSecondsBetweenProgress) return;
    lastProgress = now;
    options.check.progress({soFar.finals, 0, soFar.peakBytes, now, "execution graph"});
  }

  // Enumerates execution graphs, which decides every model if all runs end.
  void byGraphs() {
    GraphSearchOptions searchOptions;
    searchOptions.exactLoops = options.check.exactLoops;
    searchOptions.hangs = options.hangs;
    searchOptions.unroll = out.unroll = options.unroll;
    searchOptions.maxGraphs = options.check.limits.maxStates;
    searchOptions.workers = options.check.workers;
    if (options.reach) searchOptions.reach = &options.reach->disjuncts;
    searchOptions.stop = [this](const executions::Enumeration& soFar) {
      reportProgress(soFar);
      return stopping.over();
    };
    GraphSearch search = searchGraphs(program, out.model, searchOptions);
    out.graphs = search.enumeration.finals;
    const EngineStep::Count count{search.enumeration.finals, "execution graph"};
    if (search.finding) {
      note(Engine::Graphs, badWords(*search.finding), {count});
      unsafe(std::move(*search.finding));
    } else if (search.reason.empty()) {
      note(Engine::Graphs,
           options.reach ? "the state is not reachable" : "no bad state is reachable", {count});
      out.hangs = options.hangs && !options.reach ? Hangs::None : Hangs::NotAsked;
      safe(fmt::format("no execution graph of {} {}", titleOf(out.model),
                       options.reach ? "passes such a state" : "has a bad state"));
    } else {
      out.reason = stopping.over() ? stopping.why() : search.reason;
      note(Engine::Graphs, out.reason, {count});
    }
  }

  std::string badWords(const Finding& finding) const {
    if (options.reach) return "the state is reachable";
    return finding.property == Property::Hang ? "a thread can wait forever"
                                              : "a bad state is reachable";
  }

  // Is there a loop that is not a wait and may go round without an effect?
  bool maySpin() const {
    Program searched = program;
    if (!options.check.exactLoops) blockSpinLoops(searched);
    return std::any_of(searched.codes.begin(), searched.codes.end(),
                       [](const Code& code) { return hasSilentLoop(code); });
  }

  // The program is safe but for threads that may wait forever. If it is robust, or the model is SC,
  // the states under SC show all waits; loops that spin show in graphs only.
  void decideHangs() {
    if (out.hangs != Hangs::NotAsked) return;
    const bool asUnderSc = robust || out.model == ModelName::Sc;
    if (asUnderSc && noThreadBlocked && !maySpin()) {
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
    const ModelName model = asUnderSc ? ModelName::Sc : out.model;
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
  void byOutcomes() {
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

  const Program& program;
  const VerifyOptions& options;
  const Machine machine;
  const StopCondition stopping;
  std::optional<LocalGraphs> locals;
  std::vector<BadState> bad;  // unless --reach is given
  bool scComplete = false;
  bool noThreadBlocked = false;  // in any final state under SC
  bool robust = false;
  double lastProgress = 0;
  Verification out;
};

}  // namespace

Verification verify(const Program& program, ModelName model, const VerifyOptions& options) {
  Program emitted = program;
  lockScStores(emitted, model);
  return Verifier(emitted, model, options).run();
}

}  // namespace robur::verify
