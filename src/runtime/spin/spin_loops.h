// Recognition of spin loops.
//
// A loop that loads one variable until it has some value iterates once more if the load returns an
// older value. So a load that may miss a store violates robustness, but does no harm if it is in
// such a loop and every value that it could have read makes the loop iterate. Loops are
// recognised at run time: if a thread repeats a load with nothing in between, the load at this
// program counter is one of a spin loop, and the value it returned the first time is one on which
// the loop iterates. Both are remembered for the whole program (tables.spinLoops).
//
// Accesses to plain memory between two loads are not seen in mode robustness, and only the first
// time in mode full. Programs can also declare that they wait (robur.h).
#pragma once

#include "runtime/state/runtime.h"

namespace robur::runtime {

// What the thread has declared that it waits for (robur.h).
enum class WaitsFor : std::uint8_t { Nothing, Value, Condition, Swap };

// The last load of a thread, and whether its value is already recorded as one that iterates.
struct LastLoad {
  const volatile void* address = nullptr;
  const void* pc = nullptr;
  std::uint64_t event = 0;
  std::uint64_t value = 0;
  bool recorded = false;
};

// The load at `pc` was repeated after it had returned `value`.
void recordIteration(const void* pc, std::uint64_t value);

// Whether the load at `pc` is one of a spin loop that iterates on each of these values.
bool iteratesOnAll(const void* pc, const std::uint64_t* values, std::uint32_t count);

// The part of a thread's state that recognises its spin loops.
struct SpinState {
  WaitsFor waitsFor = WaitsFor::Nothing;
  std::uint64_t awaited = 0;  // the value, if it waits for one
  LastLoad last;

  // Before a load, which is event number `event` of the thread: whether it repeats the last one.
  bool beginLoad(const volatile void* address, const void* pc, std::uint64_t event) {
    const bool again = last.address == address && last.pc == pc &&
                       (last.event + 1 == event || waitsFor == WaitsFor::Condition);
    if (!again) {
      last.recorded = false;
    } else if (!last.recorded) {
      recordIteration(pc, last.value);
      last.recorded = true;
    }
    last.address = address;
    last.pc = pc;
    last.event = event;
    return again;
  }
  void endLoad(std::uint64_t value) {
    if (last.value != value) last.recorded = false;
    last.value = value;
  }
};

}  // namespace robur::runtime
