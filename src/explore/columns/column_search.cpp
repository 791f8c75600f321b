#include "explore/columns/column_search.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "explore/stepping_expander.h"

namespace robur {

class ColumnSearch::ColumnExpander final : public SteppingExpander<ColumnView> {
 public:
  ColumnExpander(ColumnSearch& search, ColumnsPerState::Buffer& buffer)
      : SteppingExpander<ColumnView>(search, search.context(), search.reports, search.columnCodec,
                                     search.columns, search.sets),
        s(search),
        buffer(buffer),
        waiting(search.columnCodec.cellCount()) {}

  void expand(std::span<const StateId> states) override {
    for (const StateId id : states) {
      if (reports.ended()) return;
      expandOne(id);
    }
  }
  void expandRest(const SuccessorBatch::Parent& parent) override {
    look(parent.id);
    s.perState.setAll(parent.id);
    batch.open({.id = parent.id, .counted = parent.counted});
    post(parent.id, parent.left);
  }
  void deliver(const SuccessorBatch::Parent& parent, std::span<const StateId> states) override {
    for (std::size_t i = 0; i < states.size(); ++i) {
      s.perState.add(states[i], {batch.tag(parent.first + i), parent.id, s.level}, buffer,
                     [&](auto a, auto b) { return stepper.view().without(a, b); });
    }
  }
  bool wantsDelivery() const override { return true; }

 private:
  // Takes the columns that are new in a state and looks at it.
  EnabledThreads look(StateId id) {
    ColumnView& view = stepper.view();
    const ColumnsPerState::NewColumns arrived =
        s.perState.arrivedIn(s.level - 1, id, [&](auto a, auto b) { return view.both(a, b); });
    isNew = arrived.first;
    view.take(arrived.columns);
    return stepper.look(s.store.words(id));
  }

  void expandOne(StateId id) {
    const EnabledThreads threads = look(id);
    if (isNew) reportSuspects(id, threads);
    reportViolations(id);
    if (threads.enabled == 0 || reports.ended()) return;
    const ThreadMask left = isNew ? threads.enabled & ~threads.enough : 0;
    batch.open({.id = id, .left = left, .counts = isNew});
    post(id, !isNew && s.perState.all(id) ? threads.enabled : threads.enough);
  }

