#include "runtime/clocks/rules.h"

#include "runtime/past/segment.h"

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
  return isCpp() || rt.rules.model == Model::Ra;
}

struct EarlyWrite {
  const History& h;
  std::uint32_t position;
};

// How the write or a newer one is known to a fence with clock C. Only epochs count, also for reads
// of the fence's own thread.
AfterEarly afterEarly(const void* context, Epochs current) {
  const auto& [h, position] = *static_cast<const EarlyWrite*>(context);
  AfterEarly after = kNotAfter;
  for (std::uint32_t i = position; i < h.size(); ++i) {
    const Write& w = h[i];
    if (current.at(w.thread) >= w.epoch) return kAfterWrite;
    const bool read = w.lossy || h.recordsOf(i, [&](ThreadIndex reader, Epoch need) {
      return current.at(reader) >= need;
    });
    if (read) after = kAfterReader;
  }
  return after;
}

// Whether RC11 allows that an access precedes write `next` and all newer ones; the clocks allow it.
Judgement judgeBefore(const ThreadClocks& t, const LocationClocks& x, Order order, int next) {
  const History& h = x.history;
  const auto position = static_cast<std::uint32_t>(next);
  const Write& w = h[position];
  Question question;
  question.access = {t.thread, x.name().past.name, h.written() - h.size() + position + 1,
                     order == Order::SeqCst};
  question.past = {t.sc().data(), t.clocks.width()};
  question.writer = w.thread;
  question.epoch = w.epoch;
  if (position + 1 == h.size()) question.knownToWriter = {x.lastWrite().data(), x.width()};
  const EarlyWrite early{h, position};
  question.after = afterEarly;
  question.context = &early;
  return judge(question, t.past, x.name().past);
}

// Adds to `verdict` the violation of an access that may be behind a write at `m`, from `oldest` to
// `newest`, for which `test` holds. RC11 allows a write only if it allows all newer ones.
template <class Test>
void addWhere(Verdict& verdict, const ThreadClocks& t, const LocationClocks& x, Order order,
              Span span, const Test& test) {
  const bool judged = rt.rules.model == Model::Rc11;
  for (int m = span.i - 1; m >= span.j; --m) {
    if (!test(m)) continue;
    const Judgement judgement = judged ? judgeBefore(t, x, order, m + 1) : Judgement::Allowed;
    if (judgement == Judgement::Forbidden) return;
    if (judgement == Judgement::Unknown) {
      if (!verdict) verdict = {m, span.i, true};
      return;
    }
    if (verdict.unjudged || !verdict || m < verdict.stale) verdict = {m, span.i};
  }
}

// A position of -1 stands for a write that is not in the history any more; its value is unknown.
Span inHistory(Span span) {
  if (span.j < 0) span.j = 0;
  return span;
}

Verdict staleAtAll(const ThreadClocks& t, const LocationClocks& x, Clock known, Order order) {
  if (knowsNewest(t, x, known)) return {};
  const Span span = knowledge(t, known, x.history);
  Verdict verdict;
  addWhere(verdict, t, x, order, span, [](int) { return true; });
  return verdict;
}

bool isOvertakable(const LocationClocks& x, int m) {
  return !x.history[static_cast<std::uint32_t>(m + 1)].rmw;
}
std::uint64_t valueAt(const LocationClocks& x, int m) {
  return x.history.value(static_cast<std::uint32_t>(m));
}

}  // namespace

Verdict checkReadInFull(const ThreadClocks& t, const LocationClocks& x, Order order) {
  return staleAtAll(t, x, beforeReading(t), order);
}

// The report names the newest write that may be overtaken.
Verdict checkWriteInFull(const ThreadClocks& t, const LocationClocks& x, Order order) {
  if (!writesAreChecked()) return {};
  Span span = knowledge(t, t.current(), x.history);
  for (int m = span.i - 1; m >= span.j; --m) {
    if (!isOvertakable(x, m)) continue;
    span = {m, m + 1};
    Verdict verdict;
    addWhere(verdict, t, x, order, span, [](int) { return true; });
    return verdict;
  }
  return {};
}

Verdict checkWait(const ThreadClocks& t, const LocationClocks& x, Order order,
                  std::uint64_t value) {
  const Clock known = beforeReading(t);
  if (knowsNewest(t, x, known)) return {};
  Verdict verdict;
  addWhere(verdict, t, x, order, inHistory(knowledge(t, known, x.history)),
           [&](int m) { return valueAt(x, m) == value; });
  return verdict;
}

