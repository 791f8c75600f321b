// Steps of a single thread: an access that reads a given value, and the local steps that follow it.
//
// The semantics are those of Machine. The stepper keeps one machine state as scratch, into which
// the registers of the thread and the value that it reads are copied.
//
// Loops without effect are cut. A thread that comes back to a loop head with the same live
// registers, and has written nothing since it was there, has made a round that nobody can observe:
// take away the reads of that round and the graph stays consistent. So every outcome and every
// error has a run without such rounds, and the thread stops as Spinning; a later write may change
// what its round read. Who asks for more than outcomes may let threads make some such rounds first
// (`idleRounds`), counted over the whole run of the thread and disjoint.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"
#include "semantics/machine.h"

namespace robur::executions {

// The registers that somebody looks at from outside: per thread, by number.
struct Observed {
  std::vector<std::vector<bool>> atEnd = {};   // when the thread has ended; empty: none
  std::vector<std::vector<bool>> always = {};  // in every state; empty: none
};

class ThreadStepper {
 public:
  // Observed registers are live where they are observed. `rounds`: how often a thread may come back
  // to the same loop head; beyond, it is Cut. 0: as often as it likes.
  explicit ThreadStepper(const Machine& machine, const Observed& observed = {},
                         std::uint32_t rounds = 0, unsigned idleRounds = 0);

  // The next instruction of a thread whose last event is `e`.
  const CompiledInstr& instrAfter(const LiveGraph& g, EventRef e) const {
    return machine.thread(e.thread).instrs[g[e].next];
  }
  // How many events a thread may have and how many local steps may follow each: beyond, it is Cut.
  static constexpr std::uint32_t kMostEvents = 1500;
  static constexpr std::uint32_t kMostLocalSteps = 1000000;

  // Makes the local steps of a thread at its start.
  void start(LiveGraph& g, std::uint32_t t);
  // The number of alternatives, if the thread is at a Choose or Havoc; else 0.
  std::uint64_t alternatives(const LiveGraph& g, EventRef before);
  // The cell that the thread is about to access.
  std::uint32_t cellAfter(const LiveGraph& g, EventRef before);

  // The following fill in an event that has been appended, and the state of its thread after it.
  void choose(LiveGraph& g, EventRef e, std::uint64_t alternative);
  void fence(LiveGraph& g, EventRef e);
  void store(LiveGraph& g, EventRef e);
  // The instruction reads `value`: false if it is a wait that this value does not end.
  bool readFrom(LiveGraph& g, EventRef e, EventRef source, std::int64_t value);
  // The instruction is a wait that the value of `source` does not end.
  void block(LiveGraph& g, EventRef e, EventRef source);
  // Would the wait of which `e` is the event, or would be, end with this value? Every other read
  // does.
  bool passes(const LiveGraph& g, EventRef before, std::uint32_t cell, std::int64_t value);

 private:
  std::int64_t* enter(const LiveGraph& g, EventRef before);
  void leave(LiveGraph& g, EventRef e, Fault fault);
  // Whether the thread goes on from this instruction.
  Status passHead(LiveGraph& g, EventRef e, Pc pc);

  // Where a jump leads back to, and the registers that are live there.
  struct Head {
    bool isHead = false;
    std::vector<std::uint32_t> live;
  };

  const Machine& machine;
  const std::uint32_t rounds;
  const unsigned idleRounds;
  std::vector<std::vector<Head>> heads;  // per thread and pc
  std::vector<std::int64_t> scratch;     // a machine state
};

}  // namespace robur::executions
