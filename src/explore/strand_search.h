// Search for strands: every state of the program is kept once, with the strands that lead
// to it (strand_codec.h says why that is enough).
//
// Level by level: a state is looked at when it is new, and again whenever strands have come
// that it did not have; then only these go on from it, along the same steps. So a strand comes
// to a state in the level that is the length of a shortest run, and the first violation met
// is a shortest one. Which steps partial-order reduction takes is decided when the state
// is new, by the rule of search_impl.h: it is about states, and strands are a function of the
// execution graph, which exchanging independent steps does not change.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "explore/bundles.h"
#include "explore/codec.h"
#include "explore/crew.h"
#include "explore/outbox.h"
#include "explore/search.h"
#include "explore/search_control.h"
#include "explore/show_rows.h"
#include "explore/state_store.h"
#include "explore/stepper.h"
#include "explore/strand_codec.h"
#include "explore/strand_sets.h"
#include "explore/strand_watch.h"
#include "explore/symmetry.h"
#include "program/internal_error.h"

namespace robur {

template <template <int> class Model, int W>
class StrandSearch {
 public:
  StrandSearch(const Machine& machine, const Futures& futures, const MonitoredCells& monitored,
               const MonitorLayout<W>& layout, const SearchOptions& options, OnSuspect onSuspect)
      : m(machine),
        futures(futures),
        monitored(monitored),
        layout(layout),
        options(options),
        onSuspect(std::move(onSuspect)),
        model(layout),
        codec(machine, futures, false, options.clearDead),
        strandCodec(layout, model.plan(), model.rowMap()),
        // Shadows name threads in columns, which sorting threads would confuse.
        symmetry(machine, model.rowMap(), static_cast<unsigned>(model.plan().thread.size()),
                 options.symmetry && layout.shadows == 0),
        locals(machine),
        strands(strandCodec.words()),
        store(codec.words()),
        control(options) {
    workers.push_back(std::make_unique<Worker>(*this));
  }

  // Pauses as soon as there are more than so many states; then it can be called again.
  SearchOutcome run(std::uint64_t pauseAfter = ~std::uint64_t{0}) {
    if (store.end() == 0) keepInitial();
    while (!control.ended() && !(isPaused = store.count() > pauseAfter) && gatherFrontier()) {
      ++level;
#ifndef NDEBUG
      if (options.audit) auditLevel();
#endif
      nextLevel = store.end();
      expandLevel();
    }
    SearchOutcome outcome;
    outcome.end = control.why();
    outcome.states = store.count();
    outcome.peakBytes = bytes();
    for (const auto& worker : workers) outcome.transitions += worker->transitions;
    for (const auto& [t, pc] : blocked) outcome.blocked.push_back({t, pc});
    return outcome;
  }
  bool paused() const {
    return isPaused;
  }

 private:
  using Walker = Stepper<Model, W, StrandWatch<Model, W>>;
  static constexpr std::size_t kPiece = 16;            // states that a worker takes at a time
  static constexpr std::size_t kBatch = 4096;          // states between looks at the limits
  static constexpr std::size_t kParallelLevel = 1024;  // smaller ones are not worth waking others
  static constexpr LocalId kNoLocal = ~LocalId{0};

  class Worker;

  // A strand in a state, and when it came there.
  struct Spot {
    StateId state = 0;
    StrandId strand = 0;
    std::uint32_t level = 0;
  };
  // A run that leads there, with the threads in their own order.
  struct Trail {
    std::vector<RunStep> run;
    Config config;        // without rows
    StrandId strand = 0;  // of this order
    RowBlock<W> rows;     // all of them
  };

  std::uint64_t bytes() const {
    std::uint64_t sum =
        store.bytes() + locals.bytes() + strands.bytes() + sets.bytes() + bundles.bytes();
    for (const auto& worker : workers) sum += worker->bytes();
    return sum;
  }

  Walker makeWalker() {
    return Walker(m, futures, monitored, layout, model, symmetry, locals, codec, options, model,
                  layout, strandCodec, strands, sets);
  }

