// Optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM
// 2017; for actions that wait: Jonsson, Lång, Sagonas, FMCAD 2022). It explores exactly one
// execution of every maximal Mazurkiewicz trace.
//
// The explorer is passive. An engine runs the program; before every event it asks which thread
// makes the next one, and it tells what that was. At the end of an execution the explorer looks at
// all races. For each it derives the sequence of steps that has the race the other way round, and
// puts it into the wakeup tree of the state before the race, unless some thread of the sleep set
// there could begin it. The next execution repeats the last one up to the last state whose tree
// still has a branch.
//
// All races of every execution count, not only those of its new events: what may come before the
// reversal depends on the execution to its end.
#pragma once

#include "runtime/explore/execution.h"
#include "runtime/explore/races.h"
#include "runtime/explore/wakeup_tree.h"

namespace robur::runtime {

class Explorer {
 public:
  static constexpr int kNobody = -1;

  explicit Explorer(SharedHeap& heap)
      : heap_(heap), execution_(heap), frames_(heap), asleep_(heap), scratch_(heap) {}

  void begin();
  // The thread that makes the next event; `running` is preferred where nothing else is asked for.
  // kNobody if the execution is over.
  int choose(ThreadSet enabled, int running);
  // It makes the action, which finds this value. False if this is not what the same thread did
  // in the same place before: then the program does not depend on the schedule alone.
  bool made(int thread, const Action& action, std::uint64_t before);
  void follow(int thread, int other) { execution_.follow(thread, other); }

  // The execution has ended; `pending` are the actions of the threads that wait forever. False
  // if it was the last one.
  bool end(ThreadSet waiting, const Action* pending);

  const Execution& execution() const { return execution_; }
  // Executions that sleep sets have stopped. Always 0, which tests check.
  std::uint64_t redundant() const { return redundant_; }
  // The part of the tree that has been explored, as far as the tree is known.
  double share() const;

 private:
  // The state before one event.
  struct Frame {
    SharedVector<Step> sleep;     // threads that need not go first here, with what they would do
    std::uint32_t inherited = 0;  // as many of them were asleep before
    WakeupTree wakeup;            // its first child is being explored
  };

  Frame& frameAt(std::uint32_t at);
  void reverse(std::uint32_t at, const Late& late);
  bool next();

  SharedHeap& heap_;
  Execution execution_;
  SharedVector<Frame> frames_;
  std::uint32_t depth_ = 0;    // frames in use
  std::uint32_t forced_ = 0;   // events that are the same as in the execution before
  WakeupTree carried_;         // what is prescribed for the states to come
  SharedVector<Step> asleep_;  // in the state to come
  Sequence scratch_;
  bool stopped_ = false;
  std::uint64_t redundant_ = 0;
};

}  // namespace robur::runtime
