// The values of what threads synchronise with, in one execution of schedule=exhaust: whether an
// action can be made is decided before it is made. Variables and semaphores are looked at where
// they are; of locks, initialisers, condition variables and barriers this table remembers the value
// by their addresses.
#pragma once

#include "runtime/explore/action.h"
#include "runtime/threads/thread.h"

namespace robur::runtime {

struct ObjectState {
  std::uint64_t address = 0;
  std::uint64_t value = 0;        // as explore/action.h has it
  const Thread* owner = nullptr;  // of a lock that is held by one thread
  std::uint32_t depth = 0;        // how often it has taken it
  std::uint32_t arrived = 0;      // at a barrier, in this round
};

ObjectState& objectAt(const volatile void* address);
void forgetObject(const volatile void* address);

// The value that the action would find now.
std::uint64_t valueFor(const Action& action);
// Whether the variable overlaps no other one: the explorer knows variables by their addresses.
bool isOneVariable(const Action& action);
// The thread makes the action, which finds this value.
void applyToObject(const Action& action, const Thread& thread, std::uint64_t before);

}  // namespace robur::runtime
