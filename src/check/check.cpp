#include "check/check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <optional>

#include "audit/row_audit.h"
#include "check/every_finding.h"
#include "check/fault_property.h"
#include "check/fence_sufficiency.h"
#include "check/first_answer.h"
#include "check/judge.h"
#include "check/mixed_races.h"
#include "check/refinement.h"
#include "check/search_work.h"
#include "check/unsupported.h"
#include "check/waiting_words.h"
#include "explore/explore.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "program/transform/locked_stores.h"
#include "program/transform/observe.h"
#include "program/transform/spin_loops.h"
#include "traces/trace_search.h"

namespace robur {

namespace {

using Clock = std::chrono::steady_clock;

std::string reasonOf(SearchOutcome::End end, const CheckOptions& options) {
  const Limits& limits = options.limits;
  switch (end) {
    case SearchOutcome::End::States:
      return limits.maxStates > 0
                 ? fmt::format("the limit of {} {} was reached", limits.maxStates,
                               options.engine == CheckEngine::Graphs ? "graphs" : "states")
                 : "there are more states than can be numbered";
    case SearchOutcome::End::Memory:
      return limits.maxBytes > 0 ? fmt::format("the limit of {} bytes was reached", limits.maxBytes)
                                 : "the memory of this machine is nearly used up";
    case SearchOutcome::End::Time:
      return fmt::format("the time limit of {} s was reached", limits.seconds);
    case SearchOutcome::End::Interrupted:
      return "interrupted";
    case SearchOutcome::End::Abandoned:
      return "abandoned";
    case SearchOutcome::End::Stopped:
      return "stopped";
    case SearchOutcome::End::Complete:
      break;
  }
  return {};
}

bool isLimit(SearchOutcome::End end) {
  using End = SearchOutcome::End;
  return end == End::States || end == End::Memory || end == End::Time;
}

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Using more than this would make the system kill the process before it has an answer.
std::uint64_t mostOfMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 10 * 8
             : 0;
}

// One check: a program, a model, and the value classes found so far.
class Checker {
  const Clock::time_point created = Clock::now();  // before everything that is analysed

 public:
  // `observed`: the instrumented code of a program that is checked observationally.
  Checker(const Program& program, ModelName model, const CheckOptions& options,
          const std::vector<ObservedCode>* observed = nullptr)
      : program(program),
        model(model),
        info(infoOf(model)),
        options(options),
        observed(observed),
        fragment(fragmentOf(program)),
        machine(program),
        futures(machine),
        refinement(program, options.reductions.coarseValues),
        every(program) {
    result.model = model;
    inOrder = options.reductions.fenceSufficiency && canBeInOrder() &&
              fencesSuffice(machine, fragment, model);
  }

  EngineAnswer run() {
    Statistics& statistics = result.statistics;
    statistics.checks = 1;
    statistics.phases.analyse = secondsSince(created);
    SearchOutcome outcome;
    bool complete = false;
    try {
      do {
        statistics.refinements += refine ? 1 : 0;
        dismissed = 0;
        result.findings.clear();
        result.hang.reset();
        every.clear();
        refine = runsAreOpen = false;
        outcome = options.engine == CheckEngine::Graphs ? enumerateOnce() : exploreOnce();
      } while (refine);
      complete = outcome.end == SearchOutcome::End::Complete && cut.empty();
      conclude(outcome);
    } catch (const TooManyColumns& e) {
      unknown(e.what(), true);
    } catch (const std::bad_alloc&) {
      unknown("memory ran out", true);
    }
    for (const Blocked& b : outcome.blocked) result.blocked.push_back({ThreadId{b.thread}, b.pc});
    if (inOrder && options.engine == CheckEngine::States) {
      statistics.engine = SearchEngine::FenceSufficiency;
    }
    statistics.phases.search = secondsSince(started) - statistics.phases.judge;
    statistics.seconds = elapsed();
    const bool final = complete || result.verdict == Verdict::NotRobust;
    return {std::move(result), final};
  }

 private:
  double elapsed() const { return options.limits.spent + secondsSince(started); }

