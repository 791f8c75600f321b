// Breadth-first search of the monitored program, level by level, by one or more workers.
//
// Breadth first because the first violation met is then a shortest one, and because its
// levels give partial-order reduction its proviso: a reduced set of steps is enough only if
// one of them leads to the next level; otherwise everything is expanded, so that no thread
// is put off for ever around a cycle. That depends on the levels alone, hence the number
// of states does not depend on the timing of workers.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "explore/codec.h"
#include "explore/crew.h"
#include "explore/outbox.h"
#include "explore/search.h"
#include "explore/search_control.h"
#include "explore/show_rows.h"
#include "explore/state_store.h"
#include "explore/step_graph.h"
#include "explore/stepper.h"
#include "explore/symmetry.h"
#include "program/internal_error.h"

namespace robur {

// `Eye` is what looks at the monitor's rows; one that takes notes wants the steps noted down, too.
template <template <int> class Model, int W, class Eye = Watch<W>>
class Search {
 public:
  Search(const Machine& machine, const Futures& futures, const MonitoredCells& monitored,
         const MonitorLayout<W>& layout, const SearchOptions& options, OnSuspect onSuspect)
      : m(machine),
        futures(futures),
        monitored(monitored),
        layout(layout),
        options(options),
        onSuspect(std::move(onSuspect)),
        model(layout),
        rowCodec(layout, model.plan(), model.rowMap()),
        codec(machine, futures, rowCodec.words() > 0, options.clearDead),
        // Shadows name threads in columns, which sorting threads would confuse.
        symmetry(machine, model.rowMap(), static_cast<unsigned>(model.plan().thread.size()),
                 options.symmetry && layout.shadows == 0),
        locals(machine),
        rowStates(rowCodec.words()),
        store(codec.words()),
        control(options) {
    if constexpr (Eye::kNotes) noted = std::make_unique<StepGraph>();
    workers.push_back(std::make_unique<Worker>(*this));
  }

  SearchOutcome run() {
    while (advance()) {
    }
    return outcome();
  }

  // Goes on to the next level; false if there is none, or if it has been ended.
  bool advance() {
    if (nextLevel == 0) keepInitial();
    const StateId begin = nextLevel, end = store.end();
    if (begin == end || ended()) return false;
#ifndef NDEBUG
    if (options.audit) auditLevel(begin, end);
#endif
    nextLevel = end;
    expandLevel(begin, end);
    return !ended();
  }
  SearchOutcome outcome() const {
    SearchOutcome outcome;
    outcome.end = control.why();
    outcome.states = store.count();
    outcome.peakBytes = bytes();
    for (const auto& worker : workers) outcome.transitions += worker->transitions;
    for (const auto& [t, pc] : blocked) outcome.blocked.push_back({t, pc});
    return outcome;
  }

  // For who looks at the states and steps that there are, between levels: all states below
  // `expanded` have been.
  const StateStore& states() const {
    return store;
  }
  StateId expanded() const {
    return nextLevel;
  }
  const StepGraph& steps() const {
    return *noted;
  }
  bool stepsAreExact() const {
    return workers.front()->stepsAreExact() && (symmetry.none() || symmetry.canRank());
  }
  const Codec& stateCodec() const {
    return codec;
  }
  Locals& threadStates() {
    return locals;
  }
  // Are the limits still kept, with so many bytes more?
  bool keepsLimits(std::uint64_t more) {
    others = more;
    control.look(store.count(), store.end() - nextLevel, bytes());
    return !ended();
  }

 private:
  using End = SearchOutcome::End;
  static constexpr StateId kPiece = 16;            // states that a worker takes at a time
  static constexpr StateId kBatch = 4096;          // states between looks at the limits
  static constexpr StateId kParallelLevel = 2048;  // smaller levels are not worth waking others

  static constexpr LocalId kNoLocal = ~LocalId{0};

  class Worker;

  Stepper<Model, W, Eye> makeStepper() {
    return Stepper<Model, W, Eye>(m, futures, monitored, layout, model, symmetry, locals, codec,
                                  options, rowCodec, rowStates);
  }

  bool ended() const {
    return control.ended();
  }

