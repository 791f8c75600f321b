// What one worker of a search does: takes some states, finds their successors, keeps them.
#pragma once

#include "explore/search_impl.h"

namespace robur {

template <template <int> class Model, int W>
class alignas(64) Search<Model, W>::Worker {
 public:
  explicit Worker(Search& search)
      : s(search),
        stepper(s.m, s.futures, s.slots, s.frame, s.model, s.locals, s.options),
        from(stepper.blank()),
        outbox(s.store, s.codec.words()) {}

  // Expands the states begin..end-1. Those that did not fit into the table are in `again`.
  void expand(StateId begin, StateId end) {
    for (StateId id = begin; id < end && !s.ended(); ++id) {
      if (s.store.valid(id)) expandOne(id);
    }
    flush();
  }
  // Makes room and expands what is in `again`; the other workers must stand still.
  void finishCrowded() {
    while (!again.empty() && !s.ended()) {
      s.store.reserve(2 * kBatch);
      for (const StateId id : std::exchange(again, {})) expandOne(id);
      flush();
    }
  }

  StateStore::Ticket ticket;
  std::uint64_t transitions = 0;
  std::vector<StateId> again;

 private:
  // A state whose successors are in the outbox, from `first` on.
  struct Parent {
    StateId id;
    ThreadMask left;  // threads that could move but were not made to
    std::size_t first;
    std::size_t counted = 0;  // of its transitions, already
  };

  void expandOne(StateId id);
  bool lookForSuspects(StateId id);
  void flush();
  bool deliver(const Parent& parent, std::size_t end, bool& progress);

  ThreadMask load(StateId id) {
    s.codec.unpack(s.store.words(id), from);
    stepper.look(from);
    ThreadMask enabled = 0;
    for (unsigned t = 0; t < s.m.threadCount(); ++t) {
      enabled |= ThreadMask{stepper.pending(t).enabled} << t;
    }
    return enabled;
  }
  void stepAll(StateId id, ThreadMask threads) {
    for (; threads != 0; threads &= threads - 1) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(threads));
      stepper.step(
          t,
          [&](Config<W>& to) {
            s.symmetry.normalise(to);
            s.codec.pack(to, outbox.slot());
            outbox.post();
          },
          [&](Pc pc, Fault fault) { s.reportFault(id, t, pc, fault); });
    }
  }

  Search& s;
  Stepper<Model, W> stepper;
  Config<W> from;
  Outbox outbox;
  std::vector<Parent> parents;
};

// Reports what is wrong in the loaded state; true if the search has ended.
template <template <int> class Model, int W>
bool Search<Model, W>::Worker::lookForSuspects(StateId id) {
  const unsigned threads = s.m.threadCount();
  const auto tell = [&](Suspect::Kind kind, unsigned t, unsigned other) {
    Suspect suspect;
    suspect.kind = kind;
    suspect.thread = t;
    suspect.other = other;
    s.report(std::move(suspect), id);
    return s.ended();
  };
  for (unsigned t = 0; t < threads; ++t) {
    const bool stale = !stepper.onlyObserved(t) && stepper.stale(t);
    if (!stale && !stepper.raceByShadows(t)) continue;
    if (tell(stale ? Suspect::Kind::Stale : Suspect::Kind::Race, t, t)) return true;
  }
  if (s.options.races != RaceRule::States) return false;
  for (unsigned t = 0; t < threads; ++t) {
    for (unsigned u = t + 1; u < threads; ++u) {
      if (!stepper.conflict(t, u)) continue;
      if (tell(Suspect::Kind::Race, u, t)) return true;
    }
  }
  return false;
}

template <template <int> class Model, int W>
void Search<Model, W>::Worker::expandOne(StateId id) {
  const ThreadMask enabled = load(id);
  if (lookForSuspects(id)) return;
  if (enabled == 0) {
    const std::lock_guard lock(s.telling);
    for (unsigned t = 0; t < s.m.threadCount(); ++t) {
      if (stepper.pending(t).kind == Action::Kind::Stopped) continue;
      s.blocked.emplace(t, stepper.pc(t));
    }
    return;
  }
  const ThreadMask some = s.options.partialOrder
                              ? s.stubborn.choose(stepper.future(), stepper.pending(), enabled)
                              : enabled;
  parents.push_back({id, enabled & ~some, outbox.size()});
  stepAll(id, some);
}

// Hands the successors of a parent to the store; false if the table was too full for one.
template <template <int> class Model, int W>
bool Search<Model, W>::Worker::deliver(const Parent& parent, std::size_t end, bool& progress) {
  for (std::size_t i = parent.first; i < end; ++i) {
    outbox.lookAhead(i);
    const StateId kept = s.store.insert(outbox.state(i), outbox.hash(i), parent.id, ticket).id;
    if (kept == kNoState) {
      transitions -= parent.counted;
      return false;
    }
    progress |= kept >= s.nextLevel;
  }
  transitions += end - parent.first;
  return true;
}

template <template <int> class Model, int W>
void Search<Model, W>::Worker::flush() {
  std::vector<Parent> unfinished;
  while (!parents.empty()) {
    for (std::size_t p = 0; p < parents.size(); ++p) {
      const std::size_t end = p + 1 < parents.size() ? parents[p + 1].first : outbox.size();
      bool progress = false;
      if (!deliver(parents[p], end, progress)) {
        again.push_back(parents[p].id);
      } else if (!progress && parents[p].left != 0) {
        unfinished.push_back(parents[p]);
        unfinished.back().counted = end - parents[p].first;
      }
    }
    parents.clear();
    outbox.clear();
    for (const Parent& p : unfinished) {
      load(p.id);
      parents.push_back({p.id, 0, outbox.size(), p.counted});
      stepAll(p.id, p.left);
    }
    unfinished.clear();
  }
}

}  // namespace robur