  // Where orders decide what synchronises, races need happens-before, unless everything does.
  RaceRule raceRule() const {
    if (!fragment.plain) return RaceRule::None;
    switch (info.races) {
      case DataRaces::None:
        return RaceRule::None;
      case DataRaces::Unordered:
        return RaceRule::States;
      case DataRaces::Synchronised:
        return rowFragment().weakReads || rowFragment().weakWrites ? RaceRule::Shadows
                                                                   : RaceRule::States;
    }
    return RaceRule::None;
  }

  Fragment rowFragment() const {
    return options.reductions.clearDead ? fragment : keepingAllRows(fragment);
  }

  // Races that do not show in the states need the monitor.
  bool canBeInOrder() const { return raceRule() != RaceRule::Shadows; }

  // If every atomic access is sc then RC11 is SC as long as there is no data race (po, rf, mo
  // and fr between sc accesses are all in psc). Only races remain to be detected; they show in the
  // states, because everything synchronises. The same holds where fences keep everything in order.
  ModelName watched() const {
    const bool isSc = info.scAccesses == ScAccesses::Ordered && rowFragment().onlyScAccesses;
    return isSc || inOrder ? ModelName::Sc : model;
  }

  std::vector<bool> monitored() const {
    std::vector<bool> out(program.cellCount(), false);
    if (watched() == ModelName::Sc) return out;
    for (std::uint32_t c = 0; c < program.cellCount(); ++c) {
      out[c] = info.monitorsPlainCells() || machine.cellAtomic(c);
    }
    return out;
  }

  // Where SC fences are updates of one reserved location, their order matters.
  bool fencesAreUpdates() const { return !inOrder && info.scFence == ScFence::Update; }

  SearchOutcome exploreOnce() {
    SearchOptions search{options.reductions};
    // Whether sc accesses that the model does not have forbid a violation is a question about
    // whole runs.
    if (info.scAccesses == ScAccesses::Outside && fragment.scAccesses) search.columns = false;
    search.fewStates = options.fewStates;
    search.fewColumns = options.fewColumns;
    search.fencesConflict = fencesAreUpdates();
    search.races = raceRule();
    search.mixedAccesses = fragment.mixed && info.races != DataRaces::None;
    search.hangs = options.hangs;
    search.workers = std::max(1u, options.workers);
    search.rememberedSteps = options.rememberedSteps;
    search.maxStates = options.limits.maxStates;
    search.maxBytes = options.limits.maxBytes > 0 ? options.limits.maxBytes : mostOfMemory();
    if (options.limits.seconds > 0) {
      search.seconds = std::max(1e-9, options.limits.seconds - elapsed());
    }
    if (options.everyFinding) {
      search.symmetry = search.symmetry && !hidesPlaces(program);
      search.wants = [this](const SuspectPlace& place) { return every.wants(place); };
    }
    search.observed = observed;
    search.interrupted = options.interrupted;
    search.abandoned = options.abandoned;
    if (options.progress) {
      search.progress = [this](std::uint64_t states, std::uint64_t frontier, std::uint64_t bytes) {
        options.progress({states, frontier, bytes, elapsed()});
      };
    }
    if (options.onPause) search.onPause = [this] { return options.onPause(elapsed()); };
    const MonitoredCells cells(program, monitored(), refinement.tracked());
    Exploration exploration{machine, futures,
                            cells,   rowFragment(),
                            search,  [this](const Suspect& suspect) { return examine(suspect); }};
    std::optional<RowAudit> audit;
    // Loads that are forgiven are not part of the run's graph, so rows have no such meaning there.
    if (options.selfCheck && observed == nullptr) {
      audit.emplace(watched(), exploration);
      exploration.options.audit = [&](const KeptState& kept) {
        (*audit)(kept);
        ++result.statistics.selfChecked;
      };
    }
    const SearchOutcome outcome = explore(watched(), exploration);
    addSearch(result.statistics, outcome);
    result.statistics.states = outcome.states;
    result.statistics.transitions = outcome.transitions;
    return outcome;
  }