  std::uint64_t bytes() const {
    std::uint64_t sum = store.bytes() + locals.bytes() + rowStates.bytes() + others;
    if (noted) sum += noted->bytes();
    for (const auto& worker : workers) sum += worker->bytes();
    return sum;
  }

  void keepInitial() {
    Stepper<Model, W, Eye> stepper = makeStepper();
    Config config = stepper.blank();
    stepper.initial(config);
    stepper.normalise(config);
    std::vector<std::uint64_t> packed(codec.words());
    codec.pack(config, packed.data());
    StateStore::Ticket ticket;
    store.insert(packed.data(), store.hashOf(packed.data()), kNoState, ticket);
  }

  void expandLevel(StateId begin, StateId levelEnd) {
    while (begin < levelEnd && !ended()) {
      const StateId batchEnd = begin + std::min(levelEnd - begin, kBatch);
      if (options.workers > 1 && batchEnd - begin >= kParallelLevel) {
        begin = expandTogether(begin, batchEnd);
      } else {
        for (; begin < batchEnd && !ended(); begin += std::min(batchEnd - begin, kPiece)) {
          workers[0]->expand(begin, begin + std::min(batchEnd - begin, kPiece));
          workers[0]->finishCrowded();
        }
      }
      control.look(store.count(), levelEnd - begin, bytes());
    }
    for (const auto& worker : workers) store.drop(worker->ticket);
  }

  // Returns where to go on: a table that fills up ends the batch early.
  StateId expandTogether(StateId begin, StateId batchEnd) {
    if (!crew) {
      crew = std::make_unique<Crew>(options.workers);
      while (workers.size() < crew->size()) workers.push_back(std::make_unique<Worker>(*this));
    }
    store.reserve(4 * std::uint64_t{batchEnd - begin});
    std::atomic<StateId> at{begin};
    crew->run([&](unsigned number) {
      Worker& worker = *workers[number];
      while (!ended() && worker.again.empty()) {
        const StateId piece = at.fetch_add(kPiece, std::memory_order_relaxed);
        if (piece >= batchEnd) return;
        worker.expand(piece, std::min(piece + kPiece, batchEnd));
      }
    });
    for (const auto& worker : workers) worker->finishCrowded();
    return std::min(at.load(), batchEnd);
  }

  // From the start to a state along its parents, without exchanging threads: the state that
  // comes out is the kept one up to symmetry. The run holds what was not local.
  Config retrace(StateId id, std::vector<RunStep>& run);
  RowBlock<W> rowsOf(const Config& config) const {
    return rowCodec.block(rowStates, config.rows());
  }
  // Which thread stands where when they have been sorted.
  std::vector<std::uint8_t> placesOf(Config config) const;
  // Brings a suspect met in a state into the names that threads have in the retraced run.
  // The thread and the other one are in these states of their own, if they had to choose.
  Config locate(Suspect& suspect, StateId id, LocalId own, LocalId others);
  void report(Suspect suspect, StateId id, LocalId own, LocalId others);
  void reportFault(StateId id, unsigned t, LocalId own, Pc pc, Fault fault);
#ifndef NDEBUG
  void auditLevel(StateId begin, StateId end);
#endif

  const Machine& m;
  const Futures& futures;
  const MonitoredCells& monitored;
  const MonitorLayout<W>& layout;
  const SearchOptions& options;
  OnSuspect onSuspect;
  Model<W> model;
  RowCodec<W> rowCodec;
  Codec codec;
  Symmetry<W> symmetry;
  Locals locals;
  RowStates rowStates;
  StateStore store;
  SearchControl control;
  StateId nextLevel = 0;
  std::unique_ptr<StepGraph> noted;  // if the eye wants it
  std::uint64_t others = 0;          // bytes
  std::vector<std::unique_ptr<Worker>> workers;
  std::unique_ptr<Crew> crew;
  std::mutex telling;  // guards what follows, and calls of onSuspect
  std::set<std::pair<unsigned, Pc>> blocked;
  std::set<std::tuple<unsigned, Pc, Fault>> faultsTold;
};

}  // namespace robur

#include "explore/search_report.h"
#include "explore/search_worker.h"
