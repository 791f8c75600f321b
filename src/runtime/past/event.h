// One event of the past: what the judge of RC11 (judge.h) needs of an access, a fence or a
// synchronisation.
#pragma once

#include "runtime/base/ids.h"
#include "runtime/base/order.h"

namespace robur::runtime {

enum class PastKind : std::uint8_t {
  Read,
  Write,
  Update,
  Fence,
  Acquire,  // from a synchronisation object, all that was released to it so far
  Release,
  Start,  // of a thread, by another one; Join: of a thread that has ended. Both happen after what
  Join,   // that other thread has done up to an epoch.
  Step,   // to some location that no other event has
};

// How an SC fence follows a write that was made before the recording began.
enum AfterEarly : std::uint32_t { kNotAfter, kAfterReader, kAfterWrite };

// Of an atomic or a synchronisation object, unique in the process; 0: it has none yet.
using PastName = std::uint32_t;

struct PastEvent {
  PastKind kind = PastKind::Step;
  Order order = Order::Relaxed;
  PastName object = 0;  // Start, Join: the index of the other thread
  // Of the write that was read or made, or of the last release; Start, Join: the epoch; SC fences
  // before the judge: an AfterEarly.
  std::uint32_t number = 0;
  Epoch epoch = 0;  // of the thread
  // Greater than that of every event that hbSC orders before this one (Lamport's clock).
  std::uint64_t time = 0;
  ThreadIndex thread = 0;

  bool isAccess() const { return kind <= PastKind::Update; }
  bool writes() const { return kind == PastKind::Write || kind == PastKind::Update; }
  bool reads() const { return kind == PastKind::Read || kind == PastKind::Update; }
  bool isScFence() const { return kind == PastKind::Fence && order == Order::SeqCst; }
  bool isSc() const { return (isAccess() || kind == PastKind::Fence) && order == Order::SeqCst; }
};

// Numbers of writes wrap around.
constexpr bool isBefore(std::uint32_t number, std::uint32_t other) {
  return static_cast<std::int32_t>(number - other) < 0;
}

}  // namespace robur::runtime
