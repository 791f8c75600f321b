// Recording the events of a run for the judge of RC11.
//
// RC11 differs from the clocks' C++ model only where there are SC accesses or fences, so recording
// begins with the first of those; until then an access tests one variable. Events are recorded
// while their location is locked. What would change no verdict is left out:
//
// - A read that follows the same read of its thread, with the same order and of the same write.
// - A read that is not SC and changes nothing in the clocks (rules.h: nothingToLearn).
// - Plain accesses. They matter only as steps to another location between two accesses to the
//   same one, and are recorded as such a step before the second one.
#pragma once

#include <atomic>

#include "runtime/past/ring.h"
#include "runtime/state/runtime.h"

namespace robur::runtime {

inline bool recording() {
  return rt.recording.load(std::memory_order_relaxed);
}
// Before the first SC access or fence. Runs under a controlled schedule record from their start.
void beginRecording(bool fromStart = false);

struct Epochs {
  const Epoch* components;
  std::uint32_t width;
  Epoch at(ThreadIndex thread) const { return thread < width ? components[thread] : 0; }
};

// The clock C of an SC fence. What leads to the first fences has not been recorded, so their clocks
// are kept.
struct FenceClock {
  static constexpr std::uint32_t kKept = 64;

  ThreadIndex thread;
  Epoch epoch;  // as recorded
  Epochs current;
};
void keepFenceClock(ThreadIndex thread, Epoch epoch, Epochs current);
const FenceClock* fenceClockOf(const PastEvent& fence);  // null if there is none

// Of an atomic or a synchronisation object; changed under its lock.
struct ObjectPast {
  PastName name = 0;
  std::uint32_t releases = 0;  // to a synchronisation object
  std::uint64_t time = 0;      // of the last event
};

// Of a thread.
class ThreadPast {
 public:
  void access(ThreadIndex thread, Epoch epoch, ObjectPast& object, PastKind kind, Order order,
              std::uint32_t number);
  void fence(ThreadIndex thread, Epoch epoch, Order order);
  void acquire(ThreadIndex thread, Epoch epoch, const ObjectPast& object);
  void release(ThreadIndex thread, Epoch epoch, ObjectPast& object);
  // Before `after(…)`, by the other thread or for it.
  void step(ThreadIndex thread, Epoch epoch);
  void after(PastKind kind, ThreadIndex thread, Epoch epoch, const ThreadPast& other,
             ThreadIndex otherThread, Epoch otherEpoch);

  // A plain access, or something else that is not recorded, at a location of its own.
  void plainStep() { stepped_ = true; }
  // Whether a reread, which changes nothing in the clocks, need not be recorded. For SC reads this
  // is so if the last event is the same; for others it is a step at most.
  bool leavesOut(const ObjectPast& object, Order order, std::uint32_t number);
  // Whether a step must be recorded before an access to this object.
  bool stepsBefore(const ObjectPast& object) const {
    return last_.isAccess() && last_.object == object.name && (stepped_ || mayHaveStepped());
  }
  std::uint64_t time() const { return time_; }

 private:
  bool isRepeated(const ObjectPast& object, PastKind kind, Order order, std::uint32_t number) const;
  bool mayHaveStepped() const;
  void append(PastEvent event);

  Ring* ring_ = nullptr;
  std::uint64_t time_ = 0;
  PastEvent last_;  // recorded
  bool lastAfterStep_ = false;
  bool stepped_ = false;  // since the last one
};

}  // namespace robur::runtime