  // The same question, asked of every execution graph under SC.
  SearchOutcome enumerateOnce() {
    traces::TraceSearchOptions search;
    search.model = model;
    search.watch = watched() != ModelName::Sc;
    search.fencesOrder = !inOrder || fragment.plain;
    search.scEvents = fragment.scAccesses || fragment.scFences;
    search.maxGraphs = options.limits.maxStates;
    search.stop = [this](const executions::Enumeration& soFar) { return stopAt(soFar); };
    const traces::TraceSearch found = traces::searchTraces(
        machine, search, [this](const Suspect& suspect) { return examine(suspect); });
    cut = found.cut;
    Statistics& statistics = result.statistics;
    statistics.engine = SearchEngine::Graphs;
    statistics.graphs = found.enumeration.finals;
    statistics.peakBytes = found.enumeration.peakBytes;
    SearchOutcome outcome;
    outcome.end = found.end;
    outcome.blocked = found.blocked;
    return outcome;
  }

  // Looks at limits, as SearchControl does for states.
  SearchOutcome::End stopAt(const executions::Enumeration& soFar) {
    using End = SearchOutcome::End;
    const auto isSet = [](const std::atomic<bool>* flag) {
      return flag != nullptr && flag->load(std::memory_order_relaxed);
    };
    if (isSet(options.interrupted)) return End::Interrupted;
    if (isSet(options.abandoned)) return End::Abandoned;
    const double now = elapsed();
    if (options.limits.seconds > 0 && now > options.limits.seconds) return End::Time;
    const std::uint64_t most = options.limits.maxBytes;
    if (most > 0 && soFar.peakBytes > most) return End::Memory;
    if (now - lastPause <= kSecondsBetweenPauses) return End::Complete;
    lastPause = now;
    if (options.progress) options.progress({soFar.finals, 0, soFar.peakBytes, now, "graph"});
    return !options.onPause || options.onPause(now) ? End::Complete : End::Abandoned;
  }

  // Counts and times what consider() does.
  bool examine(const Suspect& suspect) {
    const Clock::time_point begin = Clock::now();
    const bool weak = suspect.kind == Suspect::Kind::Stale || suspect.kind == Suspect::Kind::Race;
    result.statistics.suspects += weak ? 1 : 0;
    const bool end = consider(suspect);
    result.statistics.phases.judge += secondsSince(begin);
    return end;
  }

  // Returns whether to end the search.
  bool consider(const Suspect& suspect) {
    switch (suspect.kind) {
      case Suspect::Kind::Fault:
        if (const Pc use = useAt(suspect); use != kNoUse) return considerUse(suspect);
        runsAreOpen |= leavesRunsOpen(suspect);
        keep(findingOf(propertyOf(suspect.fault), suspect,
                       witnessOfRun(program, model, suspect.run)));
        return false;
      case Suspect::Kind::Race:
        return violation(Property::Race, suspect,
                         judgeRace(machine, model, suspect, options.everyFinding));
      case Suspect::Kind::Stale:
        return considerStale(suspect);
      case Suspect::Kind::Hang:
        result.hang = hangOf(suspect);
        return false;
    }
    return false;
  }

  Finding hangOf(const Suspect& suspect) const {
    Finding out = findingOf(Property::Hang, suspect, witnessOfRun(program, model, suspect.run));
    const ExecutionGraph& graph = out.witness.graph;
    const CellId cell{suspect.action.cell};
    const Event& write = graph[graph.lastWrite(cell)];
    out.message = waitingWords(program, cell, {write.written, write.init, write.thread, write.pc});
    return out;
  }

  // An assertion with a complaint was added for an error of the program, such as the use of memory
  // that has been freed.
  bool leavesRunsOpen(const Suspect& suspect) const {
    const Instr& in = program.codeOf(ThreadId{suspect.thread}).instrs[suspect.pc];
    return robur::leavesRunsOpen(propertyOf(suspect.fault)) || !in.complaint.empty();
  }

  Pc useAt(const Suspect& suspect) const {
    if (observed == nullptr || suspect.fault != Fault::Assertion) return kNoUse;
    return (*observed)[raw(program.threads[suspect.thread].code)].useAt[suspect.pc];
  }

  // A value is used that could have been another one. The violation is the load that read it.
  bool considerUse(const Suspect& use) {
    const std::uint32_t code = raw(program.threads[use.thread].code);
    const RegId twin = program.codes[code].instrs[use.pc].value->lhs->reg;
    for (std::size_t i = use.run.size(); i-- > 0;) {
      const RunStep& step = use.run[i];
      if (step.thread != use.thread || (*observed)[code].twinOfLoad[step.pc] != twin) continue;
      Suspect load = use;
      load.kind = Suspect::Kind::Stale;
      load.pc = step.pc;
      load.action = step.action;
      load.run.resize(i);
      return considerJudged(load, judgeLoad(machine, model, use.run, i, options.everyFinding));
    }
    throw InternalError("a value is used that no load has read");
  }

