#include "check/checker.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <optional>

#include "audit/row_audit.h"
#include "check/fence_sufficiency.h"
#include "check/search_work.h"
#include "check/watched.h"
#include "traces/trace_search.h"

namespace robur {

namespace {

// Using more than this would make the system kill the process before it has an answer.
std::uint64_t mostOfMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0
             ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size) / 10 * 8
             : 0;
}

}  // namespace

Checker::Checker(const Program& program, ModelName model, const CheckOptions& options,
                 const std::vector<ObservedCode>* observed)
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

EngineAnswer Checker::run() {
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

RaceRule Checker::raceRule() const {
  return raceRuleOf(rowFragment(), info);
}

Fragment Checker::rowFragment() const {
  return options.reductions.clearDead ? fragment : keepingAllRows(fragment);
}

bool Checker::canBeInOrder() const {
  return raceRule() != RaceRule::Shadows;
}

ModelName Checker::watched() const {
  return watchedModel(info, rowFragment(), inOrder);
}

SearchOutcome Checker::exploreOnce() {
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
  const MonitoredCells cells(program, monitoredIn(machine, watched()), refinement.tracked());
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

SearchOutcome Checker::enumerateOnce() {
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

SearchOutcome::End Checker::stopAt(const executions::Enumeration& soFar) {
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

}  // namespace robur
