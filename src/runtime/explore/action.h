// What a thread is about to do, when it can, and whether it writes.
//
// An action is on one object: a variable, a lock, a semaphore or whatever else threads meet at.
// The object has a value, of which this file says what it means:
//
//   variable      what is in memory
//   lock          0 if nobody holds it, kHeldByWriter, or the number of readers that hold it
//   semaphore     its count
//   initialiser   0, kBeingInitialised, or anything else if that is done
//
// Two actions of different threads are dependent if they are on the same object and one of them
// writes; whether a compare-exchange writes is known when it is made.
#pragma once

#include <cstdint>

namespace robur::runtime {

enum class ActionKind : std::uint8_t {
  Load,
  Store,
  Update,           // reads and writes; also notifying, and arriving at a barrier
  CompareExchange,  // operand: the expected value
  AwaitEqual,       // a load, once the value is the operand
  AwaitOther,       // a load, once the value is not the operand
  AwaitOutside,     // a load, once the value is not in the set that the operand points to
  Lock,
  TryLock,
  LockShared,
  TryLockShared,
  Unlock,
  Take,  // waits for a semaphore
  TryTake,
  Give,
  Initialise,  // the first one initialises, and others wait until it has
  Stop,        // goes on no more in this execution
};

inline constexpr std::uint64_t kHeldByWriter = ~std::uint64_t{0};
inline constexpr std::uint64_t kBeingInitialised = 1;
inline constexpr std::uint64_t kFenceObject = 1;  // SC fences are updates of this object

// A few values. It may grow while actions refer to it.
struct ValueSet {
  static constexpr std::uint32_t kMost = 8;
  std::uint64_t values[kMost] = {};
  std::uint32_t count = 0;

  bool contains(std::uint64_t value) const {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (values[i] == value) return true;
    }
    return false;
  }
  bool add(std::uint64_t value) {  // false if it is full
    if (contains(value)) return true;
    if (count == kMost) return false;
    values[count++] = value;
    return true;
  }
};

struct Action {
  ActionKind kind = ActionKind::Load;
  std::uint8_t size = 0;  // bytes of a variable
  std::uint64_t object = 0;
  std::uint64_t operand = 0;

  bool enabledAt(std::uint64_t value) const {
    switch (kind) {
      case ActionKind::AwaitEqual:
        return value == operand;
      case ActionKind::AwaitOther:
        return value != operand;
      case ActionKind::AwaitOutside:
        return !reinterpret_cast<const ValueSet*>(operand)->contains(value);
      case ActionKind::Lock:
        return value == 0;
      case ActionKind::LockShared:
        return value != kHeldByWriter;
      case ActionKind::Take:
        return value != 0;
      case ActionKind::Initialise:
        return value != kBeingInitialised;
      case ActionKind::Stop:
        return false;
      default:
        return true;
    }
  }
  bool mayBlock() const {
    switch (kind) {
      case ActionKind::AwaitEqual:
      case ActionKind::AwaitOther:
      case ActionKind::AwaitOutside:
      case ActionKind::Lock:
      case ActionKind::LockShared:
      case ActionKind::Take:
      case ActionKind::Initialise:
      case ActionKind::Stop:
        return true;
      default:
        return false;
    }
  }
  bool writesAt(std::uint64_t value) const {
    switch (kind) {
      case ActionKind::Load:
      case ActionKind::AwaitEqual:
      case ActionKind::AwaitOther:
      case ActionKind::AwaitOutside:
      case ActionKind::Stop:
        return false;
      case ActionKind::CompareExchange:
        return value == operand;
      case ActionKind::TryLock:
      case ActionKind::Initialise:
        return value == 0;
      case ActionKind::TryLockShared:
        return value != kHeldByWriter;
      case ActionKind::TryTake:
        return value != 0;
      default:
        return true;
    }
  }
};

// An action of a thread, and whether it writes where it is made.
struct Step {
  Action action;
  std::uint8_t thread = 0;
  bool writes = false;
};

inline bool conflict(const Step& a, const Step& b) {
  return a.action.object == b.action.object && (a.writes || b.writes);
}
inline bool dependent(const Step& a, const Step& b) {
  return a.thread == b.thread || conflict(a, b);
}

}  // namespace robur::runtime