  bool considerStale(const Suspect& suspect) {
    if (dismissed >= kMostDismissed) return false;
    return considerJudged(suspect, judgeStale(machine, model, suspect, options.everyFinding));
  }

  bool considerJudged(const Suspect& suspect, Judgement judgement) {
    switch (judgement.kind) {
      case Judgement::Kind::Real:
        result.explanation = suspect.rows;
        return violation(Property::Robustness, suspect, std::move(judgement.witnesses));
      case Judgement::Kind::Sequential:
        ++dismissed;
        ++result.statistics.dismissed;
        return false;
      case Judgement::Kind::Coarse:
        if (options.engine == CheckEngine::Graphs ||
            !refinement.add(suspect.action.cell, judgement.staleValues)) {
          throw InternalError("the monitor saw a violation that the axioms do not see");
        }
        refine = true;
        ++result.statistics.dismissed;
        return true;
    }
    return false;
  }

  Finding findingOf(Property property, const Suspect& suspect, Witness witness) const {
    Finding finding;
    finding.property = property;
    finding.thread = ThreadId{suspect.thread};
    finding.pc = suspect.pc;
    finding.span = program.codeOf(finding.thread).instrs[suspect.pc].span;
    finding.witness = std::move(witness);
    return finding;
  }

  bool violation(Property property, const Suspect& suspect, std::vector<Witness> witnesses) {
    every.judged({suspect.kind, suspect.thread, suspect.pc, suspect.other, suspect.otherPc});
    bool end = !options.everyFinding;
    for (Witness& witness : witnesses) {
      const Finding finding = findingOf(property, suspect, std::move(witness));
      keep(finding);
      if (options.onViolation) end = options.onViolation(finding);
      if (end) break;
    }
    return end;
  }

  void keep(Finding finding) {
    if (options.everyFinding) return every.add(std::move(finding), result.findings);
    const auto same = [&](const Finding& f) { return f.property == finding.property; };
    if (std::any_of(result.findings.begin(), result.findings.end(), same)) return;
    result.findings.push_back(std::move(finding));
  }

  void conclude(const SearchOutcome& outcome) {
    result.everyFinding = options.everyFinding;
    if (options.everyFinding) {
      result.unexamined = every.unexamined();
      result.searchEnded = outcome.end == SearchOutcome::End::Complete;
      result.incomplete = whyIncomplete(outcome);
    }
    std::stable_sort(result.findings.begin(), result.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.property < b.property; });
    const Finding* unsupported = firstUnsupported(result);
    if (has(Property::Robustness) || has(Property::Race)) {
      result.verdict = Verdict::NotRobust;
    } else if (unsupported != nullptr) {
      unknown(unsupportedWords(program, *unsupported));
    } else if (outcome.end != SearchOutcome::End::Complete) {
      unknown(reasonOf(outcome.end, options), isLimit(outcome.end));
    } else if (!cut.empty()) {
      unknown(cut);
    } else if (dismissed > 0 && !fragment.onlyScAccesses) {
      unknown(
          "seq_cst accesses are not part of RC20: robust if they were stronger, not robust if "
          "they were acquire/release, and no violation found that respects their order; ask for "
          "rc11");
    } else if (!info.isReference() && runsAreOpen) {
      unknown("what follows an error is not defined, so correct that first");
    } else {
      result.verdict = Verdict::Robust;
      if (dismissed > 0) {
        result.argument = "every atomic access is seq_cst and there is no data race";
      }
    }
  }

  bool has(Property property) const {
    return std::ranges::any_of(result.findings,
                               [&](const Finding& f) { return f.property == property; });
  }

  // Why there may be findings that the result does not have.
  std::string whyIncomplete(const SearchOutcome& outcome) const {
    if (outcome.end != SearchOutcome::End::Complete) return reasonOf(outcome.end, options);
    if (dismissed > 0 && !fragment.onlyScAccesses) {
      return "violations that the order of seq_cst accesses excludes can hide others under RC20";
    }
    if (observed != nullptr) return "of the loads whose stale values meet in one use, one is shown";
    if (runsAreOpen) return "what follows an error is not defined, so correct that first";
    if (has(Property::Race))
      return "what follows a data race is not defined, so correct that first";
    return {};
  }

