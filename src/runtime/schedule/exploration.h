// What schedule=exhaust knows of all executions. It is in memory that the processes share: the
// parent forks one child for each execution, and the child extends it while it runs.
#pragma once

#include "runtime/explore/bounded_walk.h"
#include "runtime/explore/explorer.h"
#include "runtime/schedule/rounds.h"
#include "runtime/schedule/schedule.h"

namespace robur::runtime {

// How the current execution has ended.
enum class Outcome : std::uint8_t {
  Unfinished,  // the process was ended from outside, or by the program itself
  Finished,
  Cut,             // the threads that are left have been stopped
  Deadlock,        // the threads that are left wait for each other
  TooLong,         // too many events
  TooManyThreads,  // more than the explorer can tell apart
  NotRepeatable,   // a thread did something else than in the same place before
  Stuck,           // a thread does not come to its next event
  Cancellation,    // of a thread
  NoMemory
};

struct Exploration {
  Exploration(SharedHeap& sharedHeap, std::int64_t preemptions)
      : heap(sharedHeap),
        explorer(sharedHeap),
        walk(sharedHeap, preemptions),
        bounded(preemptions < kUnbounded),
        names(sharedHeap),
        choices(sharedHeap),
        prescribed(sharedHeap),
        failing(sharedHeap),
        rounds(*new (sharedHeap.allocate(sizeof(KnownRounds))) KnownRounds) {}

  SharedHeap& heap;
  Explorer explorer;
  BoundedWalk walk;  // instead of the explorer, with a bound on preemptions
  bool bounded;

  // A thread is named by its creator and by how many threads that had created before. Numbers of
  // threads depend on the schedule, names do not; they are counted through all executions.
  struct Name {
    int creator;
    std::uint32_t child;
  };
  SharedVector<Name> names;

  // The current execution: the numbers of the threads chosen, and how it ended.
  SharedVector<std::uint32_t> choices;
  Outcome outcome = Outcome::Unfinished;
  ThreadSet waiting = 0;  // threads that wait forever, and for what
  Action pending[kMaxExplored];

  SharedVector<std::uint32_t> prescribed;  // choices=: instead of all executions
  bool replays = false;

  std::uint64_t executions = 0;
  std::uint64_t cut = 0;                // of these
  SharedVector<std::uint32_t> failing;  // the choices of the first one that failed
  KnownRounds& rounds;
  std::atomic<std::uint32_t> doubts{0};
  std::atomic<bool> waitsForCondition{false};
  std::atomic<bool> exchanges{false};  // by a compare-exchange that may be a weak one
};

// The event that comes next; null if the execution goes on without one. Does not return if the
// execution is over.
Thread* chooseExplored(Thread* const* threads, std::uint32_t count, const Thread* running);

// What has been forgotten since threads were last created or joined counts, unless only one thread
// was left, which knew all that there was: then everything later happens after it.
void settleLosses();

// Whether a thread besides the running one can continue.
bool othersCanContinue();

// Notes how the execution has ended, and which threads wait forever.
void endExecution(Outcome outcome);
// The same, and ends the process.
[[noreturn]] void leaveExecution(Outcome outcome);

}  // namespace robur::runtime