  void keepInitial() {
    Walker walker = makeWalker();
    Config config = walker.blank();
    walker.initial(config);
    const StrandSetId first = walker.eye().sorted(walker.eye().single(config.rows()), symmetry,
                                                  config.locals(), m.threadCount());
    symmetry.sortLocals(config.locals());
    std::vector<std::uint64_t> packed(codec.words());
    codec.pack(config, packed.data());
    StateStore::Ticket ticket;
    store.insert(packed.data(), store.hashOf(packed.data()), kNoState, ticket);
    bundles.add(0, {first, kNoState, level}, workers[0]->hand,
                [](StrandSetId set, StrandSetId) { return set; });
  }

  // The states that have something new; false if there are none.
  bool gatherFrontier() {
    frontier.clear();
    for (const auto& worker : workers) {
      std::vector<StateId>& changed = worker->hand.changed;
      frontier.insert(frontier.end(), changed.begin(), changed.end());
      changed.clear();
    }
    return !frontier.empty();
  }

  void expandLevel() {
    std::size_t at = 0;
    while (at < frontier.size() && !control.ended()) {
      const std::size_t end = std::min(at + kBatch, frontier.size());
      if (options.workers > 1 && end - at >= kParallelLevel) {
        at = expandTogether(at, end);
      } else {
        while (at < end && !control.ended()) {
          const std::size_t piece = std::min(kPiece, end - at);
          workers[0]->expand(std::span(frontier).subspan(at, piece));
          workers[0]->finishCrowded();
          at += piece;
        }
      }
      control.look(store.count(), frontier.size() - at, bytes());
    }
    for (const auto& worker : workers) store.drop(worker->ticket);
  }

  // Returns where to go on: a table that fills up ends the batch early.
  std::size_t expandTogether(std::size_t begin, std::size_t end) {
    if (!crew) {
      crew = std::make_unique<Crew>(options.workers);
      while (workers.size() < crew->size()) workers.push_back(std::make_unique<Worker>(*this));
    }
    store.reserve(4 * (end - begin));
    std::atomic<std::size_t> at{begin};
    crew->run([&](unsigned number) {
      Worker& worker = *workers[number];
      while (!control.ended() && worker.again.empty()) {
        const std::size_t piece = at.fetch_add(kPiece, std::memory_order_relaxed);
        if (piece >= end) return;
        worker.expand(std::span(frontier).subspan(piece, std::min(kPiece, end - piece)));
      }
    });
    for (const auto& worker : workers) worker->finishCrowded();
    return std::min(at.load(), end);
  }

  std::vector<Spot> pathTo(Spot spot);
  Spot before(const Spot& spot, StateId from);
  Trail retrace(const Spot& spot);
  Spot anyStrandAt(StateId id);
  void report(Suspect suspect, const Spot& spot, LocalId own, LocalId others);
  void reportFault(StateId id, unsigned t, LocalId own, Pc pc, Fault fault);
  void locate(Suspect& suspect, Trail& trail, LocalId own, LocalId others);
#ifndef NDEBUG
  void auditLevel();
#endif

  const Machine& m;
  const Futures& futures;
  const MonitoredCells& monitored;
  const MonitorLayout<W>& layout;
  const SearchOptions& options;
  OnSuspect onSuspect;
  Model<W> model;
  Codec codec;
  StrandCodec<W> strandCodec;
  Symmetry<W> symmetry;
  Locals locals;
  RowStates strands;
  StrandSets sets;
  StateStore store;
  Bundles bundles;
  SearchControl control;
  std::uint32_t level = 1;  // the one to which strands are being added
  StateId nextLevel = 0;    // states from here on are new in it
  std::vector<StateId> frontier;
  bool isPaused = false;
  std::vector<std::unique_ptr<Worker>> workers;
  std::unique_ptr<Crew> crew;
  std::mutex telling;  // guards what follows, and calls of onSuspect
  std::set<std::pair<unsigned, Pc>> blocked;
  std::set<std::tuple<unsigned, Pc, Fault>> faultsTold;
};

}  // namespace robur

#include "explore/strand_report.h"
#include "explore/strand_worker.h"
