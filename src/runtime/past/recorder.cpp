#include "runtime/past/recorder.h"

#include <cstring>

#include "runtime/memory/arena.h"

namespace robur::runtime {

namespace {

std::uint64_t later(std::uint64_t a, std::uint64_t b) {
  return (a < b ? b : a) + 1;
}

PastName nameOf(ObjectPast& object) {
  if (object.name == 0) object.name = rt.past.names.fetch_add(1, std::memory_order_relaxed) + 1;
  return object.name;
}

void note(std::atomic<bool>& flag) {
  if (!flag.load(std::memory_order_relaxed)) flag.store(true);
}

}  // namespace

void beginRecording(bool fromStart) {
  rt.past.fromStart = fromStart;
  rt.recording.store(true);
}

void keepFenceClock(ThreadIndex thread, Epoch epoch, Epochs current) {
  PastState& past = rt.past;
  if (past.fromStart || past.fences.load(std::memory_order_relaxed) >= FenceClock::kKept) return;
  const Locked hold(past.lock);
  const std::uint32_t count = past.fences.load();
  if (count >= FenceClock::kKept) return;
  if (past.fenceClocks == nullptr) {
    past.fenceClocks = allocateArray<FenceClock>(FenceClock::kKept);
  }
  auto* const components = allocateArray<Epoch>(current.width);
  std::memcpy(components, current.components, current.width * sizeof(Epoch));
  past.fenceClocks[count] = {thread, epoch, {components, current.width}};
  past.fences.store(count + 1);
}

// With the lock held.
const FenceClock* fenceClockOf(const PastEvent& fence) {
  for (std::uint32_t i = 0; i < rt.past.fences.load(); ++i) {
    const FenceClock& clock = rt.past.fenceClocks[i];
    if (clock.thread == fence.thread && clock.epoch == fence.epoch) return &clock;
  }
  return nullptr;
}

void ThreadPast::append(PastEvent event) {
  if (ring_ == nullptr || last_.thread != event.thread) ring_ = &Ring::of(event.thread);
  event.time = time_;
  ring_->append(event);
  last_ = event;
  lastAfterStep_ = false;
  stepped_ = false;
}

// A plain access that the shadow has recorded since the thread's last tick is not seen again, and a
// read does not tick. With schedule=exhaust every plain access is seen.
bool ThreadPast::mayHaveStepped() const {
  return rt.rules.races && last_.kind == PastKind::Read && rt.options.schedule != Schedule::Exhaust;
}

bool ThreadPast::isRepeated(const ObjectPast& object, PastKind kind, Order order,
                            std::uint32_t number) const {
  return kind == PastKind::Read && last_.kind == kind && last_.object == object.name &&
         last_.order == order && last_.number == number && (lastAfterStep_ || !stepsBefore(object));
}

bool ThreadPast::leavesOut(const ObjectPast& object, Order order, std::uint32_t number) {
  if (isRepeated(object, PastKind::Read, order, number)) return true;
  if (order == Order::SeqCst) return false;
  if (object.name != last_.object) stepped_ = true;
  return true;
}

void ThreadPast::access(ThreadIndex thread, Epoch epoch, ObjectPast& object, PastKind kind,
                        Order order, std::uint32_t number) {
  if (order != Order::SeqCst) note(rt.past.weakerAccess);
  if (isRepeated(object, kind, order, number)) return;
  const bool steps = stepsBefore(object);
  if (steps) step(thread, epoch);
  time_ = object.time = later(time_, object.time);
  append({.kind = kind,
          .order = order,
          .object = nameOf(object),
          .number = number,
          .epoch = epoch,
          .thread = thread});
  lastAfterStep_ = steps;
}

void ThreadPast::fence(ThreadIndex thread, Epoch epoch, Order order) {
  if (order == Order::SeqCst) note(rt.past.scFence);
  ++time_;
  append({.kind = PastKind::Fence, .order = order, .epoch = epoch, .thread = thread});
}

void ThreadPast::acquire(ThreadIndex thread, Epoch epoch, const ObjectPast& object) {
  if (object.name == 0) return plainStep();  // nothing has been released to it
  time_ = later(time_, object.time);
  append({.kind = PastKind::Acquire,
          .object = object.name,
          .number = object.releases,
          .epoch = epoch,
          .thread = thread});
}

void ThreadPast::release(ThreadIndex thread, Epoch epoch, ObjectPast& object) {
  time_ = object.time = later(time_, object.time);
  append({.kind = PastKind::Release,
          .object = nameOf(object),
          .number = ++object.releases,
          .epoch = epoch,
          .thread = thread});
}

void ThreadPast::step(ThreadIndex thread, Epoch epoch) {
  ++time_;
  append({.epoch = epoch, .thread = thread});
}

void ThreadPast::after(PastKind kind, ThreadIndex thread, Epoch epoch, const ThreadPast& other,
                       ThreadIndex otherThread, Epoch otherEpoch) {
  time_ = later(time_, other.time_);
  // The times in a ring are in order, also if the old thread with this index was not joined.
  const std::uint64_t last = Ring::of(thread).lastTime();
  if (time_ <= last) time_ = last + 1;
  append({.kind = kind,
          .object = otherThread,
          .number = otherEpoch,
          .epoch = epoch,
          .thread = thread});
}

}  // namespace robur::runtime
