// All schedules in which threads that can go on are preempted a bounded number of times
// (Musuvathi, Qadeer: Iterative Context Bounding, PLDI 2007), in depth-first order. There is no
// reduction: with a bound, one representative of a trace may have more preemptions than another.
#pragma once

#include "runtime/explore/execution.h"

namespace robur::runtime {

class BoundedWalk {
 public:
  BoundedWalk(SharedHeap& heap, std::int64_t preemptions)
      : choices_(heap), mostPreemptions_(preemptions) {}

  void begin();
  // The thread that makes the next event, or -1.
  int choose(ThreadSet enabled, int running);
  // The execution has ended; false if it was the last one.
  bool end();

 private:
  struct Choice {
    ThreadSet left = 0;  // threads not yet chosen here, and the one that is
    std::int8_t thread = 0;
    std::int8_t preempted = -1;  // who could have gone on
  };

  SharedVector<Choice> choices_;
  std::uint32_t at_ = 0;
  std::int64_t preemptions_ = 0;  // in this execution
  std::int64_t mostPreemptions_;
};

}  // namespace robur::runtime
