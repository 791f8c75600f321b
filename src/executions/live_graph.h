// The execution graph that the enumeration grows and takes back, event by event.
//
// Events of a thread lie in arrays, and each keeps the state of its thread after it (program
// counter, registers), so that no thread is ever replayed: a restricted graph has its thread states
// at hand. Clocks depend on the past of an event only, so they survive every restriction. Forward
// steps change the graph in place and are undone; only a backward revisit copies it.
//
// An event of an ExecutionGraph (src/graph) is one of the kinds Read, Write, Update and Fence here.
// Two kinds more record decisions of the search: a wait that stays blocked, and a choice of the
// program.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "program/program.h"
#include "semantics/machine.h"

namespace robur::executions {

enum class Kind : std::uint8_t {
  Start,    // index 0 of every thread: its initial state
  Read,     // a load, a passed wait, a failed compare-and-swap
  Write,    // a store
  Update,   // a read-modify-write, a successful compare-and-swap; an SC fence where it is an update
  Fence,    // any other fence
  Blocked,  // a wait or blocking compare-and-swap that its source does not end
  Choice,   // one alternative of a Havoc or Choose
};

// What a thread does after an event and the local steps that follow it.
enum class Status : std::uint8_t {
  Ready,     // it is at an access, a fence or a choice
  Ended,     // it has come to its end
  Faulted,   // an assertion failed or an operation faulted
  Excluded,  // an assumption does not hold, so that the run is not one of the program
  Blocked,   // its last event is Kind::Blocked
  Spinning,  // it has come back to a loop head with the same live registers, without having written
  Cut,       // a limit ended it; nothing is known about its continuation
};

struct EventRef {
  std::uint16_t thread = 0;
  std::uint16_t index = 0;
  friend bool operator==(EventRef, EventRef) = default;
};
// The initial write of whatever cell is meant.
inline constexpr EventRef kInitial{0xffff, 0};

struct LiveEvent {
  Kind kind = Kind::Start;
  Order order = Order::Rlx;
  bool locked = false;          // a failed compare-and-swap
  bool scFence = false;         // an SC fence that is an update of the fence cell
  bool plain = false;           // an access to plain memory in a model where races are errors
  std::uint8_t idleRounds = 0;  // rounds without effect that its thread has made
  bool revisits = false;        // a write that has revisited a read, which is older than it
  Status status = Status::Ready;
  Fault fault = Fault::None;   // Faulted
  EventRef source = kInitial;  // Read, Update, Blocked
  std::uint32_t cell = 0;
  std::uint32_t stamp = 0;       // when it was added
  std::uint32_t writeStamp = 0;  // Write, Update: when its write was added; 0: not yet
  std::uint32_t position = 0;    // Write, Update: in modification order, while it is there
  Pc pc = 0;                     // of its instruction
  Pc next = 0;                   // where the thread is after it
  std::uint32_t headsBegin = 0;  // loop heads passed since the thread's last write: from here
  std::uint32_t headsEnd = 0;    // to here (ThreadTrack::heads)
  std::uint16_t roundBegin = 0;  // Spinning: the index of the first event of the last round
  std::int64_t read = 0;         // Choice: the alternative
  std::int64_t written = 0;
};

constexpr bool reads(const LiveEvent& e) {
  return e.kind == Kind::Read || e.kind == Kind::Update;
}
constexpr bool writes(const LiveEvent& e) {
  return e.kind == Kind::Write || e.kind == Kind::Update;
}
constexpr bool hasSource(const LiveEvent& e) {
  return reads(e) || e.kind == Kind::Blocked;
}
// Is it an event of the ExecutionGraph?
constexpr bool isReal(const LiveEvent& e) {
  return e.kind >= Kind::Read && e.kind <= Kind::Fence;
}

struct ThreadTrack {
  std::vector<LiveEvent> events;
  std::vector<std::uint16_t> clocks;    // of each event, all its clocks
  std::vector<std::int64_t> registers;  // of each event, the registers after it
  std::vector<std::int64_t> heads;      // of loop heads passed; thread_stepper.cpp has the form

  std::uint16_t last() const { return static_cast<std::uint16_t>(events.size() - 1); }
};

// The clocks of an event: per thread, the index of the last event that is in the set.
enum class ClockKind : std::uint8_t {
  Past,     // program order and reads-from, closed; the event included
  Happens,  // happens-before; the event included
  Acquire,  // what an acquire fence would add to Happens
  Release,  // Happens at the last release fence
  Message,  // what an acquiring read of this write adds to its Happens
};

class LiveGraph {
 public:
  // `clockKinds`: 1 if happens-before is the whole past and every write passes it on, else 5.
  LiveGraph(const Machine& machine, unsigned clockKinds);

