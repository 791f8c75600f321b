// Rounds of a loop that change nothing.
//
// A thread that comes back to the same state, having changed nothing since, would repeat what it
// did: its next step depends only on its registers, its stack and the memory that it reads. Such a
// round can be cut out of any execution, so it is enough to explore executions in which the thread
// stops instead of completing it. If the round was a single load, the thread need not stop: it
// waits until the variable has another value. This is remembered for all executions: in this state
// a load that found one of these values would lead back to it.
//
// The state is taken at atomic accesses. Registers that a call may change are not part of it. The
// stack may hold values that the program does not use any more; if they differ, a round is not
// recognised. The runtime's own frames hold such values and are left out, except for registers that
// they have saved: those that the entry point saved are right below its return address, and the
// others were saved by a function that does nothing else.
#pragma once

#include <cstdint>

#include "runtime/explore/action.h"

namespace robur::runtime {

// Of the current access.
struct AccessFrame {
  const std::uint64_t* saved = nullptr;  // the registers that calls preserve are in front of this
  std::uint64_t returns = 0;             // return address of the entry point
};
extern constinit thread_local AccessFrame accessFrame;
__attribute__((always_inline)) inline void saveAccessFrame(const void* pc) {
  __builtin_unwind_init();
  accessFrame = {static_cast<const std::uint64_t*>(__builtin_frame_address(0)),
                 reinterpret_cast<std::uint64_t>(pc)};
}

// A hash of the registers that calls preserve, and of the stack up to the access.
struct StateHash {
  std::uint64_t a = 0, b = 0;
  bool operator==(const StateHash&) const = default;
};
StateHash stateHash(std::uint64_t stackBase);
// Whether the stack of the access begins there. It may be another one than that of the thread.
bool isOnStack(std::uint64_t stackBase);

// Which values lead back to which states, in memory that the executions share.
class KnownRounds {
 public:
  // The values for a load of the variable in this state; null if there are too many states.
  ValueSet* at(const StateHash& state, std::uint64_t variable);

 private:
  static constexpr std::uint32_t kStates = 1 << 12;
  struct Entry {
    StateHash state;
    std::uint64_t variable = 0;
    ValueSet values;
  };
  Entry entries_[kStates];
  std::uint32_t used_ = 0;
};

enum class Round : std::uint8_t { New, Load, Several };

class Rounds {
 public:
  // Before an atomic access. Load: its last access was this one, a load that found `value`.
  Round begin(const StateHash& state, const volatile void* address, bool isLoad,
              std::uint64_t& value);
  // What the access found, if it has changed nothing.
  void found(std::uint64_t value) {
    if (count_ > 0) last().value = value;
  }
  // The thread has changed something.
  void clear() { count_ = 0; }

 private:
  static constexpr std::uint32_t kKept = 64;
  struct Access {
    StateHash state;
    const volatile void* address = nullptr;
    std::uint64_t value = 0;
    bool isLoad = false;
  };
  Access& last() { return accesses_[(count_ - 1) % kKept]; }

  Access accesses_[kKept];
  std::uint32_t count_ = 0;
};

}  // namespace robur::runtime
