// What one worker of a search does: takes some states, finds their successors, keeps them.
#pragma once

#include <optional>

#include "explore/search_impl.h"

namespace robur {

template <template <int> class Model, int W, class Eye>
class alignas(64) Search<Model, W, Eye>::Worker {
 public:
  explicit Worker(Search& search)
      : s(search),
        stepper(s.makeStepper()),
        sorted(stepper.blank()),
        outbox(s.store, s.codec.words()) {
    if constexpr (Eye::kNotes) pen.emplace(*s.noted);
  }

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

  std::uint64_t bytes() const { return stepper.bytes(); }
  bool stepsAreExact() { return stepper.eye().exact(); }

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
  void noteBlocked();
  void flush();
  bool deliver(const Parent& parent, std::size_t end, bool& progress);

  [[gnu::noinline]] void stepAll(StateId id, ThreadMask threads) {
    const std::uint64_t* const state = s.store.words(id);
    for (; threads != 0; threads &= threads - 1) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(threads));
      for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
        if (!stepper.pending(o).enabled) continue;
        [[maybe_unused]] unsigned way = 0;
        stepper.step(
            t, o,
            [&](std::span<const Change> changes) {
              std::uint64_t* const next = outbox.slot();
              s.codec.repack(state, changes, next);
#ifndef NDEBUG
              std::vector<std::uint64_t> again(s.codec.words());
              s.codec.unpack(next, sorted);
              s.codec.pack(sorted, again.data());
              if (!std::equal(again.begin(), again.end(), next)) {
                throw InternalError("a change of a state has spilled over its field");
              }
#endif
              if (!s.symmetry.none()) {
                s.codec.unpack(next, sorted);
                if (stepper.normalise(sorted)) s.codec.pack(sorted, next);
              }
              outbox.post();
              if constexpr (Eye::kNotes) {
                const Eye& eye = stepper.eye();
                kinds.push_back(pen->kindOf(eye.event(), eye.about(), eye.ranks(), [&] {
                  return StepKind{id, t, o, way};
                }));
                ++way;
              }
            },
            [&](Pc pc, Fault fault) { s.reportFault(id, t, stepper.local(o), pc, fault); });
      }
    }
  }

  Search& s;
  Stepper<Model, W, Eye> stepper;
  Config sorted;
  Outbox outbox;
  std::vector<Parent> parents;
  // If steps are noted down.
  std::optional<StepGraph::Pen> pen;
  std::vector<KindId> kinds;  // by the states in the outbox
  std::vector<StepGraph::Step> run;
};

// Reports what is wrong in the loaded state; true if the search has ended.
template <template <int> class Model, int W, class Eye>
bool Search<Model, W, Eye>::Worker::lookForSuspects(StateId id) {
  const unsigned threads = s.m.threadCount();
  const auto tell = [&](Suspect::Kind kind, unsigned t, unsigned o, unsigned other, unsigned p) {
    Suspect suspect;
    suspect.kind = kind;
    suspect.thread = t;
    suspect.other = other;
    s.report(std::move(suspect), id, stepper.local(o), stepper.local(p));
    return s.ended();
  };
  for (unsigned t = 0; t < threads; ++t) {
    if (stepper.someChoice()) {
      for (const auto& [pc, fault] : stepper.faultsOfChoice(t)) {
        s.reportFault(id, t, kNoLocal, pc, fault);
      }
    }
    for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
      const bool stale = !stepper.onlyObserved(o) && stepper.stale(t, o);
      if (!stale && !stepper.raceByShadows(t, o)) continue;
      if (tell(stale ? Suspect::Kind::Stale : Suspect::Kind::Race, t, o, t, o)) return true;
    }
  }
  if (s.options.races != RaceRule::States) return s.ended();
  for (unsigned t = 0; t < threads; ++t) {
    for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
      for (unsigned u = t + 1; u < threads; ++u) {
        for (unsigned p = stepper.firstOption(u); p < stepper.firstOption(u + 1); ++p) {
          if (stepper.conflict(o, p) && tell(Suspect::Kind::Race, u, p, t, o)) return true;
        }
      }
    }
  }
  return s.ended();
}

// Every thread may be unable to go on here: notes those that wait.
template <template <int> class Model, int W, class Eye>
void Search<Model, W, Eye>::Worker::noteBlocked() {
  const std::lock_guard lock(s.telling);
  for (unsigned t = 0; t < s.m.threadCount(); ++t) {
    for (unsigned o = stepper.firstOption(t); o < stepper.firstOption(t + 1); ++o) {
      const Action& action = stepper.pending(o);
      if (action.enabled || action.kind == Action::Kind::Stopped) continue;
      s.blocked.emplace(t, stepper.pc(o));
    }
  }
}

template <template <int> class Model, int W, class Eye>
void Search<Model, W, Eye>::Worker::expandOne(StateId id) {
  const Moves moves = stepper.look(s.store.words(id));
  // Is there anything that could be told? Seldom, and this is quickly found out.
  if (stepper.someStale() || stepper.someChoice() || moves.plain) {
    if (lookForSuspects(id)) return;
  }
  if (moves.allMayRest) [[unlikely]]
    noteBlocked();
  if (moves.enabled == 0) return;
  parents.push_back({id, moves.enabled & ~moves.enough, outbox.size()});
  stepAll(id, moves.enough);
}

// Hands the successors of a parent to the store; false if the table was too full for one.
template <template <int> class Model, int W, class Eye>
bool Search<Model, W, Eye>::Worker::deliver(const Parent& parent, std::size_t end, bool& progress) {
  run.clear();
  for (std::size_t i = parent.first; i < end; ++i) {
    outbox.lookAhead(i);
    const StateId kept = s.store.insert(outbox.state(i), outbox.hash(i), parent.id, ticket).id;
    if (kept == kNoState) {
      transitions -= parent.counted;
      return false;
    }
    progress |= kept >= s.nextLevel;
    if constexpr (Eye::kNotes) run.push_back({kept, kinds[i]});
  }
  if constexpr (Eye::kNotes) pen->write(parent.id, run);
  transitions += end - parent.first;
  return true;
}

template <template <int> class Model, int W, class Eye>
void Search<Model, W, Eye>::Worker::flush() {
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
    kinds.clear();
    for (const Parent& p : unfinished) {
      stepper.look(s.store.words(p.id));
      parents.push_back({p.id, 0, outbox.size(), p.counted});
      stepAll(p.id, p.left);
    }
    unfinished.clear();
  }
}

}  // namespace robur
