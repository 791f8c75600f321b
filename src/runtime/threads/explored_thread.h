// What a thread has in schedule=exhaust: its name, what it is about to do, and what it waits for.
#pragma once

#include "runtime/explore/action.h"

namespace robur::runtime {

class Rounds;  // schedule/rounds.h

// A thread whose next action would complete a round of a loop that changes nothing.
enum class Hold : std::uint8_t { No, Await, Stop };

struct ExploredThread {
  int index = -1;               // its name, which is the same in all executions
  std::uint32_t children = 0;   // threads it has created
  std::uint64_t stackBase = 0;  // where its frames begin; 0 if unknown
  Action pending;
  bool waits = false;                // it has not made it yet
  Hold hold = Hold::No;              // and is not to make it as it is
  const ValueSet* heldBy = nullptr;  // Await: while the variable has one of these values
  bool byCount = false;              // it is held because it has made the same loads three times
  bool tired = false;                // it has just done so

  // Waiting for a condition variable or at a barrier, as number `ticket` of those that wait.
  const volatile void* waitsAt = nullptr;
  std::uint64_t ticket = 0;

  bool timed = false;     // its wait may end by time
  bool timedOut = false;  // it has

  Rounds* rounds = nullptr;  // allocated at first use
};

}  // namespace robur::runtime
