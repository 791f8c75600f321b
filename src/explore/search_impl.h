// Breadth-first search of the monitored program, level by level, by one or two workers.
//
// Breadth first because the first violation met is then a shortest one, and because its
// levels give partial-order reduction its proviso: a reduced set of steps is enough only if
// one of them leads to the next level; otherwise everything is expanded, so that no thread
// is put off for ever around a cycle. That depends on the levels alone, hence the number
// of states does not depend on the timing of workers.
#pragma once

#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "explore/codec.h"
#include "explore/search.h"
#include "explore/show_rows.h"
#include "explore/state_store.h"
#include "explore/stepper.h"
#include "explore/stubborn.h"
#include "program/internal_error.h"

namespace robur {

template <template <int> class Model, int W>
class Search {
 public:
  Search(const Machine& machine, const Futures& futures, const SlotTable& slots,
         const Frame<W>& frame, const SearchOptions& options, OnSuspect onSuspect)
      : m(machine),
        futures(futures),
        slots(slots),
        frame(frame),
        options(options),
        onSuspect(std::move(onSuspect)),
        model(frame),
        codec(machine, frame, model.plan(), options.symmetry),
        stubborn(machine, futures, options.fencesConflict),
        store(codec.words()),
        started(Clock::now()) {}

  SearchOutcome run() {
    Worker first(*this);
    {
      Config<W> config = first.stepper.blank();
      first.stepper.initial(config);
      first.keep(config, kNoState);
    }
    StateId begin = 0;
    while (!ended()) {
      const StateId end = store.end();
      if (begin == end) break;
#ifndef NDEBUG
      if (options.audit) auditLevel(first, begin, end);
#endif
      nextLevel = end;
      expandLevel(first, begin, end);
      begin = end;
    }
    outcome.states = store.count();
    outcome.peakBytes = store.bytes();
    for (const auto& [t, pc] : blocked) outcome.blocked.push_back({t, pc});
    return outcome;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using End = SearchOutcome::End;
  static constexpr StateId kBatch = 1024;          // states between looks at the limits
  static constexpr StateId kParallelLevel = 8192;  // smaller levels are not worth two workers

  struct Worker {
    explicit Worker(Search& search)
        : s(search),
          stepper(s.m, s.futures, s.slots, s.frame, s.model, s.options),
          from(stepper.blank()),
          packed(s.codec.words()),
          where(s.m.threadCount()),
          pending(s.m.threadCount()) {}

    StateId keep(const Config<W>& config, StateId parent) {
      s.codec.pack(config, packed.data(), where.data());
      StateStore::Inserted kept = s.store.insert(packed.data(), parent, ticket);
      if (kept.id == kNoState && s.together) {
        crowded = true;
        return 0;
      }
      while (kept.id == kNoState) {
        s.store.reserve(s.store.end() + kBatch);
        kept = s.store.insert(packed.data(), parent, ticket);
      }
      return kept.id;
    }
    // False if the table was too full to finish: expand the state again later.
    bool expand(StateId id);
    bool expandThread(StateId id, unsigned t);

    Search& s;
    Stepper<Model, W> stepper;
    Config<W> from;
    std::vector<std::uint64_t> packed;
    std::vector<std::uint8_t> where;
    std::vector<Action> pending;
    StateStore::Ticket ticket;
    std::uint64_t transitions = 0;
    bool crowded = false;
    std::vector<StateId> again;  // states whose expansion did not fit into the table
  };

  bool ended() const {
    return stop.load(std::memory_order_relaxed);
  }
  void end(End why) {
    if (!stop.exchange(true)) outcome.end = why;
  }

  void checkLimits(StateId frontier) {
    const double elapsed = std::chrono::duration<double>(Clock::now() - started).count();
    if (options.interrupted && options.interrupted->load(std::memory_order_relaxed))
      end(End::Interrupted);
    if (options.seconds > 0 && elapsed > options.seconds) end(End::Time);
    if (options.maxStates > 0 && store.count() > options.maxStates) end(End::States);
    if (store.count() > 0xf0000000u) end(End::States);
    if (options.maxBytes > 0 && store.bytes() > options.maxBytes) end(End::Memory);
    if (options.progress && elapsed - lastProgress > 0.2) {
      lastProgress = elapsed;
      options.progress(store.count(), frontier, store.bytes());
    }
  }

  void expandLevel(Worker& first, StateId begin, StateId levelEnd) {
    while (begin < levelEnd && !ended()) {
      if (options.workers > 1 && levelEnd - begin >= kParallelLevel) {
        begin = expandTogether(first, begin, begin + kParallelLevel);
      } else {
        const StateId batchEnd = std::min<StateId>(levelEnd, begin + kBatch);
        for (; begin < batchEnd && !ended(); ++begin) {
          if (store.valid(begin)) first.expand(begin);
        }
      }
      checkLimits(levelEnd - begin);
    }
    store.drop(first.ticket);
    for (auto& helper : helpers) store.drop(helper->ticket);
    outcome.transitions = first.transitions;
    for (auto& helper : helpers) outcome.transitions += helper->transitions;
  }

  // Returns where to go on: a table that fills up ends the batch early.
  StateId expandTogether(Worker& first, StateId begin, StateId batchEnd) {
    while (helpers.size() + 1 < options.workers) helpers.push_back(std::make_unique<Worker>(*this));
    store.reserve(4 * kParallelLevel);
    std::atomic<StateId> at{begin};
    const auto work = [&](Worker& worker) {
      constexpr StateId kPiece = 64;
      while (!ended() && !worker.crowded) {
        const StateId piece = at.fetch_add(kPiece, std::memory_order_relaxed);
        if (piece >= batchEnd) return;
        for (StateId id = piece; id < std::min(piece + kPiece, batchEnd) && !ended(); ++id) {
          if (!store.valid(id)) continue;
          if (worker.crowded || !worker.expand(id)) worker.again.push_back(id);
        }
      }
    };
    together = true;
    std::vector<std::thread> threads;
    for (auto& helper : helpers) threads.emplace_back([&] { work(*helper); });
    work(first);
    for (std::thread& thread : threads) thread.join();
    together = false;
    finishCrowded(first, first);
    for (auto& helper : helpers) finishCrowded(first, *helper);
    return std::min(at.load(), batchEnd);
  }
  void finishCrowded(Worker& first, Worker& left) {
    left.crowded = false;
    for (const StateId id : std::exchange(left.again, {})) {
      if (!ended()) first.expand(id);
    }
  }

#ifndef NDEBUG
  // Shows every one of the first states, then some, to the audit: before a level is expanded,
  // outside the loops that have to be fast. The rows are those that the store gives back, of
  // threads that have found their own place again.
  void auditLevel(Worker& worker, StateId begin, StateId end) {
    const std::size_t perThread = model.plan().thread.size();
    for (StateId id = begin; id < end; ++id) {
      if (!store.valid(id) || (id >= 200 && id % 256 != 0)) continue;
      Config<W> config = worker.stepper.blank();
      KeptState kept;
      replay(worker, id, config, kept.run);
      codec.pack(config, worker.packed.data(), worker.where.data());
      codec.unpack(store.words(id), worker.from);
      kept.machine = std::move(config.machine);
      kept.rows.resize(worker.from.rows.size());
      for (std::size_t i = 0; i < kept.rows.size(); ++i) {
        const std::size_t position = i / perThread;
        const bool shared = position >= m.threadCount();
        const std::size_t at = shared ? i : worker.where[position] * perThread + i % perThread;
        const auto& words = worker.from.rows[i].words;
        kept.rows[at].assign(words.begin(), words.end());
      }
      options.audit(kept);
    }
  }
#endif

  void report(Suspect suspect, StateId id, Worker& worker);
  void reportFault(Worker& worker, StateId id, unsigned t, Pc pc, Fault fault);
  void replay(Worker& worker, StateId id, Config<W>& config, std::vector<RunStep>& run);

  const Machine& m;
  const Futures& futures;
  const SlotTable& slots;
  const Frame<W>& frame;
  const SearchOptions& options;
  OnSuspect onSuspect;
  Model<W> model;
  Codec<W> codec;
  Stubborn stubborn;
  StateStore store;
  Clock::time_point started;
  double lastProgress = 0;
  StateId nextLevel = 0;
  bool together = false;  // several workers are inserting
  std::atomic<bool> stop{false};
  SearchOutcome outcome;
  std::vector<std::unique_ptr<Worker>> helpers;
  std::mutex telling;  // guards what follows, and calls of onSuspect
  std::set<std::pair<unsigned, Pc>> blocked;
  std::set<std::tuple<unsigned, Pc, Fault>> faultsTold;
};

template <template <int> class Model, int W>
bool Search<Model, W>::Worker::expand(StateId id) {
  s.codec.unpack(s.store.words(id), from);
  const std::int64_t* state = from.machine.data();
  ThreadMask enabled = 0;
  for (unsigned t = 0; t < s.m.threadCount(); ++t) {
    pending[t] = s.m.pending(state, t);
    if (pending[t].enabled) enabled |= ThreadMask{1} << t;
    const bool stale = stepper.stale(from, t, pending[t]);
    if (stale || stepper.raceByShadows(from, t, pending[t])) {
      Suspect suspect;
      suspect.kind = stale ? Suspect::Kind::Stale : Suspect::Kind::Race;
      suspect.thread = suspect.other = t;
      s.report(std::move(suspect), id, *this);
      if (s.ended()) return true;
    }
  }
  if (s.options.races == RaceRule::States) {
    for (unsigned t = 0; t < s.m.threadCount(); ++t) {
      for (unsigned u = t + 1; u < s.m.threadCount(); ++u) {
        if (!stepper.conflict(pending[t], pending[u])) continue;
        Suspect suspect;
        suspect.kind = Suspect::Kind::Race;
        suspect.thread = u;
        suspect.other = t;
        s.report(std::move(suspect), id, *this);
        if (s.ended()) return true;
      }
    }
  }
  if (enabled == 0) {
    const std::lock_guard lock(s.telling);
    for (unsigned t = 0; t < s.m.threadCount(); ++t) {
      if (pending[t].kind == Action::Kind::Stopped) continue;
      s.blocked.emplace(t, s.m.thread(t).instrs[s.m.pc(state, t)].source);
    }
    return true;
  }
  const ThreadMask some =
      s.options.partialOrder ? s.stubborn.choose(state, pending.data(), enabled) : enabled;
  const std::uint64_t before = transitions;
  bool progress = some == enabled;
  for (ThreadMask todo = some; todo != 0; todo &= todo - 1) {
    progress |= expandThread(id, static_cast<unsigned>(std::countr_zero(todo)));
  }
  if (!progress) {
    for (ThreadMask todo = enabled & ~some; todo != 0; todo &= todo - 1) {
      expandThread(id, static_cast<unsigned>(std::countr_zero(todo)));
    }
  }
  if (crowded) transitions = before;
  return !crowded;
}

// True if some successor lies on the next level.
template <template <int> class Model, int W>
bool Search<Model, W>::Worker::expandThread(StateId id, unsigned t) {
  bool progress = false;
  stepper.step(
      from, t, pending[t],
      [&](const Config<W>& to) {
        ++transitions;
        progress |= keep(to, id) >= s.nextLevel;
      },
      [&](Pc pc, Fault fault) { s.reportFault(*this, id, t, pc, fault); });
  return progress;
}

// Follows the parents of a state from the start, without exchanging threads: the state that
// comes out is the kept one up to symmetry.
template <template <int> class Model, int W>
void Search<Model, W>::replay(Worker&, StateId id, Config<W>& config, std::vector<RunStep>& run) {
  std::vector<StateId> path;
  for (StateId at = id; at != kNoState; at = store.parent(at)) path.push_back(at);
  Worker own(*this);
  own.stepper.initial(config);
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    bool found = false;
    for (unsigned t = 0; t < m.threadCount() && !found; ++t) {
      const Action action = m.pending(config.machine.data(), t);
      if (!action.enabled) continue;
      const Pc pc = m.thread(t).instrs[m.pc(config.machine.data(), t)].source;
      Config<W> next;
      own.stepper.step(
          config, t, action,
          [&](const Config<W>& to) {
            if (found) return;
            codec.pack(to, own.packed.data(), own.where.data());
            found = std::equal(own.packed.begin(), own.packed.end(), store.words(path[i]));
            if (found) next = to;
          },
          [](Pc, Fault) {});
      if (!found) continue;
      if (action.kind != Action::Kind::Local) run.push_back({t, pc, action});
      config = std::move(next);
    }
    if (!found) throw InternalError("a state could not be reached again from its parent");
  }
}

template <template <int> class Model, int W>
void Search<Model, W>::report(Suspect suspect, StateId id, Worker& worker) {
  const std::lock_guard lock(telling);
  if (ended()) return;
  Config<W> config = worker.stepper.blank();
  replay(worker, id, config, suspect.run);
  std::vector<std::uint64_t> packed(codec.words());
  std::vector<std::uint8_t> where(m.threadCount());
  codec.pack(config, packed.data(), where.data());
  suspect.thread = where[suspect.thread];
  suspect.other = where[suspect.other];
  const auto pcOf = [&](unsigned t) {
    return m.thread(t).instrs[m.pc(config.machine.data(), t)].source;
  };
  suspect.pc = pcOf(suspect.thread);
  suspect.action = m.pending(config.machine.data(), suspect.thread);
  suspect.otherPc = pcOf(suspect.other);
  suspect.otherAction = m.pending(config.machine.data(), suspect.other);
  suspect.rows = showRows<W>(m.program(), slots, frame, model.plan(), config.rows.data());
  suspect.state = config.machine;
  if (onSuspect(suspect)) end(End::Stopped);
}

template <template <int> class Model, int W>
void Search<Model, W>::reportFault(Worker& worker, StateId id, unsigned t, Pc pc, Fault fault) {
  const std::lock_guard lock(telling);
  if (ended() || !faultsTold.emplace(t, pc, fault).second) return;
  Suspect suspect;
  suspect.kind = Suspect::Kind::Fault;
  suspect.pc = pc;
  suspect.fault = fault;
  Config<W> config = worker.stepper.blank();
  replay(worker, id, config, suspect.run);
  std::vector<std::uint64_t> packed(codec.words());
  std::vector<std::uint8_t> where(m.threadCount());
  codec.pack(config, packed.data(), where.data());
  suspect.thread = where[t];
  suspect.action = m.pending(config.machine.data(), suspect.thread);
  const Pc at = m.thread(suspect.thread).instrs[m.pc(config.machine.data(), suspect.thread)].source;
  if (suspect.action.kind != Action::Kind::Local)
    suspect.run.push_back({suspect.thread, at, suspect.action});
  suspect.state = config.machine;
  if (onSuspect(suspect)) end(End::Stopped);
}

}  // namespace robur
