// Why the answer of schedule=exhaust is not a proof: what it does not explore, or not exactly. Each
// is noted when a program does it.
#pragma once

#include <cstdint>

namespace robur::runtime {

enum class Doubt : std::uint8_t {
  SeqCst,
  Undecided,
  WeakCompareExchange,
  Model,
  GaveUp,
  RacesOff,
  RobustnessOff,
  Library,
  BenignWaits,
  History,
  PlainAccesses,
  LoopByCount,
  TimedWait,
  OneOfSeveralWoken,
  LockUnseen,
  ThreadUnseen,
  TriedJoin,
  Initialiser,
  Fork,
  Input,
  Annotations,
  EndedEarly,
  Sizes,
  Suppressed,
  Count
};

// Of an execution under schedule=exhaust; does nothing otherwise.
void noteDoubt(Doubt doubt);

const char* textOf(Doubt doubt);

}  // namespace robur::runtime
