#include "runtime/past/judge.h"

#include <cstring>

#include "runtime/memory/arena.h"

namespace robur::runtime {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

class Bits {
 public:
  void clear() { std::memset(words_, 0, sizeof words_); }
  bool has(std::uint32_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  void add(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  void add(const Bits& other, std::uint32_t count) {
    for (std::uint32_t w = 0; w * 64 < count; ++w) words_[w] |= other.words_[w];
  }
  bool meets(const Bits& other, std::uint32_t count) const {
    std::uint64_t both = 0;
    for (std::uint32_t w = 0; w * 64 < count; ++w) both |= words_[w] & other.words_[w];
    return both != 0;
  }

 private:
  std::uint64_t words_[kMostJudged / 64];
};

// Of each event.
struct Row {
  Bits before;             // what happens before it
  Bits message;            // of a write: what happens before a read that acquires it
  std::uint32_t previous;  // in its thread
  std::uint32_t source;    // the write that it reads
};

// Two events of one thread at different locations; a fence has a location of its own.
bool isAway(const PastEvent& a, const PastEvent& b) {
  const auto hasObject = [](const PastEvent& e) {
    return e.isAccess() || e.kind == PastKind::Acquire || e.kind == PastKind::Release;
  };
  return !hasObject(a) || !hasObject(b) || a.object != b.object;
}

class Judge {
 public:
  Judge(const PastEvent* events, std::uint32_t count, const EarlierAccess& access, Row* rows)
      : events_(events), count_(count), access_(access), rows_(rows) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      link(i);
      happensBefore(i);
      if (events_[i].writes()) message(i);
    }
    last_ = lastOf(access_.thread, count_);
  }

  bool forbidden() {
    if (last_ == kNone) return false;
    search(true);
    for (std::uint32_t f = 0; f < count_; ++f) {
      if (events_[f].isScFence() && reached_.has(f) && happensBeforeAccess(f)) return true;
    }
    if (!access_.sc) return false;
    search(false);
    return scbReachesAccess();
  }

 private:
  std::uint32_t lastOf(ThreadIndex thread, std::uint32_t before) const {
    while (before-- > 0) {
      if (events_[before].thread == thread) return before;
    }
    return kNone;
  }
  template <class Test>
  bool anyPrevious(std::uint32_t i, const Test& test) const {
    for (std::uint32_t p = rows_[i].previous; p != kNone; p = rows_[p].previous) {
      if (test(p)) return true;
    }
    return false;
  }

  void link(std::uint32_t i) {
    const PastEvent& e = events_[i];
    Row& row = rows_[i];
    row.previous = e.kind == PastKind::Start ? kNone : lastOf(e.thread, i);
    row.source = kNone;
    const std::uint32_t number = e.kind == PastKind::Update ? e.number - 1 : e.number;
    for (std::uint32_t j = i; e.reads() && j-- > 0;) {
      const PastEvent& w = events_[j];
      if (!w.writes() || w.object != e.object) continue;
      if (w.number == number) row.source = j;
      break;
    }
  }

  void addWithPast(Bits& to, std::uint32_t i) const {
    to.add(rows_[i].before, count_);
    to.add(i);
  }
  void addMessageTo(Bits& to, std::uint32_t reader) const {
    if (events_[reader].reads() && rows_[reader].source != kNone)
      to.add(rows_[rows_[reader].source].message, count_);
  }

  //   sw = ([rel] | [F rel] ; po ; [W]) ; rs ; rf ; ([acq] | [R] ; po ; [F acq])
  void happensBefore(std::uint32_t i) {
    const PastEvent& e = events_[i];
    Bits& before = rows_[i].before;
    before.clear();
    if (rows_[i].previous != kNone) addWithPast(before, rows_[i].previous);
    if (e.isAccess() && acquires(e.order)) addMessageTo(before, i);
    if (e.kind == PastKind::Fence && acquires(e.order)) {
      anyPrevious(i, [&](std::uint32_t p) {
        addMessageTo(before, p);
        return false;
      });
    }
    for (std::uint32_t j = i; e.kind == PastKind::Acquire && j-- > 0;) {
      const PastEvent& r = events_[j];
      if (r.kind == PastKind::Release && r.object == e.object && !isBefore(e.number, r.number))
        addWithPast(before, j);
    }
    for (std::uint32_t j = i; (e.kind == PastKind::Start || e.kind == PastKind::Join) && j-- > 0;) {
      if (events_[j].thread != e.object || events_[j].epoch > e.number) continue;
      addWithPast(before, j);
      break;
    }
  }

