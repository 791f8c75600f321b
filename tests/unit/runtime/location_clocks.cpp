#include "unit/runtime/location_clocks.h"

#include <algorithm>

namespace robur::testing {

void LocationClockMonitor::Clock::join(std::uint32_t cell, Stamp stamp) {
  at[cell].all = std::max(at[cell].all, stamp.all);
  at[cell].nonRmw = std::max(at[cell].nonRmw, stamp.nonRmw);
}

void LocationClockMonitor::Clock::join(const Clock& other) {
  for (std::uint32_t i = 0; i < at.size(); ++i) join(i, other.at[i]);
}

void LocationClockMonitor::ScClock::join(const ScClock& other) {
  clock.join(other.clock);
  const auto joinValues = [](Values& mine, const Values& theirs) {
    for (const auto& [key, stamp] : theirs) {
      const auto [at, isNew] = mine.emplace(key, stamp);
      if (!isNew) at->second = std::max(at->second, stamp);
    }
  };
  joinValues(last, other.last);
  joinValues(open, other.open);
}

LocationClockMonitor::LocationClockMonitor(std::uint32_t threads, std::uint32_t cells,
                                           ModelName model)
    : model_(model) {
  const Clock none{std::vector<Stamp>(cells + 1)};
  const ScClock scNone{none, {}, {}};
  threads_.assign(threads, {none, none, none, none, scNone});
  cells_.assign(cells + 1, {none, none, -1, scNone, scNone, {}, 0, {}, {}});
  mutex_ = none;
  scMutex_ = scNone;
}

bool LocationClockMonitor::acquires(Order order) const {
  return model_ != ModelName::Rc20 || order == Order::Acq || order == Order::AcqRel;
}

bool LocationClockMonitor::releases(Order order) const {
  return model_ != ModelName::Rc20 || order == Order::Rel || order == Order::AcqRel;
}

bool LocationClockMonitor::checksWrites() const {
  return model_ == ModelName::Rc20 || model_ == ModelName::Ra;
}

// Without a write of that value the timestamp is -1, which no clock is behind.
bool LocationClockMonitor::isAfter(const Values& values, std::uint32_t cell, std::int64_t value,
                                   std::int64_t known) {
  const auto at = values.find({cell, value});
  return at != values.end() && known <= at->second;
}

bool LocationClockMonitor::reports(const Access& a) const {
  const Thread& t = threads_[a.thread];
  const bool onlyReads = a.kind == Access::Kind::Read || a.kind == Access::Kind::Wait;
  const bool tsoRead = model_ == ModelName::Tso && onlyReads;
  const Stamp hb = (tsoRead ? t.acquired : t.current).at[a.cell];
  const std::int64_t known = std::max(hb.all, t.own.at[a.cell].all);
  const Stamp sc = t.sc.clock.at[a.cell];
  switch (a.kind) {
    case Access::Kind::Read:
    case Access::Kind::WeakCas:
      return known < sc.all;
    case Access::Kind::Write:
    case Access::Kind::Update:
      return checksWrites() && hb.nonRmw < sc.nonRmw;
    case Access::Kind::Wait:
      return isAfter(t.sc.last, a.cell, a.expected, known);
    case Access::Kind::BlockingCas:
      return checksWrites() && isAfter(t.sc.open, a.cell, a.expected, known);
    case Access::Kind::StrongCas:
      if (checksWrites() && isAfter(t.sc.open, a.cell, a.expected, known)) return true;
      return std::any_of(t.sc.last.begin(), t.sc.last.end(), [&](const auto& entry) {
        return entry.first.first == a.cell && entry.first.second != a.expected &&
               known <= entry.second;
      });
  }
  return false;
}

// Reading the own write orders nothing: it may still be in the buffer.
void LocationClockMonitor::readUnderTso(Thread& t, std::uint32_t thread, Cell& x, bool locked) {
  if (locked) t.acquired = t.current;
  if (x.writer != thread) t.acquired.join(x.message);
  t.current.join(t.acquired);
  x.order.join(t.acquired);
}

// Follows the update of the top of the cell.
void LocationClockMonitor::writeUnderTso(Thread& t, std::uint32_t thread, std::uint32_t cell,
                                         bool rmw) {
  Cell& x = cells_[cell];
  t.current.join(x.order);
  t.current.join(cell, x.top);
  t.own.join(cell, x.top);
  x.message = x.order = t.current;
  x.writer = thread;
  if (rmw) t.acquired = t.current;
}

void LocationClockMonitor::read(std::uint32_t thread, std::uint32_t cell, Order order,
                                bool locked) {
  Thread& t = threads_[thread];
  Cell& x = cells_[cell];
  if (model_ == ModelName::Tso) {
    readUnderTso(t, thread, x, locked);
  } else {
    t.acquired.join(x.message);
    if (acquires(order)) t.current.join(x.message);
    // What has been read is known, whatever the order: coherence.
    t.current.join(cell, x.top);
    t.acquired.join(cell, x.top);
  }
  t.sc.join(x.written);
  x.accessed.join(t.sc);
}

void LocationClockMonitor::write(std::uint32_t thread, std::uint32_t cell, Order order,
                                 std::int64_t value, bool rmw) {
  Thread& t = threads_[thread];
  Cell& x = cells_[cell];
  if (rmw && model_ != ModelName::Tso) {
    t.acquired.join(x.message);
    if (acquires(order)) t.current.join(x.message);
  }
  // The write before this one is now strictly before one that is known.
  x.last[{cell, x.value}] = x.top.all;
  if (!rmw) x.open[{cell, x.value}] = x.top.all;
  x.value = value;
  x.top = {x.top.all + 1, x.top.nonRmw + !rmw};

  t.sc.join(x.accessed);
  t.sc.clock.join(cell, x.top);
  t.sc.join(ScClock{Clock{std::vector<Stamp>(cells_.size())}, x.last, x.open});
  x.written = t.sc;
  x.accessed.join(t.sc);

  if (model_ == ModelName::Tso) {
    writeUnderTso(t, thread, cell, rmw);
    return;
  }
  t.current.join(cell, x.top);
  t.acquired.join(cell, x.top);
  Clock message = releases(order) ? t.current : t.released;
  message.join(cell, x.top);
  if (rmw) message.join(x.message);  // the release sequence continues
  x.message = message;
}

// An SC fence is an update of a location of its own between an acquire and a release fence.
void LocationClockMonitor::fence(std::uint32_t thread, Order order) {
  Thread& t = threads_[thread];
  const bool sc = order == Order::Sc;
  if (model_ != ModelName::Rc20 && !sc) return;
  if (model_ == ModelName::Tso) {
    t.acquired = t.current;
    return;
  }
  if (sc || acquires(order)) t.current = t.acquired;
  if (sc) {
    write(thread, static_cast<std::uint32_t>(cells_.size() - 1), Order::AcqRel, 0, true);
  }
  if (sc || releases(order)) t.released = t.current;
}

// Locked and unlocked by locked instructions, which drain the store buffer.
void LocationClockMonitor::lock(std::uint32_t thread) {
  Thread& t = threads_[thread];
  t.current.join(mutex_);
  t.acquired.join(model_ == ModelName::Tso ? t.current : mutex_);
  t.sc.join(scMutex_);
}

void LocationClockMonitor::unlock(std::uint32_t thread) {
  Thread& t = threads_[thread];
  mutex_ = t.current;
  scMutex_ = t.sc;
  if (model_ == ModelName::Tso) t.acquired = t.current;
}

}  // namespace robur::testing
