// One execution: its events in the order in which they were made, and which of them happen before
// which. Happens-before is here the order that any reordering of independent events keeps: that of
// each thread, of dependent actions, and of creating, waking and joining threads. All
// executions that agree on it are one Mazurkiewicz trace.
#pragma once

#include "runtime/explore/action.h"
#include "runtime/explore/shared_heap.h"

namespace robur::runtime {

inline constexpr int kMaxExplored = 64;  // threads of one execution
using ThreadSet = std::uint64_t;
inline constexpr ThreadSet only(int thread) {
  return ThreadSet{1} << thread;
}

// A set of events that is closed under happens-before: of each thread the number of its first ones.
struct Past {
  std::uint16_t of[kMaxExplored] = {};
  void join(const Past& other) {
    for (int t = 0; t < kMaxExplored; ++t) of[t] = of[t] < other.of[t] ? other.of[t] : of[t];
  }
};

struct ExecutedEvent {
  Step step;
  std::uint16_t index = 0;     // in its thread, from 1
  std::uint32_t previous = 0;  // the event on its object before it, as a position plus 1; or 0
  std::uint64_t before = 0;    // the value of its object
  Past own;                    // of its thread, before the event
  Past past;                   // of the event, with itself

  bool isIn(const Past& past) const { return past.of[step.thread] >= index; }
};

class Execution {
 public:
  explicit Execution(SharedHeap& heap) : events_(heap), slots_(heap), clocks_(heap) {}

  void clear();
  // The thread makes the action, which finds this value.
  const ExecutedEvent& append(int thread, const Action& action, std::uint64_t before);
  // What `thread` does from now on happens after all that `other` has done so far.
  void follow(int thread, int other);

  std::uint32_t size() const { return events_.size(); }
  const ExecutedEvent& operator[](std::uint32_t i) const { return events_[i]; }
  // The event at this position of the execution before this one; null if that was shorter.
  const ExecutedEvent* earlier(std::uint32_t i) const {
    return i < earlierSize_ && i >= size() ? &events_.begin()[i] : nullptr;
  }
  // The last event on the object, as a position plus 1; 0 if there is none.
  std::uint32_t lastOn(std::uint64_t object);
  // What the thread knows now.
  const Past& known(int thread) const { return clocks_[static_cast<std::uint32_t>(thread)]; }

 private:
  struct Slot {
    std::uint64_t object = 0;
    std::uint64_t run = 0;  // in which it is valid
    std::uint32_t last = 0;
  };
  Slot& slotOf(std::uint64_t object);

  SharedVector<ExecutedEvent> events_;
  SharedVector<Slot> slots_;  // hash table by object; a power of two
  SharedVector<Past> clocks_;
  std::uint64_t run_ = 0;
  std::uint32_t earlierSize_ = 0;
  std::uint32_t used_ = 0;
};

}  // namespace robur::runtime
