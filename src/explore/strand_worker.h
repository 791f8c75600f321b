// What one worker of a search for strands does: takes some states with what is new there, and
// brings it to their successors.
#pragma once

#include "explore/strand_search.h"

namespace robur {

template <template <int> class Model, int W>
class alignas(64) StrandSearch<Model, W>::Worker {
 public:
  explicit Worker(StrandSearch& search)
      : s(search),
        walker(s.makeWalker()),
        sorted(walker.blank()),
        outbox(s.store, s.codec.words()),
        waiting(s.strandCodec.whereCount()) {}

  // Those that did not fit into the table are in `again`.
  void expand(std::span<const StateId> states) {
    for (const StateId id : states) {
      if (s.control.ended()) break;
      expandOne(id);
    }
    flush();
  }
  // Makes room and expands what is in `again`; the other workers must stand still.
  void finishCrowded() {
    while (!again.empty() && !s.control.ended()) {
      s.store.reserve(2 * kBatch);
      for (const StateId id : std::exchange(again, {})) expandOne(id);
      flush();
    }
  }

  std::uint64_t bytes() const { return walker.bytes(); }

  StateStore::Ticket ticket;
  Bundles::Hand hand;
  std::uint64_t transitions = 0;
  std::vector<StateId> again;

 private:
  // A state whose successors are in the outbox, from `first` on.
  struct Parent {
    StateId id;
    bool isNew;
    ThreadMask left;  // threads that could move but were not made to
    std::size_t first;
    std::size_t counted = 0;  // of its transitions, already
  };

  void expandOne(StateId id);
  void flush();
  bool deliver(const Parent& parent, std::size_t end, bool& progress);
  void lookAround(StateId id, const Moves& moves);
  void lookForThreats(StateId id);
  void lookCloser(StateId id);
  void tell(Suspect::Kind kind, const Spot& spot, unsigned t, unsigned o, unsigned other,
            unsigned p) {
    Suspect suspect;
    suspect.kind = kind;
    suspect.thread = t;
    suspect.other = other;
    s.report(std::move(suspect), spot, walker.local(o), walker.local(p));
  }

  // Takes what is new in a state and looks at it.
  Moves look(StateId id) {
    auto& eye = walker.eye();
    const Bundles::News news =
        s.bundles.news(id, s.level - 1, [&](auto a, auto b) { return eye.both(a, b); });
    isNew = news.first;
    eye.take(news.strands);
    return walker.look(s.store.words(id));
  }

  [[gnu::noinline]] void stepAll(StateId id, ThreadMask threads) {
    const std::uint64_t* const state = s.store.words(id);
    for (; threads != 0; threads &= threads - 1) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(threads));
      for (unsigned o = walker.firstOption(t); o < walker.firstOption(t + 1); ++o) {
        if (!walker.pending(o).enabled) continue;
        walker.step(
            t, o, [&](std::span<const Change> changes) { post(state, changes); },
            [&](Pc pc, Fault fault) { s.reportFault(id, t, walker.local(o), pc, fault); });
      }
    }
  }
  void post(const std::uint64_t* state, std::span<const Change> changes) {
    StrandSetId strands = walker.eye().out();
    if (strands == kNoStrands) return;
    std::uint64_t* const next = outbox.slot();
    s.codec.repack(state, changes, next);
    if (!s.symmetry.none()) {
      s.codec.unpack(next, sorted);
      if (!s.symmetry.inPlace(sorted.locals())) {
        strands = walker.eye().sorted(strands, s.symmetry, sorted.locals(), s.m.threadCount());
        s.symmetry.sortLocals(sorted.locals());
        s.codec.pack(sorted, next);
      }
    }
    outbox.post();
    carried.push_back(strands);
  }

  StrandSearch& s;
  Walker walker;
  Config sorted;
  Outbox outbox;
  bool isNew = false;                // the state that is looked at
  std::vector<StrandSetId> carried;  // by the states in the outbox
  std::vector<Parent> parents;
  std::vector<ThreadMask> waiting;  // per place, who is about to access it
};

