// What a thread is about to do, when it can, and whether it writes.
//
// An operation is on one object: a variable, a lock, a semaphore or whatever else threads meet at.
// The object has a value, of which this file says what it means:
//
//   variable      what is in memory
//   lock          0 if nobody holds it, kHeldByWriter, or the number of readers that hold it
//   semaphore     its count
//   initialiser   0, kBeingInitialised, or anything else if that is done
//
// Two operations of different threads are dependent if they are on the same object and one of them
// writes; whether a compare-exchange writes is known when it is made.
#pragma once

#include <cstdint>

namespace robur::runtime {

enum class OperationKind : std::uint8_t {
  Load,
  Store,
  Update,           // reads and writes; also notifying, posting and arriving
  CompareExchange,  // operand: the expected value
  AwaitEqual,       // a load, once the value is the operand
  AwaitOther,       // a load, once the value is not the operand
  Lock,
  TryLock,
  LockShared,
  TryLockShared,
  Unlock,
  Take,  // waits for a semaphore
  TryTake,
  Initialise,  // the first one initialises, and others wait until it has
  Stop,        // goes on no more in this execution
};

inline constexpr std::uint64_t kHeldByWriter = ~std::uint64_t{0};
inline constexpr std::uint64_t kBeingInitialised = 1;

struct Operation {
  OperationKind kind = OperationKind::Load;
  std::uint8_t size = 0;  // bytes of a variable
  std::uint64_t object = 0;
  std::uint64_t operand = 0;

  bool enabledAt(std::uint64_t value) const {
    switch (kind) {
      case OperationKind::AwaitEqual:
        return value == operand;
      case OperationKind::AwaitOther:
        return value != operand;
      case OperationKind::Lock:
        return value == 0;
      case OperationKind::LockShared:
        return value != kHeldByWriter;
      case OperationKind::Take:
        return value != 0;
      case OperationKind::Initialise:
        return value != kBeingInitialised;
      case OperationKind::Stop:
        return false;
      default:
        return true;
    }
  }
  bool mayBlock() const {
    switch (kind) {
      case OperationKind::AwaitEqual:
      case OperationKind::AwaitOther:
      case OperationKind::Lock:
      case OperationKind::LockShared:
      case OperationKind::Take:
      case OperationKind::Initialise:
      case OperationKind::Stop:
        return true;
      default:
        return false;
    }
  }
  bool writesAt(std::uint64_t value) const {
    switch (kind) {
      case OperationKind::Load:
      case OperationKind::AwaitEqual:
      case OperationKind::AwaitOther:
      case OperationKind::Stop:
        return false;
      case OperationKind::CompareExchange:
        return value == operand;
      case OperationKind::TryLock:
      case OperationKind::Initialise:
        return value == 0;
      case OperationKind::TryLockShared:
        return value != kHeldByWriter;
      case OperationKind::TryTake:
        return value != 0;
      default:
        return true;
    }
  }
};

// An operation of a thread, and whether it writes where it is made.
struct Step {
  Operation operation;
  std::uint8_t thread = 0;
  bool writes = false;
};

inline bool conflict(const Step& a, const Step& b) {
  return a.operation.object == b.operation.object && (a.writes || b.writes);
}
inline bool dependent(const Step& a, const Step& b) {
  return a.thread == b.thread || conflict(a, b);
}

}  // namespace robur::runtime
