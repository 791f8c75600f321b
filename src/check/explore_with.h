// Instantiates the search for one model, with rows as narrow as the program allows.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "check/explore.h"
#include "explore/search_impl.h"
#include "explore/strand_flow.h"
#include "explore/strand_search.h"
#include "program/internal_error.h"

namespace robur {

template <template <int> class Model>
struct WithModel {
  template <int W>
  using Whole = Search<Model, W>;
  template <int W>
  using Strands = StrandSearch<Model, W>;
};

template <int W>
MonitorLayout<W> layoutFor(const Exploration& e) {
  MonitorLayout<W> layout;
  layout.facts = e.facts;
  layout.threads = e.machine.threadCount();
  layout.cells = e.monitored.cellCount();
  layout.classes = e.monitored.classCount();
  for (unsigned x = 0; x < layout.cells; ++x) {
    layout.classesOf.push_back(
        Bits<W>::range(e.monitored[x].firstClass, e.monitored[x].endClass()));
    layout.orders.push_back(e.facts.cells[e.monitored[x].cell]);
  }
  unsigned plain = 0;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    const bool shadowed = e.options.races == RaceRule::Shadows && !e.machine.cellAtomic(c);
    layout.plainIndex.push_back(shadowed ? plain++ : kNotMonitored);
  }
  layout.shadows = plain * layout.threads;
  return layout;
}

inline unsigned columnsOf(const Exploration& e) {
  unsigned columns = e.monitored.classCount();
  if (e.options.races != RaceRule::Shadows) return columns;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    if (!e.machine.cellAtomic(c)) columns += e.machine.threadCount();
  }
  return columns;
}

// Are rows of this width enough?
template <int W>
bool fits(const Exploration& e) {
  return columnsOf(e) <= Bits<W>::kCapacity;
}

[[noreturn]] inline void refuse(const Exploration& e) {
  throw TooManyColumns(
      fmt::format("the monitor would need {} columns, more than 4096", columnsOf(e)));
}

template <template <int> class Engine, int W>
SearchOutcome searchWith(const Exploration& e) {
  const MonitorLayout<W> layout = layoutFor<W>(e);
  return Engine<W>(e.machine, e.futures, e.monitored, layout, e.options, e.onSuspect).run();
}

// All rows of a state together. Where this is needed there is seldom much to be gained by
// rows that are just as wide as necessary, and each width takes a while to compile.
template <template <int> class Model>
SearchOutcome exploreWhole(const Exploration& e) {
  if (fits<1>(e)) return searchWith<WithModel<Model>::template Whole, 1>(e);
  if (fits<64>(e)) return searchWith<WithModel<Model>::template Whole, 64>(e);
  refuse(e);
}

// Columns apart, without runs: an outcome if there is nothing to tell, and otherwise `afraid` if it
// is certain that there is something. The question is asked again and again while the search goes
// on, since what there is to tell is mostly found early.
template <template <int> class Model>
std::optional<SearchOutcome> exploreQuietly(const Exploration& e, const MonitorLayout<1>& layout,
                                            bool& afraid) {
  using Flow = StrandFlow<Model, 1>;
  using End = SearchOutcome::End;
  SearchOptions options = e.options;
#ifndef NDEBUG
  options.audit = nullptr;
#endif
  bool quiet = true;
  typename Flow::Ground ground(e.machine, e.futures, e.monitored, layout, options,
                               [&](const Suspect&) {
                                 quiet = false;
                                 return true;
                               });
  if (!Flow::suits(layout, ground)) return std::nullopt;
  Flow flow(e.machine, e.futures, e.monitored, layout, options, ground);
  std::uint64_t next = 8 * options.fewStates;
  bool fearless = true;
  while (fearless && ground.advance()) {
    if (ground.states().count() < next) continue;
    fearless = flow.propagate();
    next = 4 * ground.states().count();
  }
  fearless = fearless && ground.outcome().end == End::Complete && flow.propagate();
  const SearchOutcome outcome = ground.outcome();
  if (quiet && (outcome.end == End::Time || outcome.end == End::Interrupted)) return outcome;
  afraid = quiet && !fearless && outcome.end == End::Complete;
  if (!quiet || !fearless) return std::nullopt;
  return outcome;
}

// Columns apart, in narrow rows. Small programs are not worth two attempts.
template <template <int> class Model>
SearchOutcome exploreApart(const Exploration& e) {
  const MonitorLayout<1> layout = layoutFor<1>(e);
  bool told = false;
  const auto tell = [&](const Suspect& suspect) {
    told = true;
    return e.onSuspect(suspect);
  };
  using Strands = StrandSearch<Model, 1>;
  const auto begun = [&](const SearchOptions& options) {
    return std::make_unique<Strands>(e.machine, e.futures, e.monitored, layout, options, tell);
  };
  std::unique_ptr<Strands> search = begun(e.options);
  if (!e.options.fixpoint) return search->run();
  const auto started = std::chrono::steady_clock::now();
  const SearchOutcome first = search->run(e.options.fewStates);
  if (!search->paused()) return first;
  if (told) return search->run();
  search.reset();
  bool afraid = false;
  const std::optional<SearchOutcome> quiet = exploreQuietly<Model>(e, layout, afraid);
#ifndef NDEBUG
  if (quiet && quiet->end == SearchOutcome::End::Complete) {
    begun(e.options)->run();
    if (told) throw InternalError("strands that were followed without their runs went astray");
  }
#endif
  if (quiet) return *quiet;
  SearchOptions options = e.options;
  if (options.seconds > 0) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started;
    options.seconds = std::max(1e-9, options.seconds - spent.count());
  }
  const SearchOutcome outcome = begun(options)->run();
  if (afraid && !told && outcome.end == SearchOutcome::End::Complete) {
    throw InternalError("what strands have to be feared for is not found by any run");
  }
  return outcome;
}

template <template <int> class Model>
SearchOutcome exploreWith(const Exploration& e) {
  // A load that is forgiven, because its value is never used, depends on all its columns.
  const bool apart = e.options.columns && e.options.clearDead && e.options.observed == nullptr;
  if (!apart) return exploreWhole<Model>(e);
  if (fits<1>(e)) return exploreApart<Model>(e);
  if (fits<64>(e)) return searchWith<WithModel<Model>::template Strands, 64>(e);
  refuse(e);
}

}  // namespace robur
