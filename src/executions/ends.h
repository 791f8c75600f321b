// How a final graph ends: whether it is a run of the program, and whether some thread waits
// forever.
//
// Runs are fair: a thread that can go on does so in the end, and in the end every read sees the
// last write in modification order. So a thread waits forever only if the last write does not end
// its wait; a thread that spins, if its last round read last writes only. If some thread could go
// on, the graph is the beginning of other graphs and no run by itself.
//
// A loop without exit, as that of a server, is not a wait: a thread that goes round in it without
// effect counts as ended.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"

namespace robur::executions {

// Per pc: is there a path to the end of the thread?
std::vector<bool> reachingEnd(const CompiledThread& thread);

enum class Ending : std::uint8_t {
  Complete,  // every thread has ended
  Hang,      // some threads wait forever, the others have ended
  Unfair,    // a thread waits although the last writes would let it go on
  Excluded,  // an assumption does not hold
  Faulted,   // a thread has stopped with a fault
  Cut,       // a limit ended a thread
};

class Ends {
 public:
  explicit Ends(const Machine& machine);

  // The graph must be final.
  Ending of(const LiveGraph& g) const;
  // Is the thread Blocked, or Spinning in a loop that has an exit?
  bool waits(const LiveGraph& g, std::uint32_t t) const;

 private:
  // Does this thread, which is Blocked or Spinning, stay where it is?
  bool staysForever(const LiveGraph& g, std::uint32_t t) const;

  std::vector<std::vector<bool>> mayEnd;  // per thread and pc
};

}  // namespace robur::executions
