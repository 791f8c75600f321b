// How to search: with whole rows or columns, how wide, and whether a fixpoint is tried first.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "explore/columns/column_fixpoint.h"
#include "explore/columns/column_search.h"
#include "explore/driver.h"
#include "explore/explore.h"
#include "explore/monitors/monitors.h"
#include "explore/rows/state_search.h"
#include "explore/trace.h"
#include "program/internal_error.h"

namespace robur {

namespace {

using End = SearchOutcome::End;
using Engine = SearchStatistics::Engine;

// The fixpoint is computed for the first time when there are so many times fewStates states, then
// whenever there are so many times more: most violations are found early, and a series of
// fixpoints over growing numbers of states takes little longer than the last of them.
constexpr std::uint64_t kFirstFixpoint = 8, kNextFixpoint = 4;

// Another attempt would only end in the same way; one with fewer states or bytes may not.
bool endsEverySearch(End end) {
  return end == End::Time || end == End::Interrupted || end == End::Abandoned;
}

class Strategy {
 public:
  Strategy(ModelName model, const Exploration& exploration) : model(model), e(exploration) {}

  SearchOutcome run() {
    const unsigned columns = columnsOf(e);
    if (columns > 64 * kWideRow) {
      throw TooManyColumns(
          fmt::format("the monitor would need {} columns, more than {}", columns, 64 * kWideRow));
    }
    const unsigned rowWords = columns <= 64 * kNarrowRow ? kNarrowRow : kWideRow;
    // A load that is forgiven, because its value is never used, depends on all its columns.
    const bool useColumns = e.options.columns && e.options.clearDead && !e.options.observed &&
                            monitorOf(model, e, rowWords).shape.words() > 0;
    ROBUR_TRACE("search", "{} columns, rows of {} words, {}", columns, rowWords,
                useColumns ? "columns" : "whole rows");
    SearchOutcome outcome = !useColumns            ? searchOnce<WholeRowsSearch>(rowWords)
                            : rowWords == kWideRow ? searchOnce<ColumnSearch>(rowWords)
                                                   : searchColumns();
    ROBUR_TRACE("search", "{} states, {} transitions", outcome.states, outcome.transitions);
    return outcome;
  }

 private:
  template <class Space>
  SearchOutcome searchOnce(unsigned rowWords) {
    SearchControl control(e.options);
    Space space(e, monitorOf(model, e, rowWords), control, e.onSuspect);
    return Driver(space, control).run();
  }

  // With columns in narrow rows. A program with few states, or with a violation among the first
  // ones, is not worth two attempts; otherwise the fixpoint is tried before a search for runs.
  SearchOutcome searchColumns() {
    if (!e.options.fixpoint) return searchOnce<ColumnSearch>(kNarrowRow);
    using Clock = std::chrono::steady_clock;
    const Clock::time_point started = Clock::now();
    {
      SearchControl control(e.options);
      ColumnSearch space(e, monitorOf(model, e, kNarrowRow), control, reporting());
      Driver driver(space, control);
      SearchOutcome first = driver.run(e.options.fewStates);
      if (driver.isPaused() && reported) first = driver.run();
      if (!driver.isPaused()) return first;
    }
    bool violates = false;
    std::optional<SearchOutcome> outcome = decideByFixpoint(violates);
    if (outcome && outcome->end == End::Complete && e.options.audit) {
      searchForRuns(e.options);
      if (reported) {
        throw InternalError("the fixpoint over columns found no violation, but the search did");
      }
    }
    if (outcome) return *outcome;
    SearchOptions options = e.options;
    if (options.seconds > 0) {
      const std::chrono::duration<double> spent = Clock::now() - started;
      options.seconds = std::max(1e-9, options.seconds - spent.count());
    }
    outcome = searchForRuns(options);
    if (violates && !reported && outcome->end == End::Complete) {
      throw InternalError("the fixpoint over columns found a violation that no run reproduces");
    }
    outcome->statistics.fixpointRounds = fixpointRounds;
    return *outcome;
  }
  OnSuspect reporting() {
    return [this](const Suspect& suspect) {
      reported = true;
      return e.onSuspect(suspect);
    };
  }
  SearchOutcome searchForRuns(const SearchOptions& options) {
    Exploration again = e;
    again.options = options;
    SearchControl control(again.options);
    ColumnSearch space(again, monitorOf(model, again, kNarrowRow), control, reporting());
    return Driver(space, control).run();
  }

  // An outcome if there is nothing to report or the time is over. Otherwise `violates` if it is
  // certain that there is a violation.
  std::optional<SearchOutcome> decideByFixpoint(bool& violates) {
    Exploration quiet = e;
    quiet.options.audit = nullptr;
    bool isQuiet = true;
    const auto stop = [&](const Suspect&) {
      isQuiet = false;
      return true;
    };
    SearchControl control(quiet.options);
    RecordingSearch space(quiet, monitorOf(ModelName::Sc, quiet, kNarrowRow), control, stop);
    Driver driver(space, control);
    const MonitorType type = monitorOf(model, quiet, kNarrowRow);
    if (!ColumnFixpoint::applies(type, space)) {
      ROBUR_TRACE("search", "no fixpoint: steps of one kind may differ in their effect");
      return std::nullopt;
    }
    ColumnFixpoint fixpoint(quiet, type, space, driver);
    const auto propagate = [&] {
      const bool clean = fixpoint.propagate();
      ++fixpointRounds;
      ROBUR_TRACE("search", "fixpoint over {} states, {} columns: {}", space.store.count(),
                  fixpoint.columnCount(), clean ? "clean" : "violation or limit");
      return clean;
    };
    std::uint64_t next = kFirstFixpoint * e.options.fewStates;
    bool clean = true;
    while (clean && driver.advance()) {
      if (space.store.count() < next) continue;
      clean = propagate();
      next = kNextFixpoint * space.store.count();
    }
    clean = clean && driver.outcome().end == End::Complete && propagate();
    SearchOutcome outcome = driver.outcome();
    SearchStatistics& s = outcome.statistics;
    s.engine = Engine::Fixpoint;
    s.rowWords = type.shape.rowWords;
    s.columns = fixpoint.columnCount();
    s.fixpointRounds = fixpointRounds;
    if (isQuiet && endsEverySearch(outcome.end)) return outcome;
    violates = isQuiet && !clean && outcome.end == End::Complete;
    if (!isQuiet || !clean) return std::nullopt;
    return outcome;
  }

  const ModelName model;
  const Exploration& e;
  bool reported = false;
  std::uint64_t fixpointRounds = 0;
};

}  // namespace

SearchOutcome explore(ModelName model, const Exploration& exploration) {
  return Strategy(model, exploration).run();
}

}  // namespace robur