Verdict checkBlockingCas(const ThreadClocks& t, const LocationClocks& x, CasOrders orders,
                         std::uint64_t expected) {
  if (!writesAreChecked() || knowsNewest(t, x, t.current())) return {};
  Verdict verdict;
  addWhere(verdict, t, x, orders.success, inHistory(knowledge(t, t.current(), x.history)),
           [&](int m) { return valueAt(x, m) == expected && isOvertakable(x, m); });
  return verdict;
}

Verdict checkStrongCas(const ThreadClocks& t, const LocationClocks& x, CasOrders orders,
                       std::uint64_t expected) {
  if (knowsNewest(t, x, t.current())) return {};
  Verdict verdict = checkBlockingCas(t, x, orders, expected);
  addWhere(verdict, t, x, orders.failure, inHistory(knowledge(t, t.current(), x.history)),
           [&](int m) { return valueAt(x, m) != expected; });
  return verdict;
}

// It may fail spuriously, and is then a read.
Verdict checkWeakCas(const ThreadClocks& t, const LocationClocks& x, CasOrders orders,
                     std::uint64_t expected) {
  const Verdict failed = staleAtAll(t, x, t.current(), orders.failure);
  if (failed && !failed.unjudged) return failed;
  const Verdict swapped = checkBlockingCas(t, x, orders, expected);
  return swapped ? swapped : failed;
}

void recordAccess(ThreadClocks& t, LocationClocks& x, PastKind kind, Order order) {
  t.past.access(t.thread, t.epoch, x.name().past, kind, order, x.history.written());
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
  const Epoch recorded = t.epoch;
  if (recording()) t.past.fence(t.thread, recorded, order);
  if (order == Order::SeqCst && rt.rules.model != Model::Rc11) {
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
  if (!isCpp()) return;
  if (acquires(order)) t.current().assign(t.acquired());
  if (releases(order)) {
    tick(t);
    t.released().assign(t.current());
  }
  if (recording() && order == Order::SeqCst)
    keepFenceClock(t.thread, recorded, {t.current().data(), t.clocks.width()});
}

// Under TSO synchronisation is an instruction that drains the store buffer.
void acquire(ThreadClocks& t, const SyncClocks& from) {
  t.clocks.widen(from.clocks.width());
  if (recording()) t.past.acquire(t.thread, t.epoch, from.past);
  ++t.changes;
  t.current().join(from.current());
  if (isTso()) {
    t.acquired().assign(t.current());
  } else {
    t.acquired().join(from.current());
  }
  t.sc().join(from.sc());
}

void join(ThreadClocks& joiner, ThreadClocks& ended) {
  joiner.clocks.widen(ended.clocks.width());
  if (recording()) {
    ended.past.step(ended.thread, ended.epoch);
    joiner.past.after(PastKind::Join, joiner.thread, joiner.epoch, ended.past, ended.thread,
                      ended.epoch);
  }
  ++joiner.changes;
  joiner.current().join(ended.current());
  joiner.acquired().join(isTso() ? joiner.current() : ended.current());
  joiner.sc().join(ended.sc());
}

void releaseTo(ThreadClocks& t, SyncClocks& to) {
  meet(t, to);
  if (recording()) t.past.release(t.thread, t.epoch, to.past);
  tick(t);
  to.current().assign(t.current());
  to.sc().assign(t.sc());
  if (isTso()) t.acquired().assign(t.current());
}

void releaseInto(ThreadClocks& t, SyncClocks& to) {
  meet(t, to);
  if (recording()) t.past.release(t.thread, t.epoch, to.past);
  tick(t);
  to.current().join(t.current());
  to.sc().join(t.sc());
  if (isTso()) t.acquired().assign(t.current());
}

namespace {

// A thread without a known creator starts after nothing.
void recordStart(ThreadClocks& child, ThreadClocks* creator) {
  ThreadClocks& before = creator != nullptr ? *creator : child;
  const Epoch epoch = creator != nullptr ? creator->epoch : 0;
  if (creator != nullptr) creator->past.step(creator->thread, epoch);
  child.past.after(PastKind::Start, child.thread, child.epoch, before.past, before.thread, epoch);
}

}  // namespace

void startThread(ThreadClocks& child, ThreadIndex thread, Epoch epoch, ThreadClocks* creator) {
  child.thread = thread;
  child.epoch = epoch;
  child.clocks.widen(widthFor(thread));
  if (widthFor(thread) > rt.widest.load()) rt.widest.store(widthFor(thread));
  if (recording()) recordStart(child, creator);
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
