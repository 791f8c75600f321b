#include "runtime/clocks/rules.h"

namespace robur::runtime {

namespace {

void meet(ThreadClocks& t, SyncClocks& s) {
  if (t.clocks.width() == s.clocks.width()) return;
  t.clocks.widen(s.clocks.width());
  s.clocks.widen(t.clocks.width());
}

}  // namespace

// At once as wide as any: others will come with wider clocks soon.
void widenBoth(ThreadClocks& t, LocationClocks& x) {
  t.clocks.widen(x.width());
  t.clocks.widen(widest.load(std::memory_order_relaxed));
  x.widen(t.clocks.width());
}

void tick(ThreadClocks& t) {
  ++t.index;
  ++t.changes;
  t.current().set(t.slot, t.index);
  if (!isTso()) t.acquired().set(t.slot, t.index);
  t.sc().set(t.slot, t.index);
}

void startHistory(LocationClocks& x, std::uint64_t value) {
  if (!x.started()) x.history.append({}, value, 0);
}

bool knownByRecord(const ThreadClocks& t, Clock known, const History& h, std::uint32_t i) {
  const Write& w = h[i];
  if (w.lossy || w.index <= retiredIndex[w.thread] || (isTso() && w.thread == t.slot)) return true;
  return w.recorded && h.recordsOf(i, [&](Slot reader, Index need) {
    return reader == t.slot || known.at(reader) >= need || need <= retiredIndex[reader];
  });
}

namespace {

bool knownInPast(const ThreadClocks& t, const Write& w) {
  return t.sc().at(w.thread) >= w.index;
}

// The newest write that SC has ordered before the access (i), and the newest up to there that
// the model has (j); -1 if the window does not hold it.
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
  return ruleSettings.model == Model::Rc20 || ruleSettings.model == Model::Ra;
}

// Where a write and the next one make `test` true, by their positions.
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

// It may fail for no reason, and then it has read.
Verdict checkWeakCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t) {
  return staleAtAll(t, x, t.current());
}

void readTso(ThreadClocks& t, LocationClocks& x) {
  if (x.history.newest().thread != t.slot) t.acquired().join(x.message());
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

// The write has ticked, and nothing has happened since that others could mistake for it.
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
  if (ruleSettings.model != Model::Rc20) return;
  if (acquires(order)) t.current().assign(t.acquired());
  if (releases(order)) {
    tick(t);
    t.released().assign(t.current());
  }
}

// In TSO these are instructions that empty the store buffer.
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

void startThread(ThreadClocks& child, Slot slot, Index index, ThreadClocks* creator) {
  child.slot = slot;
  child.index = index;
  child.clocks.widen(widthFor(slot));
  if (widthFor(slot) > widest.load()) widest.store(widthFor(slot));
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
