// The rules of rules.h for one atomic access, and the part of the check that most accesses need.
//
// A program with atomics spends most of its time here, and its clocks are short, so the number of
// instructions matters. Each rule is therefore one pass over the clocks of thread and location,
// lane by lane, instead of a sequence of joins. Ticks are single components and come last: reading
// a lane after a part of it was written would stall on store forwarding.
//
// RC20, RC11, RA and SRA share this code. TSO is different and has its own functions (rules.cpp).
#pragma once

#include "runtime/clocks/thread_clocks.h"

namespace robur::runtime {

inline bool isTso() {
  return rt.rules.model == Model::Tso;
}
// What the caller knows about the settings: nothing, or that the model is RC20 or RC11, which
// differ only in what is SC.
enum class Rules : std::uint8_t { Any, Cpp };
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool isCpp() {
  return kRules == Rules::Cpp || rt.rules.model == Model::Rc20 || rt.rules.model == Model::Rc11;
}
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool isTsoBy() {
  return kRules != Rules::Cpp && isTso();
}
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool acquiring(Order o) {
  return acquires(o) || !isCpp<kRules>();
}
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool releasing(Order o) {
  return releases(o) || !isCpp<kRules>();
}

void widenBoth(ThreadClocks& t, LocationClocks& x);
// Makes the clocks of thread and location equally wide, so that they can be joined.
inline void meet(ThreadClocks& t, LocationClocks& x) {
  if (t.clocks.width() != x.width()) [[unlikely]]
    widenBoth(t, x);
}

bool knownByRecord(const ThreadClocks& t, Clock known, const History& h, std::uint32_t i);
// Whether the model orders write `i` before the next access: by happens-before (`known`), or
// because a read that happens before the access has read it, after which coherence forbids older
// writes.
inline bool knownToModel(const ThreadClocks& t, Clock known, const History& h, std::uint32_t i) {
  const Write& w = h[i];
  if (known.at(w.thread) >= w.epoch) return true;  // also the initial value
  return knownByRecord(t, known, h, i);
}

void readTso(ThreadClocks& t, LocationClocks& x);
void writeTso(ThreadClocks& t, LocationClocks& x, bool updates);

// Whether both happens-before and hbSC order the newest write before the access. Then no model
// allows the access to see anything else.
inline bool knowsNewest(const ThreadClocks& t, const LocationClocks& x, Clock known) {
  const Write& w = x.history.newest();
  return known.at(w.thread) >= w.epoch && t.sc().at(w.thread) >= w.epoch;
}

// Whether a thread that knows the newest write also knows the message of that write. Clocks are
// joined as a whole: a C that contains the epoch of a write contains the C of the writer at that
// point, and likewise for S. That is the whole message, except in two cases: a relaxed update has
// passed on a message that its thread had not acquired, or the thread index has been given to a new
// thread, whose clocks say nothing about those of the old one.
inline bool newestIsWhole(const LocationClocks& x) {
  const Write& w = x.history.newest();
  return !w.foreign && (w.thread == kNoThread || w.epoch > tables.retired[w.thread]);
}
// Whether an update with this order passes on a message that its thread has not acquired.
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline bool passesOnMore(const ThreadClocks& t,
                                                        const LocationClocks& x, Order order) {
  return !acquiring<kRules>(order) && !(knowsNewest(t, x, t.current()) && newestIsWhole(x));
}

void recordAccess(ThreadClocks& t, LocationClocks& x, PastKind kind, Order order);

// A read. `known` is knowsNewest(); then usually only the clock of the location's accesses changes.
template <Rules kRules = Rules::Any>
__attribute__((always_inline)) inline void readAs(ThreadClocks& t, LocationClocks& x, Order order,
                                                  bool known) {
  meet(t, x);
  if (isTsoBy<kRules>()) [[unlikely]]
    return readTso(t, x);
  if (recording()) [[unlikely]]
    recordAccess(t, x, PastKind::Read, order);
  const std::uint32_t width = x.width();
  const bool acquire = acquiring<kRules>(order);
  const Lane taken = Lane{} - std::uint32_t{acquire};
  Epoch* const current = t.current().data();
  Epoch* const accesses = x.accesses().data();
  if (known && newestIsWhole(x)) {
    for (std::uint32_t i = 0; i < width; i += kLane) {
      setLane(accesses + i, joined(laneAt(accesses + i), laneAt(current + 3 * width + i)));
    }
    t.rereads.remember(x, t.changes, acquire);
    return;
  }
  Lane news = {};
  for (std::uint32_t i = 0; i < width; i += kLane) {
    Epoch* const acquired = current + width + i;
    Epoch* const sc = current + 3 * width + i;
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
  if (!known && isCpp<kRules>() && !knownToModel(t, t.current(), x.history, x.history.size() - 1)) {
    x.history.recordReader(t.thread, t.epoch + 1);
  }
  t.rereads.remember(x, t.changes, acquire);
}

inline void read(ThreadClocks& t, LocationClocks& x, Order order) {
  readAs(t, x, order, !isTso() && knowsNewest(t, x, t.current()));
}

// A write, or with `updates` a read-modify-write.
template <bool updates, Rules kRules = Rules::Any>
__attribute__((always_inline)) inline void change(ThreadClocks& t, LocationClocks& x, Order order,
                                                  std::uint64_t value, Site site) {
  meet(t, x);
  const std::uint32_t width = x.width();
  const bool release = releasing<kRules>(order);
  const bool foreign = updates && passesOnMore<kRules>(t, x, order);
  if (isTsoBy<kRules>()) [[unlikely]] {
    writeTso(t, x, updates);
  } else {
    const Lane taken = Lane{} - std::uint32_t{updates && acquiring<kRules>(order)};
    Epoch* const current = t.current().data();
    Epoch* const handed = release ? current : current + 2 * width;
    Epoch* const accesses = x.accesses().data();
    Epoch* const message = accesses + width;
    for (std::uint32_t i = 0; i < width; i += kLane) {
      Epoch* const sc = current + 3 * width + i;
      const Lane past = joined(laneAt(sc), laneAt(accesses + i));
      setLane(sc, past);
      setLane(message + width + i, past);
      setLane(accesses + i, past);
      if constexpr (updates) {
        Epoch* const acquired = current + width + i;
        const Lane told = laneAt(message + i);
        setLane(acquired, joined(laneAt(acquired), told));
        setLane(current + i, joined(laneAt(current + i), told & taken));
        setLane(message + i, joined(told, laneAt(handed + i)));
      } else {
        setLane(message + i, laneAt(handed + i));
      }
    }
    const ThreadIndex me = t.thread;
    const Epoch now = ++t.epoch;
    ++t.changes;
    current[me] = current[width + me] = current[3 * width + me] = now;
    accesses[me] = message[width + me] = now;
    if (release) message[me] = now;
  }
  x.history.append({t.epoch, static_cast<std::uint16_t>(t.thread), order, updates, foreign}, value,
                   site);
  if (recording()) [[unlikely]]
    recordAccess(t, x, updates ? PastKind::Update : PastKind::Write, order);
}

inline void write(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site) {
  change<false>(t, x, order, value, site);
}
inline void update(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value,
                   Site site) {
  change<true>(t, x, order, value, site);
}

}  // namespace robur::runtime
