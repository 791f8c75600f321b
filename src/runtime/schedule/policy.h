// Scheduling policies: which thread runs next under a controlled schedule. One file per policy.
//
//   random    every thread that can run, with equal probability (random.cpp)
//   pct       random priorities that change at a few random steps (pct.cpp)
//   exhaust   every schedule in turn, one process each (exhaust.cpp)
//
// A policy is a table of functions rather than a class with virtual functions, because the runtime
// is linked into C programs, which have no C++ library.
#pragma once

#include "runtime/threads/thread.h"

namespace robur::runtime {

struct SchedulePolicy {
  // A new thread takes part; null if the policy does not care.
  void (*enter)(Thread& thread);
  // One of `count` > 0 threads that can run, ordered by number. `running` is among them, or null if
  // it cannot continue.
  Thread* (*choose)(Thread* const* threads, std::uint32_t count, const Thread* running);
};

extern const SchedulePolicy kRandomPolicy;
extern const SchedulePolicy kPctPolicy;
extern const SchedulePolicy kExhaustPolicy;

// The policy of schedule=; it must not be os.
const SchedulePolicy& schedulePolicy();

// Random numbers from the seed, for random and pct.
std::uint64_t nextRandom();

}  // namespace robur::runtime
