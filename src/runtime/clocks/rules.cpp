#include "runtime/clocks/rules.h"

namespace robur::runtime {

namespace {

void meet(ThreadClocks& t, SyncClocks& s) {
  if (t.clocks.width() == s.clocks.width()) return;
  t.clocks.widen(s.clocks.width());
  s.clocks.widen(t.clocks.width());
}

}  // namespace

// At once as wide as the widest clock: other threads will soon come with wider clocks.
void widenBoth(ThreadClocks& t, LocationClocks& x) {
  t.clocks.widen(x.width());
  t.clocks.widen(rt.widest.load(std::memory_order_relaxed));
  x.widen(t.clocks.width());
}

void tick(ThreadClocks& t) {
  ++t.epoch;
  ++t.changes;
  t.current().set(t.thread, t.epoch);
  if (!isTso()) t.acquired().set(t.thread, t.epoch);
  t.sc().set(t.thread, t.epoch);
}

void startHistory(LocationClocks& x, std::uint64_t value) {
  if (!x.started()) x.history.append({}, value, 0);
}

bool knownByRecord(const ThreadClocks& t, Clock known, const History& h, std::uint32_t i) {
  const Write& w = h[i];
  if (w.lossy || w.epoch <= tables.retired[w.thread] || (isTso() && w.thread == t.thread))
    return true;
  return w.recorded && h.recordsOf(i, [&](ThreadIndex reader, Epoch need) {
    return reader == t.thread || known.at(reader) >= need || need <= tables.retired[reader];
  });
}

namespace {

bool knownInPast(const ThreadClocks& t, const Write& w) {
  return t.sc().at(w.thread) >= w.epoch;
}

// The newest write that hbSC orders before the access (i), and the newest up to there that the
// model orders before it (j). Positions in the history; -1 if it does not contain it.
struct Span {
  int j = -1;
  int i = -1;
};

Span knowledge(const ThreadClocks& t, Clock known, const History& h) {
  Span span;
  span.i = static_cast<int>(h.size()) - 1;
  while (span.i >= 0 && !knownInPast(t, h[static_cast<std::uint32_t>(span.i)])) --span.i;
  span.j = span.i;
  while (span.j >= 0 && !knownToModel(t, known, h, static_cast<std::uint32_t>(span.j))) --span.j;
  return span;
}

Clock beforeReading(const ThreadClocks& t) {
  return isTso() ? t.acquired() : t.current();
}

bool writesAreChecked() {
  return rt.rules.model == Model::Rc20 || rt.rules.model == Model::Ra;
}

// A violation if `test` holds for a position that the model allows the access to see.
template <class Test>
Verdict staleWhere(const ThreadClocks& t, const LocationClocks& x, Clock known, const Test& test) {
  if (knowsNewest(t, x, known)) return {};
  const Span span = knowledge(t, known, x.history);
  for (int m = span.j < 0 ? 0 : span.j; m < span.i; ++m) {
    if (test(static_cast<std::uint32_t>(m))) return {m, span.i};
  }
  return {};
}

Verdict staleAtAll(const ThreadClocks& t, const LocationClocks& x, Clock known) {
  if (knowsNewest(t, x, known)) return {};
  const Span span = knowledge(t, known, x.history);
  if (span.j >= span.i) return {};
  return {span.j, span.i};
}

}  // namespace

Verdict checkReadInFull(const ThreadClocks& t, const LocationClocks& x) {
  return staleAtAll(t, x, beforeReading(t));
}

Verdict checkWriteInFull(const ThreadClocks& t, const LocationClocks& x) {
  if (!writesAreChecked()) return {};
  const Span span = knowledge(t, t.current(), x.history);
  for (int m = span.i; m > span.j; --m) {
    if (!x.history[static_cast<std::uint32_t>(m)].rmw) return {m - 1, m};
  }
  return {};
}

Verdict checkWait(const ThreadClocks& t, const LocationClocks& x, std::uint64_t value) {
  return staleWhere(t, x, beforeReading(t),
                    [&](std::uint32_t i) { return x.history.value(i) == value; });
}

Verdict checkBlockingCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected) {
  if (!writesAreChecked()) return {};
  return staleWhere(t, x, t.current(), [&](std::uint32_t i) {
    return x.history.value(i) == expected && !x.history[i + 1].rmw;
  });
}

