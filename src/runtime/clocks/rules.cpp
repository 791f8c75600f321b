#include "runtime/clocks/rules.h"

namespace robur::runtime {

Index retiredIndex[kMaxSlots];
RuleSettings ruleSettings;

void LocationClocks::clear() {
  message.clear();
  lastWrite.clear();
  accesses.clear();
  history.clear();
}

void SyncClocks::clear() {
  current.clear();
  sc.clear();
}

void tick(ThreadClocks& t) {
  ++t.index;
  t.current.set(t.slot, t.index);
  t.acquired.set(t.slot, t.index);
  t.sc.set(t.slot, t.index);
}

void startHistory(LocationClocks& x, std::uint64_t value) {
  if (x.history.size() > 0) return;
  Write initial;
  initial.value = value;
  x.history.append(initial, ruleSettings.window);
}

namespace {

bool acquiring(Order o) {
  return ruleSettings.releaseAcquire || acquires(o);
}
bool releasing(Order o) {
  return ruleSettings.releaseAcquire || releases(o);
}

void append(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site,
            bool rmw) {
  x.lastWrite.assign(t.sc);
  x.accesses.assign(t.sc);
  Write w;
  w.thread = t.slot;
  w.index = t.index;
  w.value = value;
  w.site = site;
  w.rmw = rmw;
  w.order = order;
  x.history.append(w, ruleSettings.window);
}

bool knownInPast(const ThreadClocks& t, const Write& w) {
  return w.thread == kNobody || t.sc.at(w.thread) >= w.index;
}

// By happens-before, or because somebody before this thread has read it: then coherence
// forbids reading anything older.
bool knownToModel(const ThreadClocks& t, const Write& w) {
  if (w.thread == kNobody || w.lossy || t.current.at(w.thread) >= w.index) return true;
  if (w.index <= retiredIndex[w.thread]) return true;
  for (int r = 0; r < w.records; ++r) {
    const ReadRecord& record = w.record[r];
    if (record.reader == t.slot || t.current.at(record.reader) >= record.need) return true;
    if (record.need <= retiredIndex[record.reader]) return true;
  }
  return false;
}

// The newest write that SC has ordered before the access (i), and the newest up to there that
// the model has (j); -1 if the window does not hold it.
struct Span {
  int j = -1;
  int i = -1;
};

Span knowledge(const ThreadClocks& t, const History& h) {
  Span span;
  span.i = static_cast<int>(h.size()) - 1;
  while (span.i >= 0 && !knownInPast(t, h[static_cast<std::uint32_t>(span.i)])) --span.i;
  span.j = span.i;
  while (span.j >= 0 && !knownToModel(t, h[static_cast<std::uint32_t>(span.j)])) --span.j;
  return span;
}

template <class Test>
Verdict staleWhere(const ThreadClocks& t, const LocationClocks& x, const Test& test) {
  const Span span = knowledge(t, x.history);
  for (int m = span.j < 0 ? 0 : span.j; m < span.i; ++m) {
    const auto at = static_cast<std::uint32_t>(m);
    if (test(x.history[at], x.history[at + 1])) {
      return {&x.history[at], &x.history[static_cast<std::uint32_t>(span.i)]};
    }
  }
  return {};
}

}  // namespace

Verdict checkRead(const ThreadClocks& t, const LocationClocks& x) {
  const Span span = knowledge(t, x.history);
  if (span.j >= span.i) return {};
  const Write* const stale = span.j < 0 ? nullptr : &x.history[static_cast<std::uint32_t>(span.j)];
  return {stale, &x.history[static_cast<std::uint32_t>(span.i)]};
}

Verdict checkWrite(const ThreadClocks& t, const LocationClocks& x) {
  const Span span = knowledge(t, x.history);
  for (int m = span.i; m > span.j; --m) {
    const auto at = static_cast<std::uint32_t>(m);
    if (!x.history[at].rmw) return {m > 0 ? &x.history[at - 1] : nullptr, &x.history[at]};
  }
  return {};
}

Verdict checkWait(const ThreadClocks& t, const LocationClocks& x, std::uint64_t value) {
  return staleWhere(t, x, [&](const Write& w, const Write&) { return w.value == value; });
}

Verdict checkBlockingCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected) {
  return staleWhere(
      t, x, [&](const Write& w, const Write& next) { return w.value == expected && !next.rmw; });
}

Verdict checkStrongCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected) {
  return staleWhere(
      t, x, [&](const Write& w, const Write& next) { return w.value != expected || !next.rmw; });
}

void read(ThreadClocks& t, LocationClocks& x, Order order) {
  t.acquired.join(x.message);
  if (acquiring(order)) t.current.join(x.message);
  t.sc.join(x.lastWrite);
  x.accesses.join(t.sc);
  Write& newest = x.history.newest();
  if (!knownToModel(t, newest)) newest.addRecord(t.slot, t.index + 1);
}

void write(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site) {
  t.sc.join(x.accesses);
  tick(t);
  x.message.assign(releasing(order) ? t.current : t.released);
  append(t, x, order, value, site, false);
}

void update(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site) {
  t.acquired.join(x.message);
  if (acquiring(order)) t.current.join(x.message);
  t.sc.join(x.accesses);
  tick(t);
  x.message.join(releasing(order) ? t.current : t.released);
  append(t, x, order, value, site, true);
}

void scAccess(ThreadClocks& t, SyncClocks& scFences) {
  t.acquired.join(scFences.current);
  t.current.assign(t.acquired);
  tick(t);
  t.released.assign(t.current);
  scFences.current.assign(t.current);
}

void fence(ThreadClocks& t, Order order, SyncClocks& scFences) {
  if (order == Order::SeqCst) {
    t.sc.join(scFences.sc);
    scAccess(t, scFences);
    scFences.sc.assign(t.sc);
    return;
  }
  if (acquires(order)) t.current.assign(t.acquired);
  if (releases(order)) {
    tick(t);
    t.released.assign(t.current);
  }
}

void acquire(ThreadClocks& t, const SyncClocks& from) {
  t.current.join(from.current);
  t.acquired.join(from.current);
  t.sc.join(from.sc);
}

void releaseTo(ThreadClocks& t, SyncClocks& to) {
  tick(t);
  to.current.assign(t.current);
  to.sc.assign(t.sc);
}

void releaseInto(ThreadClocks& t, SyncClocks& to) {
  tick(t);
  to.current.join(t.current);
  to.sc.join(t.sc);
}

void startThread(ThreadClocks& child, Slot slot, Index index, ThreadClocks* creator) {
  child.slot = slot;
  child.index = index;
  if (creator != nullptr) {
    tick(*creator);
    child.current.assign(creator->current);
    child.acquired.assign(creator->current);
    child.sc.assign(creator->sc);
  }
  tick(child);
}

}  // namespace robur::runtime
