#include "runtime/past/segment.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "runtime/memory/arena.h"

namespace robur::runtime {

namespace {

constexpr std::uint32_t kMostGathered = 1 << 14;

// Which objects have an event after the write.
class Marks {
 public:
  struct Mark {
    PastName object;
    bool written;
    bool accessed;
  };
  static constexpr std::uint32_t kMost = 2 * kMostGathered;

  Marks(Mark* marks, std::uint32_t events) : marks_(marks), mask_(std::bit_ceil(2 * events) - 1) {
    std::memset(static_cast<void*>(marks_), 0, (mask_ + 1) * sizeof(Mark));
  }
  Mark& of(PastName object) {
    std::uint32_t at = object * 0x9e3779b9U & mask_;
    while (marks_[at].object != object && marks_[at].object != 0) at = (at + 1) & mask_;
    marks_[at].object = object;
    return marks_[at];
  }

 private:
  Mark* marks_;
  std::uint32_t mask_;
};

// Allocated once and used with the lock held.
struct Workspace {
  PastEvent events[kMostGathered + 1];
  Marks::Mark marks[Marks::kMost];
  bool threads[kMaxThreads];  // with an event after the write
};

enum class Found : std::uint8_t { Yes, BeforeRecording, Forgotten };

class Segment {
 public:
  Segment(const Question& question, Workspace& space) : question_(question), space_(space) {}

  // Sets since_, the time of the write.
  Found findWrite() {
    const Ring* const ring = Ring::existing(question_.writer);
    const std::uint64_t end = ring == nullptr ? 0 : ring->end();
    if (end == 0 || question_.epoch < ring->firstEpoch()) return Found::BeforeRecording;
    const bool complete = ring->oldest(end) == 0;
    PastEvent e;
    for (std::uint64_t i = ring->find(question_.epoch, end); i < end; ++i) {
      if (!ring->read(i, e)) return Found::Forgotten;
      if (e.epoch != question_.epoch) break;
      if (!e.writes() || e.object != question_.access.object) continue;
      since_ = e.time;
      return Found::Yes;
    }
    return complete ? Found::BeforeRecording : Found::Forgotten;
  }

  // The known events of all threads since then; false if some have been forgotten, or there are
  // too many.
  bool gather() {
    for (ThreadIndex thread = 0; thread < question_.past.width; ++thread) {
      if (!gather(thread)) return false;
    }
    std::sort(space_.events, space_.events + count_,
              [](const PastEvent& a, const PastEvent& b) { return a.time < b.time; });
    return true;
  }

  // For a write before the recording; false if the clock of a fence has not been kept.
  bool followEarlyWrite() {
    for (std::uint32_t i = 0; i < count_; ++i) {
      PastEvent& e = space_.events[i];
      if (!e.isScFence()) continue;
      const FenceClock* const clock = fenceClockOf(e);
      if (clock == nullptr) return false;
      e.number = question_.after(question_.context, clock->current);
    }
    return true;
  }

  // Drops what is not after the write.
  void narrow() {
    if (since_ == 0) return;
    std::memset(space_.threads, 0, sizeof space_.threads);
    Marks marks(space_.marks, count_);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const PastEvent e = space_.events[i];
      if (isAfter(e, marks)) space_.events[kept++] = e;
    }
    count_ = kept;
  }

  Judgement decide(bool steps) {
    if (count_ + 1 > kMostJudged) return Judgement::Unknown;
    if (steps) space_.events[count_++] = {.thread = question_.access.thread};
    return forbiddenByScOrder(space_.events, count_, question_.access) ? Judgement::Forbidden
                                                                       : Judgement::Allowed;
  }

 private:
  bool gather(ThreadIndex thread) {
    const bool own = thread == question_.access.thread;
    const Epoch newest = question_.past.at(thread);
    const Epoch oldest = question_.knownToWriter.at(thread);
    const Ring* const ring = Ring::existing(thread);
    if (ring == nullptr || newest == 0) return true;
    const std::uint64_t end = ring->end();
    const std::uint64_t first = ring->oldest(end);
    PastEvent e;
    for (std::uint64_t i = own ? end : ring->find(newest + 1, end); i-- > first;) {
      if (!ring->read(i, e)) return false;
      if (e.time < since_ || e.epoch < oldest) return true;
      if (count_ == kMostGathered) return false;
      space_.events[count_++] = e;
    }
    return first == 0;
  }

  bool isAfter(const PastEvent& e, Marks& marks) {
    bool& inThread = space_.threads[e.thread];
    if (e.kind == PastKind::Start) inThread = false;
    if (e.kind == PastKind::Start || e.kind == PastKind::Join) {
      inThread = inThread || space_.threads[e.object];
    } else if (e.isAccess()) {
      Marks::Mark& mark = marks.of(e.object);
      const bool isTheWrite = e.time == since_ && e.thread == question_.writer;
      inThread = inThread || isTheWrite || (e.writes() ? mark.accessed : mark.written);
      mark.accessed = mark.accessed || inThread;
      if (e.writes()) mark.written = inThread;
    } else if (e.kind == PastKind::Acquire || e.kind == PastKind::Release) {
      Marks::Mark& mark = marks.of(e.object);
      if (e.kind == PastKind::Acquire) inThread = inThread || mark.written;
      if (e.kind == PastKind::Release) mark.written = mark.written || inThread;
    }
    return inThread;
  }

  const Question& question_;
  Workspace& space_;
  std::uint64_t since_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Judgement judge(const Question& question, const ThreadPast& past, const ObjectPast& object) {
  // psc has no place where a cycle could start.
  if (!recording() || (!question.access.sc && !rt.past.scFence.load())) return Judgement::Allowed;
  const Locked hold(rt.past.lock);
  if (rt.past.space == nullptr) rt.past.space = reserve(sizeof(Workspace));
  Segment segment(question, *static_cast<Workspace*>(rt.past.space));
  const Found found = segment.findWrite();
  const bool early = found == Found::BeforeRecording;
  // If every access since the write is SC, RC11 allows nothing else (DRF-SC).
  if (!early && question.access.sc && !rt.past.weakerAccess.load()) return Judgement::Forbidden;
  if (found == Found::Forgotten || !segment.gather()) return Judgement::Unknown;
  // A write before the recording is not SC. psc goes on from it only to SC fences.
  if (early && !segment.followEarlyWrite()) return Judgement::Unknown;
  segment.narrow();
  return segment.decide(past.stepsBefore(object));
}

}  // namespace robur::runtime