Verdict checkStrongCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected) {
  const bool writes = writesAreChecked();
  return staleWhere(t, x, t.current(), [&](std::uint32_t i) {
    return x.history.value(i) != expected || (writes && !x.history[i + 1].rmw);
  });
}

// It may fail spuriously, and is then a read.
Verdict checkWeakCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t) {
  return staleAtAll(t, x, t.current());
}

void readTso(ThreadClocks& t, LocationClocks& x) {
  if (x.history.newest().thread != t.thread) t.acquired().join(x.message());
  t.current().join(t.acquired());
  x.order().join(t.acquired());
  t.changes += t.sc().join(x.lastWrite());
  x.accesses().join(t.sc());
}

void writeTso(ThreadClocks& t, LocationClocks& x, bool updates) {
  t.sc().join(x.accesses());
  t.current().join(x.order());
  tick(t);
  x.message().assign(t.current());
  x.order().assign(t.current());
  if (updates) t.acquired().assign(t.current());
  x.lastWrite().assign(t.sc());
  x.accesses().assign(t.sc());
}

void failedCas(ThreadClocks& t, LocationClocks& x, Order order) {
  if (isTso()) t.acquired().assign(t.current());
  read(t, x, order);
}

void beforeSeqCst(ThreadClocks& t, const SyncClocks& scFences) {
  if (isTso()) {
    t.acquired().assign(t.current());
    return;
  }
  t.clocks.widen(scFences.clocks.width());
  t.acquired().join(scFences.current());
  t.current().join(scFences.current());
}

// No tick is needed: the write has ticked, and the thread has made no other access since.
void afterSeqCst(ThreadClocks& t, SyncClocks& scFences) {
  if (isTso()) {
    t.acquired().assign(t.current());
    return;
  }
  meet(t, scFences);
  scFences.current().join(t.current());
}

void fence(ThreadClocks& t, Order order, SyncClocks& scFences) {
  if (order == Order::SeqCst) {
    if (isTso()) {
      t.acquired().assign(t.current());
      return;
    }
    meet(t, scFences);
    t.acquired().join(scFences.current());
    t.current().assign(t.acquired());
    t.sc().join(scFences.sc());
    tick(t);
    t.released().assign(t.current());
    scFences.current().assign(t.current());
    scFences.sc().assign(t.sc());
    return;
  }
  if (rt.rules.model != Model::Rc20) return;
  if (acquires(order)) t.current().assign(t.acquired());
  if (releases(order)) {
    tick(t);
    t.released().assign(t.current());
  }
}

// Under TSO synchronisation is an instruction that drains the store buffer.
void acquire(ThreadClocks& t, const SyncClocks& from) {
  t.clocks.widen(from.clocks.width());
  ++t.changes;
  t.current().join(from.current());
  if (isTso()) {
    t.acquired().assign(t.current());
  } else {
    t.acquired().join(from.current());
  }
  t.sc().join(from.sc());
}

void join(ThreadClocks& joiner, const ThreadClocks& ended) {
  joiner.clocks.widen(ended.clocks.width());
  ++joiner.changes;
  joiner.current().join(ended.current());
  joiner.acquired().join(isTso() ? joiner.current() : ended.current());
  joiner.sc().join(ended.sc());
}

void releaseTo(ThreadClocks& t, SyncClocks& to) {
  meet(t, to);
  tick(t);
  to.current().assign(t.current());
  to.sc().assign(t.sc());
  if (isTso()) t.acquired().assign(t.current());
}

void releaseInto(ThreadClocks& t, SyncClocks& to) {
  meet(t, to);
  tick(t);
  to.current().join(t.current());
  to.sc().join(t.sc());
  if (isTso()) t.acquired().assign(t.current());
}

void startThread(ThreadClocks& child, ThreadIndex thread, Epoch epoch, ThreadClocks* creator) {
  child.thread = thread;
  child.epoch = epoch;
  child.clocks.widen(widthFor(thread));
  if (widthFor(thread) > rt.widest.load()) rt.widest.store(widthFor(thread));
  if (creator != nullptr) {
    tick(*creator);
    if (isTso()) creator->acquired().assign(creator->current());
    child.clocks.widen(creator->clocks.width());
    child.current().assign(creator->current());
    child.acquired().assign(creator->current());
    child.sc().assign(creator->sc());
  }
  tick(child);
}

}  // namespace robur::runtime