  // What does not depend on columns: reported when the state is new.
  void reportSuspects(StateId id, const EnabledThreads& threads) {
    if (stepper.someChoice()) {
      for (unsigned t = 0; t < s.m.threadCount(); ++t) reportFaultsOfChoice(id, t);
    }
    if (threads.allMayRest) [[unlikely]]
      reportBlocked(id);
    const bool watches = s.options.races == RaceRule::States || s.options.mixedAccesses;
    if (watches && threads.plain) {
      reportRaces([&] { return s.spotAt(id); });
    }
  }
  // Is some thread about to make an access that may violate with a column at hand?
  void reportViolations(StateId id) {
    const std::span<const PotentialViolation> violations =
        s.sets.violations(stepper.view().taken());
    if (violations.empty()) return;
    for (unsigned t = 0; t < s.m.threadCount(); ++t) {
      for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
        const unsigned cell = stepper.cellAt(o);
        if (cell != kNotMonitored) waiting[cell] |= ThreadMask{1} << t;
      }
    }
    bool mayViolate = false;
    for (const PotentialViolation& violation : violations) {
      mayViolate |= (violation.threads & waiting[violation.cell]) != 0;
    }
    if (mayViolate) [[unlikely]]
      examineColumns(id);
    for (unsigned o = 0; o < stepper.optionCount(); ++o) {
      const unsigned cell = stepper.cellAt(o);
      if (cell != kNotMonitored) waiting[cell] = 0;
    }
  }
  // The exact test.
  void examineColumns(StateId id) {
    ColumnView& view = stepper.view();
    for (const ColumnId column : s.sets.columns(view.taken())) {
      ThreadMask threads = view.mayViolate(column);
      if (threads != 0) threads &= waiting[view.cellOf(column)];
      if (threads != 0) view.examine(column);
      for (; threads != 0; threads &= threads - 1) {
        const unsigned t = static_cast<unsigned>(std::countr_zero(threads));
        for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
          reportIfViolating({id, column, s.level - 1}, t, o);
          if (reports.ended()) return;
        }
      }
    }
  }

  // A thread that is in the same state as the one before it, with the same rows, leads to the same
  // successors, as the two can be exchanged. Its faults are its own.
  [[gnu::noinline]] void post(StateId id, ThreadMask threads) {
    const ThreadMask copies = threads & threads << 1 & repeated(id, threads);
    if (copies == 0) {
      step(id, threads);
      return;
    }
    std::size_t first = 0, end = 0;  // the successors by the latest step
    for (; threads != 0; threads &= threads - 1) {
      const ThreadMask thread = threads & -threads;
      if ((thread & copies) != 0 && !faulted) {
        for (std::size_t i = first; i < end; ++i) batch.repeat(i);
        continue;
      }
      first = batch.size();
      faulted = false;
      step(id, thread);
      end = batch.size();
    }
  }
  // The threads that are in the same state as the one before them, also by their rows.
  ThreadMask repeated(StateId id, ThreadMask threads) {
    ThreadMask out = 0;
    const std::uint64_t* const state = s.store.words(id);
    for (ThreadMask left = threads & s.symmetry.adjacent(); left != 0; left &= left - 1) {
      const auto t = static_cast<unsigned>(std::countr_zero(left));
      const bool same =
          s.codec.at(state, s.codec.localAt(t)) == s.codec.at(state, s.codec.localAt(t - 1));
      out |= ThreadMask{same} << t;
    }
    return out == 0 ? 0 : out & stepper.view().repeated(stepper.view().taken());
  }
  void step(StateId id, ThreadMask threads) {
    const std::uint64_t* const state = s.store.words(id);
    stepAll(id, threads, [&](std::span<const Change> changes, unsigned, unsigned, unsigned) {
      ColumnSetId out = stepper.view().out();
      if (out == kNoColumns) return;
      std::uint64_t* const next = batch.slot();
      s.codec.repack(state, changes, next);
      if (!s.symmetry.none()) {
        s.codec.unpackThreads(next, sorted);
        if (!s.symmetry.isSorted(sorted.locals())) {
          out = stepper.view().sorted(out, s.symmetry, sorted.locals());
          s.symmetry.sortLocals(sorted.locals());
          s.codec.packThreads(sorted, next);
        }
      }
      batch.post(out);
    });
  }

  ColumnSearch& s;
  ColumnsPerState::Buffer& buffer;
  bool isNew = false;               // the state that is looked at
  std::vector<ThreadMask> waiting;  // per cell, the threads that are about to access it
};

ColumnSearch::ColumnSearch(const Exploration& exploration, MonitorType monitorType,
                           SearchControl& control, OnSuspect onSuspect)
    : StateSpace(exploration, std::move(monitorType), false, control, std::move(onSuspect)),
      columnCodec(type.shape),
      columns(columnCodec.words()) {}

ColumnSearch::~ColumnSearch() = default;

std::unique_ptr<Expander> ColumnSearch::makeExpander() {
  buffers.push_back(std::make_unique<ColumnsPerState::Buffer>());
  return std::make_unique<ColumnExpander>(*this, *buffers.back());
}

void ColumnSearch::addInitial() {
  Stepper<ColumnView> stepper = makeStepper();
  Config config = stepper.blank();
  stepper.initial(config);
  const ColumnSetId first =
      stepper.view().sorted(stepper.view().single(config.rows()), symmetry, config.locals());
  symmetry.sortLocals(config.locals());
  perState.add(insertInitial(config), {first, kNoState, level}, *buffers.front(),
               [](ColumnSetId set, ColumnSetId) { return set; });
}

// The states that have got something new, new states or not.
void ColumnSearch::nextFrontier(Frontier& frontier, StateId, StateId) {
  std::vector<StateId> changed;
  for (const auto& buffer : buffers) {
    changed.insert(changed.end(), buffer->changed.begin(), buffer->changed.end());
    buffer->changed.clear();
  }
  frontier.setList(std::move(changed));
}

std::uint64_t ColumnSearch::bytes() const {
  std::uint64_t sum = StateSpace::bytes() + columns.bytes() + sets.bytes() + perState.bytes();
  for (const auto& buffer : buffers) sum += buffer->arrivals.bytes();
  return sum;
}

void ColumnSearch::addTo(SearchOutcome& outcome) const {
  StateSpace::addTo(outcome);
  outcome.statistics.engine = SearchStatistics::Engine::Columns;
  outcome.statistics.columns = columns.size();
  outcome.statistics.columnSets = sets.size();
}

}  // namespace robur