  void unknown(std::string reason, bool limitReached = false) {
    result.verdict = Verdict::Unknown;
    result.reason = std::move(reason);
    result.limitReached = limitReached;
  }

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

}  // namespace

namespace {

// Are states the only ones that can answer, or the only ones that are asked for?
bool needsStates(bool mixed, const CheckOptions& options) {
  return options.engine == CheckEngine::States || mixed || options.selfCheck ||
         options.onViolation || options.everyFinding || options.limits.maxStates > 0 ||
         !allForStates(options.reductions);
}

// How long executions are enumerated for races that states do not show, if there is no limit.
constexpr double kMostSecondsForRaces = 5;

// Races of plain with atomic accesses that are never about to happen at the same time.
void lookForMixedRaces(const Program& program, ModelName model, const CheckOptions& options,
                       Result& result) {
  if (infoOf(model).races == DataRaces::None) return;
  const Clock::time_point begin = Clock::now();
  const double limit = options.limits.seconds > 0
                           ? options.limits.seconds - options.limits.spent
                           : kMostSecondsForRaces;
  const Machine machine(program);
  MixedRaces found = mixedRacesOf(machine, model, [&] {
    return secondsSince(begin) > limit ||
           (options.interrupted != nullptr && options.interrupted->load());
  });
  result.statistics.seconds += secondsSince(begin);
  if (found.race) {
    result.verdict = Verdict::NotRobust;
    result.findings.push_back(std::move(*found.race));
  } else if (!found.unknown.empty()) {
    result.verdict = Verdict::Unknown;
    result.reason = fmt::format(
        "robust, unless a plain access to an atomic location races with another access, which is "
        "not known: {}",
        found.unknown);
  }
}

Result askRobustness(const Program& program, ModelName model, const CheckOptions& options) {
  const AskEngine ask = [&](const CheckOptions& one) { return Checker(program, model, one).run(); };
  // Races of plain with atomic accesses are looked for in states only.
  const bool mixed = hasPlainAccessToAtomic(program);
  if (options.engine == CheckEngine::Graphs && !mixed) return ask(options).result;
  if (!needsStates(mixed, options)) return firstAnswer(options, ask).result;
  CheckOptions states = options;
  states.engine = CheckEngine::States;
  Result result = ask(states).result;
  if (mixed && result.verdict == Verdict::Robust) lookForMixedRaces(program, model, options, result);
  return result;
}

Result checkAsIs(const Program& program, ModelName model, const CheckOptions& options) {
  if (!options.observational || !infoOf(model).observational) {
    return askRobustness(program, model, options);
  }
  // Robustness implies observational robustness and is cheaper to decide, so try it first.
  CheckOptions first = options;
  first.onViolation = nullptr;
  Result result = askRobustness(program, model, first);
  if (result.verdict == Verdict::NotRobust) {
    CheckOptions second = options;
    second.engine = CheckEngine::States;
    second.limits.spent = result.statistics.seconds;
    const Observed observed = observe(program);
    result = Checker(observed.program, model, second, &observed.codes).run().result;
  }
  result.observational = true;
  return result;
}

}  // namespace

bool allForStates(const Reductions& r) {
  return r.partialOrder && r.symmetry && r.mergeLocal && r.clearDead && r.columns && r.fixpoint &&
         r.coarseValues;
}

Result check(const Program& program, ModelName model, const CheckOptions& options) {
  const Clock::time_point begin = Clock::now();
  Program blocking = program;
  lockScStores(blocking, model);
  std::vector<BlockedLoop> loops;
  if (!options.exactLoops) loops = blockSpinLoops(blocking);
  // After the loops: one that prints what it reads is not a spin loop in any mode.
  if (!options.observational) dropObservations(blocking);
  const double spent = secondsSince(begin);
  Result result = checkAsIs(blocking, model, options);
  result.statistics.phases.analyse += spent;
  for (const BlockedLoop& loop : loops) result.spinLoops.push_back({loop.code, loop.span});
  return result;
}

}  // namespace robur