  void message(std::uint32_t i) {
    Bits& message = rows_[i].message;
    message.clear();
    if (releases(events_[i].order)) {
      addWithPast(message, i);
    } else {
      anyPrevious(i, [&](std::uint32_t p) {
        const bool fence = events_[p].kind == PastKind::Fence && releases(events_[p].order);
        if (fence) addWithPast(message, p);
        return fence;
      });
    }
    addMessageTo(message, i);
  }

  // A write that would be after the access in modification order, or a read of one.
  bool overtaken(const PastEvent& e) const {
    return e.isAccess() && e.object == access_.object && !isBefore(e.number, access_.next);
  }

  template <class Test>
  bool anyEarlierAccess(std::uint32_t i, const Test& test) const {
    if (!events_[i].isAccess()) return false;
    for (std::uint32_t j = 0; j < i; ++j) {
      if (events_[j].isAccess() && events_[j].object == events_[i].object && test(j)) return true;
    }
    return false;
  }

  // The events that psc reaches from an SC fence that happens before the access, or from the
  // access itself. Only the former goes through readers of the writes that are overtaken, by psc_F.
  void search(bool fromFence) {
    for (Bits* bits : {&reached_, &fences_, &from_, &scb_, &away_, &arrived_, &eco_}) bits->clear();
    for (std::uint32_t i = 0; i < count_; ++i) {
      const PastEvent& e = events_[i];
      const Row& row = rows_[i];
      const bool afterFence = row.before.meets(fences_, count_);
      const bool scb = (e.writes() && overtaken(e)) || scbReaches(i);
      if (scb) scb_.add(i);
      const bool eco = (fromFence && overtaken(e)) || ecoReaches(i);
      if (eco) eco_.add(i);
      const bool early = e.isScFence() && e.number >= (fromFence ? kAfterReader : kAfterWrite);
      const bool fence =
          e.kind == PastKind::Fence &&
          (row.before.meets(scb_, count_) || afterFence || row.before.meets(eco_, count_) || early);
      const bool reached = e.isSc() && (scb || fence);
      if (reached) reached_.add(i);
      if (reached && e.kind == PastKind::Fence) fences_.add(i);
      if (reached || afterFence) from_.add(i);
      if (anyPrevious(i, [&](std::uint32_t p) { return from_.has(p) && isAway(events_[p], e); }))
        away_.add(i);
      if (row.before.meets(away_, count_)) arrived_.add(i);
    }
  }

  bool scbReaches(std::uint32_t i) const {
    const PastEvent& e = events_[i];
    return anyPrevious(i,
                       [&](std::uint32_t p) {
                         return from_.has(p) || (arrived_.has(p) && isAway(events_[p], e));
                       }) ||
           anyEarlierAccess(i, [&](std::uint32_t j) {
             return from_.has(j) && (e.writes() || rows_[i].before.has(j));
           });
  }
  // By hb ; eco from a fence.
  bool ecoReaches(std::uint32_t i) const {
    const PastEvent& e = events_[i];
    return anyEarlierAccess(i, [&](std::uint32_t j) {
      return (e.writes() || events_[j].writes() || events_[j].number != e.number) &&
             rows_[j].before.meets(fences_, count_);
    });
  }

  bool happensBeforeAccess(std::uint32_t i) const {
    return i == last_ || rows_[last_].before.has(i);
  }
  bool scbReachesAccess() const {
    const PastEvent access{.kind = PastKind::Read, .object = access_.object};
    for (std::uint32_t p = last_; p != kNone; p = rows_[p].previous) {
      if (from_.has(p) || (arrived_.has(p) && isAway(events_[p], access))) return true;
    }
    for (std::uint32_t j = 0; j < count_; ++j) {
      const PastEvent& e = events_[j];
      if (from_.has(j) && e.isAccess() && e.object == access_.object && happensBeforeAccess(j))
        return true;
    }
    return false;
  }

  const PastEvent* events_;
  std::uint32_t count_;
  EarlierAccess access_;
  Row* rows_;
  std::uint32_t last_ = kNone;  // of the thread of the access

  Bits reached_;  // by psc
  Bits fences_;   // those of them that are SC fences
  Bits from_;     // where scb may start: reached, or after a reached fence
  Bits scb_;      // where it ends
  Bits eco_;      // where hb ; eco from a fence ends
  Bits away_;     // by a step of the thread to another location, from where scb may start
  Bits arrived_;  // after that by happens-before
};

}  // namespace

bool forbiddenByScOrder(const PastEvent* events, std::uint32_t count, const EarlierAccess& access) {
  if (rt.past.rows == nullptr) rt.past.rows = reserve(kMostJudged * sizeof(Row));
  return Judge(events, count, access, static_cast<Row*>(rt.past.rows)).forbidden();
}

}  // namespace robur::runtime
