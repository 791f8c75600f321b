#include "explore/rows/state_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "explore/stepping_expander.h"
#include "program/internal_error.h"

namespace robur {

template <class View>
class StateSearch<View>::StateExpander final : public SteppingExpander<View> {
 public:
  explicit StateExpander(StateSearch& search)
      : SteppingExpander<View>(search, search.context(), search.reports, search.rowCodec,
                               search.rowStates) {
    if constexpr (View::kRecords) writer.emplace(*search.recorded);
  }

  void expand(std::span<const StateId> states) override {
    for (const StateId id : states) {
      if (reports.ended()) return;
      expandOne(id);
    }
  }
  void expandRest(const SuccessorBatch::Parent& parent) override {
    stepper.look(space.store.words(parent.id));
    batch.open({.id = parent.id, .counted = parent.counted});
    post(parent.id, parent.left);
  }
  void deliver(const SuccessorBatch::Parent& parent, std::span<const StateId> states) override {
    if constexpr (View::kRecords) {
      steps.clear();
      for (std::size_t i = 0; i < states.size(); ++i) {
        steps.push_back({states[i], batch.tag(parent.first + i)});
      }
      writer->write(parent.id, steps);
    }
  }
  bool wantsDelivery() const override { return View::kRecords; }

 private:
  using Base = SteppingExpander<View>;
  using Base::batch, Base::reports, Base::space, Base::stepper, Base::sorted;

  void expandOne(StateId id) {
    const EnabledThreads threads = stepper.look(space.store.words(id));
    // Is there anything that could be reported? Seldom, and this is quickly decided.
    if (stepper.someChoice() || threads.plain || (View::kWhole && stepper.someMayViolate())) {
      reportSuspects(id);
      if (reports.ended()) return;
    }
    if (threads.allMayRest) [[unlikely]]
      this->reportBlocked(id);
    if (threads.enabled == 0) return;
    batch.open({.id = id, .left = threads.enabled & ~threads.enough});
    post(id, threads.enough);
  }
  void reportSuspects(StateId id) {
    for (unsigned t = 0; t < space.m.threadCount(); ++t) {
      if (stepper.someChoice()) this->reportFaultsOfChoice(id, t);
      for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
        this->reportIfViolating({id}, t, o);
        if (reports.ended()) return;
      }
    }
    if (space.options.races == RaceRule::States || space.options.mixedAccesses) {
      this->reportRaces([&] { return Spot{id}; });
    }
  }
  [[gnu::noinline]] void post(StateId id, ThreadMask threads) {
    const std::uint64_t* const state = space.store.words(id);
    this->stepAll(id, threads,
                  [&](std::span<const Change> changes, unsigned t, unsigned o, unsigned way) {
                    std::uint64_t* const next = batch.slot();
                    space.codec.repack(state, changes, next);
                    checkFields(next);
                    if (!space.symmetry.none()) {
                      space.codec.unpackThreads(next, sorted);
                      if (stepper.normalise(sorted)) space.codec.packThreads(sorted, next);
                    }
                    if constexpr (View::kRecords) {
                      batch.post(writer->kindOf(stepper.view().effect(), [&] {
                        return StepKind{id, t, o, way};
                      }));
                    } else {
                      batch.post();
                    }
                  });
  }

  // Debug builds: no field of a packed state may have overflowed into another.
  void checkFields([[maybe_unused]] const std::uint64_t* packed) {
#ifndef NDEBUG
    std::vector<std::uint64_t> again(space.codec.words());
    space.codec.unpack(packed, sorted);
    space.codec.pack(sorted, again.data());
    if (!std::equal(again.begin(), again.end(), packed)) {
      throw InternalError("a change of a state has overflowed its field");
    }
#endif
  }

  // If steps are recorded.
  std::optional<StepGraph::Writer> writer;
  std::vector<StepGraph::Step> steps;
};