// What does not depend on strands: it is looked for when the state is new.
template <template <int> class Model, int W>
void StrandSearch<Model, W>::Worker::lookAround(StateId id, const Moves& moves) {
  const unsigned threads = s.m.threadCount();
  if (walker.someChoice()) {
    for (unsigned t = 0; t < threads; ++t) {
      for (const auto& [pc, fault] : walker.faultsOfChoice(t)) {
        s.reportFault(id, t, kNoLocal, pc, fault);
      }
    }
  }
  if (moves.allMayRest) [[unlikely]] {
    const std::lock_guard lock(s.telling);
    for (unsigned o = 0; o < walker.optionCount(); ++o) {
      const Action& action = walker.pending(o);
      if (action.enabled || action.kind == Action::Kind::Stopped) continue;
      s.blocked.emplace(walker.threadOf(o), walker.pc(o));
    }
  }
  if (s.options.races != RaceRule::States || !moves.plain) return;
  for (unsigned o = 0; o < walker.optionCount(); ++o) {
    for (unsigned p = walker.firstOption(walker.threadOf(o) + 1); p < walker.optionCount(); ++p) {
      if (!walker.conflict(o, p)) continue;
      tell(Suspect::Kind::Race, s.anyStrandAt(id), walker.threadOf(p), p, walker.threadOf(o), o);
      if (s.control.ended()) return;
    }
  }
}

// Is somebody about to make an access that a strand at hand leads astray, or a race?
template <template <int> class Model, int W>
void StrandSearch<Model, W>::Worker::lookForThreats(StateId id) {
  const std::span<const Threat> threats = s.sets.threats(walker.eye().taken());
  if (threats.empty()) return;
  for (unsigned t = 0; t < s.m.threadCount(); ++t) {
    for (unsigned o = walker.firstOption(t); o < walker.firstOption(t + 1); ++o) {
      const unsigned where = walker.where(o);
      if (where != kNotMonitored) waiting[where] |= ThreadMask{1} << t;
    }
  }
  bool afraid = false;
  for (const Threat& threat : threats) {
    afraid |= (threat.threads & waiting[threat.where]) != 0;
  }
  if (afraid) [[unlikely]]
    lookCloser(id);
  for (unsigned o = 0; o < walker.optionCount(); ++o) {
    const unsigned where = walker.where(o);
    if (where != kNotMonitored) waiting[where] = 0;
  }
}

template <template <int> class Model, int W>
void StrandSearch<Model, W>::Worker::lookCloser(StateId id) {
  auto& eye = walker.eye();
  for (const StrandId strand : s.sets.strands(eye.taken())) {
    ThreadMask afraid = eye.threatened(strand);
    if (afraid != 0) afraid &= waiting[eye.where(strand)];
    if (afraid != 0) eye.examine(strand);
    for (; afraid != 0; afraid &= afraid - 1) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(afraid));
      for (unsigned o = walker.firstOption(t); o < walker.firstOption(t + 1); ++o) {
        const bool stale = walker.stale(t, o);
        if (!stale && !walker.raceByShadows(t, o)) continue;
        tell(stale ? Suspect::Kind::Stale : Suspect::Kind::Race, {id, strand, s.level - 1}, t, o, t,
             o);
        if (s.control.ended()) return;
      }
    }
  }
}

template <template <int> class Model, int W>
void StrandSearch<Model, W>::Worker::expandOne(StateId id) {
  const Moves moves = look(id);
  if (isNew) lookAround(id, moves);
  lookForThreats(id);
  if (moves.enabled == 0 || s.control.ended()) return;
  const ThreadMask left = moves.enabled & ~moves.enough;
  parents.push_back({id, isNew, isNew ? left : 0, outbox.size()});
  stepAll(id, !isNew && s.bundles.all(id) ? moves.enabled : moves.enough);
}

// Hands the successors of a parent to the store; false if the table was too full for one.
template <template <int> class Model, int W>
bool StrandSearch<Model, W>::Worker::deliver(const Parent& parent, std::size_t end,
                                             bool& progress) {
  for (std::size_t i = parent.first; i < end; ++i) {
    outbox.lookAhead(i);
    const StateId kept = s.store.insert(outbox.state(i), outbox.hash(i), parent.id, ticket).id;
    if (kept == kNoState) {
      if (parent.isNew) transitions -= parent.counted;
      return false;
    }
    s.bundles.add(kept, {carried[i], parent.id, s.level}, hand,
                  [&](auto a, auto b) { return walker.eye().without(a, b); });
    progress |= kept >= s.nextLevel;
  }
  if (parent.isNew) transitions += end - parent.first;
  return true;
}

template <template <int> class Model, int W>
void StrandSearch<Model, W>::Worker::flush() {
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
    carried.clear();

    for (const Parent& p : unfinished) {
      look(p.id);
      s.bundles.setAll(p.id);
      parents.push_back({p.id, true, 0, outbox.size(), p.counted});
      stepAll(p.id, p.left);
    }
    unfinished.clear();
  }
}

}  // namespace robur
