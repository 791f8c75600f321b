// The rules for one atomic access, and the common end of the check before it.
//
// A program with atomics is here for most of its time, and the clocks are short: what counts is
// the number of instructions. So each rule is one pass over the clocks of thread and location,
// lane by lane, instead of a join after the other. Ticks come last in it, as single components:
// whoever reads a lane of which a part has just been written waits for the memory to catch up.
//
// Of the models only TSO is different, and has its passes elsewhere (rules.cpp).
#pragma once

#include "runtime/clocks/thread_clocks.h"

namespace robur::runtime {

inline bool isTso() {
  return ruleSettings.model == Model::Tso;
}
// What the caller knows of the settings: nothing, or that the model is RC20.
enum class Rules : std::uint8_t { Any, Rc20 };
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool isModel(Model model) {
  if constexpr (kRules == Rules::Rc20) return model == Model::Rc20;
  return ruleSettings.model == model;
}
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool acquiring(Order o) {
  return acquires(o) || !isModel<kRules>(Model::Rc20);
}
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool releasing(Order o) {
  return releases(o) || !isModel<kRules>(Model::Rc20);
}

void widenBoth(ThreadClocks& t, LocationClocks& x);
// Thread and location become equally wide, so that each can take in the other's clocks.
inline void meet(ThreadClocks& t, LocationClocks& x) {
  if (t.clocks.width() != x.width()) [[unlikely]]
    widenBoth(t, x);
}

bool knownByRecord(const ThreadClocks& t, Clock known, const History& h, std::uint32_t i);
// By happens-before (`known`), or because somebody before this thread has read it: then
// coherence forbids reading anything older.
inline bool knownToModel(const ThreadClocks& t, Clock known, const History& h, std::uint32_t i) {
  const Write& w = h[i];
  if (known.at(w.thread) >= w.index) return true;  // also what was there at first
  return knownByRecord(t, known, h, i);
}

void readTso(ThreadClocks& t, LocationClocks& x);
void writeTso(ThreadClocks& t, LocationClocks& x, bool updates);

// Is there nothing newer than what the thread knows in every sense? Then no model allows
// anything but the newest write.
inline bool knowsNewest(const ThreadClocks& t, const LocationClocks& x, Clock known) {
  const Write& w = x.history.newest();
  return known.at(w.thread) >= w.index && t.sc().at(w.thread) >= w.index;
}

// If so, does it know everything that came with that write? Clocks are handed over whole: C that
// has the index of a write has taken in C as it was there, and so S. That is the whole message,
// unless an update has passed on one that its thread had not taken in. And a slot may have gone to
// another thread, whose clocks say nothing about those of the old one.
inline bool newestIsWhole(const LocationClocks& x) {
  const Write& w = x.history.newest();
  return !w.foreign && (w.thread == kNobody || w.index > retiredIndex[w.thread]);
}
// Would an update of this order pass on such a message?
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool passesOnMore(const ThreadClocks& t,
                                                        const LocationClocks& x, Order order) {
  return !acquiring<kRules>(order) && !(knowsNewest(t, x, t.current()) && newestIsWhole(x));
}

// A read, by a thread that may know the newest write in every sense: then mostly all that is left
// is to tell the location.
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline void readAs(ThreadClocks& t, LocationClocks& x, Order order,
                                                  bool known) {
  meet(t, x);
  if (isModel<kRules>(Model::Tso)) [[unlikely]]
    return readTso(t, x);
  const std::uint32_t width = x.width();
  const bool acquire = acquiring<kRules>(order);
  const Lane taken = Lane{} - std::uint32_t{acquire};
  Index* const current = t.current().data();
  Index* const accesses = x.accesses().data();
  if (known && newestIsWhole(x)) {
    for (std::uint32_t i = 0; i < width; i += kLane) {
      setLane(accesses + i, joined(laneAt(accesses + i), laneAt(current + 3 * width + i)));
    }
    t.rereads.remember(x, t.changes, acquire);
    return;
  }
  Lane news = {};
  for (std::uint32_t i = 0; i < width; i += kLane) {
    Index* const acquired = current + width + i;
    Index* const sc = current + 3 * width + i;
    const Lane told = laneAt(accesses + width + i);
    setLane(acquired, joined(laneAt(acquired), told));
    setLane(current + i, joined(laneAt(current + i), told & taken));
    const Lane old = laneAt(sc);
    const Lane past = joined(old, laneAt(accesses + 2 * width + i));
    news |= past ^ old;
    setLane(sc, past);
    setLane(accesses + i, joined(laneAt(accesses + i), past));
  }
  t.changes += isNonzero(news);
  if (!known && isModel<kRules>(Model::Rc20) &&
      !knownToModel(t, t.current(), x.history, x.history.size() - 1)) {
    x.history.recordReader(t.slot, t.index + 1);
  }
  t.rereads.remember(x, t.changes, acquire);
}

inline void read(ThreadClocks& t, LocationClocks& x, Order order) {
  readAs(t, x, order, !isTso() && knowsNewest(t, x, t.current()));
}

// A write, or with `updates` one that has read as well.
template <bool updates, Rules kRules = Rules::Any>
__attribute__((always_inline)) inline void change(ThreadClocks& t, LocationClocks& x, Order order,
                                                  std::uint64_t value, Site site) {
  meet(t, x);
  const std::uint32_t width = x.width();
  const bool release = releasing<kRules>(order);
  const bool foreign = updates && passesOnMore<kRules>(t, x, order);
  if (isModel<kRules>(Model::Tso)) [[unlikely]] {
    writeTso(t, x, updates);
  } else {
    const Lane taken = Lane{} - std::uint32_t{updates && acquiring<kRules>(order)};
    Index* const current = t.current().data();
    Index* const handed = release ? current : current + 2 * width;
    Index* const accesses = x.accesses().data();
    Index* const message = accesses + width;
    for (std::uint32_t i = 0; i < width; i += kLane) {
      Index* const sc = current + 3 * width + i;
      const Lane past = joined(laneAt(sc), laneAt(accesses + i));
      setLane(sc, past);
      setLane(message + width + i, past);
      setLane(accesses + i, past);
      if constexpr (updates) {
        Index* const acquired = current + width + i;
        const Lane told = laneAt(message + i);
        setLane(acquired, joined(laneAt(acquired), told));
        setLane(current + i, joined(laneAt(current + i), told & taken));
        setLane(message + i, joined(told, laneAt(handed + i)));
      } else {
        setLane(message + i, laneAt(handed + i));
      }
    }
    const Slot me = t.slot;
    const Index now = ++t.index;
    ++t.changes;
    current[me] = current[width + me] = current[3 * width + me] = now;
    accesses[me] = message[width + me] = now;
    if (release) message[me] = now;
  }
  x.history.append({t.index, static_cast<std::uint16_t>(t.slot), order, updates, foreign}, value,
                   site);
}

inline void write(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site) {
  change<false>(t, x, order, value, site);
}
inline void update(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value,
                   Site site) {
  change<true>(t, x, order, value, site);
}

}  // namespace robur::runtime