  std::uint32_t threadCount() const { return static_cast<std::uint32_t>(threads.size()); }
  const LiveEvent& operator[](EventRef e) const { return threads[e.thread].events[e.index]; }
  LiveEvent& operator[](EventRef e) { return threads[e.thread].events[e.index]; }
  EventRef lastOf(std::uint32_t t) const {
    return {static_cast<std::uint16_t>(t), threads[t].last()};
  }

  std::uint16_t* clock(EventRef e, ClockKind kind) {
    return threads[e.thread].clocks.data() + offset(e, kind);
  }
  const std::uint16_t* clock(EventRef e, ClockKind kind) const {
    return threads[e.thread].clocks.data() + offset(e, kind);
  }
  const std::uint16_t* past(EventRef e) const { return clock(e, ClockKind::Past); }
  const std::uint16_t* happens(EventRef e) const {
    return clock(e, kinds > 1 ? ClockKind::Happens : ClockKind::Past);
  }
  static bool knows(const std::uint16_t* clock, EventRef e) { return e.index <= clock[e.thread]; }
  void join(std::uint16_t* into, const std::uint16_t* from) const {
    for (unsigned i = 0; i < stride; ++i) into[i] = into[i] < from[i] ? from[i] : into[i];
  }
  void assign(std::uint16_t* into, const std::uint16_t* from) const {
    std::memcpy(into, from, stride * sizeof(std::uint16_t));
  }
  void clear(std::uint16_t* clock) const { std::memset(clock, 0, stride * sizeof(std::uint16_t)); }

  std::int64_t* registers(EventRef e) {
    return threads[e.thread].registers.data() + std::size_t{e.index} * registerCount[e.thread];
  }
  const std::int64_t* registers(EventRef e) const {
    return threads[e.thread].registers.data() + std::size_t{e.index} * registerCount[e.thread];
  }
  std::size_t registersOf(std::uint32_t t) const { return registerCount[t]; }

  // Appends an event of the thread with a new stamp; its clocks are those of the event before it,
  // with the event itself added to Past and Happens.
  EventRef append(std::uint32_t t);
  // Sets the clocks to what append() sets them to.
  void resetClocks(EventRef e);
  // Removes the last event of the thread, which is also the last one in `trail`.
  void removeLast(std::uint32_t t);

  // Appends an event that was taken out by restrict(), with its old stamp; and the reverse.
  EventRef appendAgain(std::uint32_t t, std::uint32_t oldStamp);
  void removeAgain(std::uint32_t t);

  // Modification order, without the initial write: position p of a write is its index + 1.
  const std::vector<EventRef>& order(std::uint32_t cell) const { return orders[cell]; }
  std::uint32_t positionOf(EventRef write) const {
    return write == kInitial ? 0 : (*this)[write].position;
  }
  EventRef writeAt(std::uint32_t cell, std::uint32_t position) const {
    return position == 0 ? kInitial : orders[cell][position - 1];
  }
  std::uint32_t lastPosition(std::uint32_t cell) const {
    return static_cast<std::uint32_t>(orders[cell].size());
  }
  EventRef lastWrite(std::uint32_t cell) const { return writeAt(cell, lastPosition(cell)); }
  std::int64_t valueOf(std::uint32_t cell, EventRef write) const {
    return write == kInitial ? initialValues[cell] : (*this)[write].written;
  }
  void place(EventRef write, std::uint32_t position);
  void unplace(std::uint32_t cell, std::uint32_t position);
  // The cells that have a write besides the initial one, and perhaps others.
  const std::vector<std::uint32_t>& writtenCells() const { return touched; }
  std::uint32_t fenceCell() const { return static_cast<std::uint32_t>(orders.size()) - 1; }
  std::uint32_t cellCount() const { return static_cast<std::uint32_t>(orders.size()); }

  // Becomes `from` without the events that are younger than `kept` and not in the clock `past`, and
  // without `kept` itself, whose thread ends before it.
  void restrict(const LiveGraph& from, EventRef kept, const std::uint16_t* past);

  std::size_t bytes() const;

  std::uint32_t stamp = 1;      // of the next event
  std::vector<EventRef> trail;  // all events but starts, by stamp
  std::vector<ThreadTrack> threads;

 private:
  std::size_t offset(EventRef e, ClockKind kind) const {
    return (std::size_t{e.index} * kinds + static_cast<unsigned>(kind)) * stride;
  }

  unsigned kinds;
  unsigned stride;  // of a clock: the number of threads, rounded up for vector instructions
  std::vector<std::size_t> registerCount;
  std::vector<std::int64_t> initialValues;  // per cell, and 0 for the fence cell
  std::vector<std::vector<EventRef>> orders;
  std::vector<std::uint32_t> touched;

  void number(const std::vector<EventRef>& order, std::size_t first);
};

}  // namespace robur::executions
