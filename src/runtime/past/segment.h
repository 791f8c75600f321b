// The part of the past that decides whether an access may be earlier: what SC has ordered between
// the write that it would precede and the access itself (judge.h says why that is all).
#pragma once

#include "runtime/past/judge.h"
#include "runtime/past/recorder.h"

namespace robur::runtime {

enum class Judgement : std::uint8_t {
  Allowed,
  Forbidden,
  Unknown,  // the events that decide it have been forgotten, or are too many
};

struct Question {
  EarlierAccess access;
  Epochs past;  // by hbSC, before the access
  // Of the write that the access would precede, and what is known to it if that is known.
  ThreadIndex writer = 0;
  Epoch epoch = 0;
  Epochs knownToWriter = {nullptr, 0};
  // How a fence with this clock follows the write; asked if it was made before the recording.
  AfterEarly (*after)(const void* context, Epochs current) = nullptr;
  const void* context = nullptr;
};

// The caller holds the lock of the location, whose past is `object`.
Judgement judge(const Question& question, const ThreadPast& past, const ObjectPast& object);

}  // namespace robur::runtime