template <class View>
StateSearch<View>::StateSearch(const Exploration& exploration, MonitorType monitorType,
                               SearchControl& control, OnSuspect onSuspect)
    : StateSpace(exploration, std::move(monitorType), true, control, std::move(onSuspect)),
      rowCodec(type.shape),
      rowStates(rowCodec.words()) {
  if constexpr (View::kRecords) recorded = std::make_unique<StepGraph>();
}

template <class View>
std::unique_ptr<Expander> StateSearch<View>::makeExpander() {
  return std::make_unique<StateExpander>(*this);
}

template <class View>
void StateSearch<View>::addInitial() {
  Stepper<View> stepper = makeStepper();
  Config config = stepper.blank();
  stepper.initial(config);
  stepper.normalise(config);
  insertInitial(config);
}

template <class View>
bool StateSearch<View>::stepsAreExact() {
  if constexpr (View::kRecords) {
    return makeStepper().view().isExact() && (symmetry.none() || symmetry.canRank());
  }
  return false;
}

template <class View>
Trail StateSearch<View>::retrace(const Spot& spot) {
  std::vector<StateId> path;
  for (StateId at = spot.state; at != kNoState; at = store.parent(at)) path.push_back(at);
  Stepper<View> stepper = makeStepper();
  std::vector<std::uint64_t> packed(codec.words()), here(codec.words());
  Trail trail{{}, stepper.blank(), {}, std::vector<std::uint8_t>(m.threadCount())};
  stepper.initial(trail.config);
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    codec.pack(trail.config, here.data());
    const bool found =
        findStep(stepper, codec, here.data(), [&](unsigned t, unsigned o, const Config& to) {
          Config sorted = to;
          stepper.normalise(sorted);
          codec.pack(sorted, packed.data());
          if (!std::equal(packed.begin(), packed.end(), store.words(path[i]))) return false;
          const Action& action = stepper.pending(o);
          const bool forgiven = stepper.onlyObserved(o) && stepper.mayViolate(t, o);
          if (action.kind != Action::Kind::Local) {
            trail.run.push_back({t, stepper.pc(o), action, forgiven});
          }
          trail.config = to;
          return true;
        });
    if (!found) throw InternalError("a state could not be reached again from its parent");
  }
  trail.rows = rowCodec.block(rowStates, trail.config.rows());
  Config sorted = trail.config;
  RowBlock rows = trail.rows;
  symmetry.sort(sorted.locals(), rows.data(), trail.where.data());
  return trail;
}

// The rows are those that the store gives back, of threads in their own order again.
template <class View>
void StateSearch<View>::audit(StateId id) {
  Trail trail = retrace({id});
  KeptState out;
  out.run = std::move(trail.run);
  out.machine = threadStates.machineState(trail.config.cells(), trail.config.locals());
  Config stored(m.cellCount(), m.threadCount());
  codec.unpack(store.words(id), stored);
  const RowBlock block = rowCodec.block(rowStates, stored.rows());
  out.rows = rowsInOrder(type.shape, block);
  const std::vector<std::vector<std::uint64_t>> sorted = out.rows;
  const unsigned perThread = type.shape.index.rowsPerThread();
  for (unsigned p = 0; p < m.threadCount(); ++p) {
    std::copy_n(sorted.begin() + p * perThread, perThread,
                out.rows.begin() + trail.where[p] * perThread);
  }
  options.audit(out);
}

template <class View>
std::uint64_t StateSearch<View>::bytes() const {
  return StateSpace::bytes() + rowStates.bytes() + (recorded ? recorded->bytes() : 0);
}

template <class View>
void StateSearch<View>::addTo(SearchOutcome& outcome) const {
  StateSpace::addTo(outcome);
  outcome.statistics.rowStates = rowStates.size();
  if (recorded) outcome.statistics.stepKinds = recorded->kindCount();
}

template class StateSearch<WholeRowsView>;
template class StateSearch<StepRecorder>;

}  // namespace robur
