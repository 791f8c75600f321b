// What schedule=exhaust needs to know of threads besides their actions: who they are, what they
// find, how they wait for one another and when the program ends. All of it does nothing under other
// schedules, unless it says so.
#pragma once

#include "runtime/schedule/doubts.h"
#include "runtime/schedule/schedule.h"

namespace robur::runtime {

// An execution in which threads have been created.
bool interleaving();

// A thread that takes part from now on. With the lock of the schedule held.
void enterExecution(Thread& thread);
// `created` has been created, and `joined` has been joined, by the current thread.
void scheduleCreated(Thread& created);
void scheduleJoined(const Thread& joined);

// A schedulePoint before an atomic access, under any schedule but os. A thread whose access would
// complete a round that changes nothing is held back.
void accessPoint(const Action& action, Order order);
// What the access has found, if it has changed nothing.
void accessFound(std::uint64_t value);
// The thread has changed something.
void accessChanged();

// A schedulePoint before taking a lock or a semaphore. False if the wait has ended by time.
bool waitPoint(const Action& action, bool timed);

// Waiting for a condition variable, or at a barrier. The thread joins those that wait; from then on
// it can be woken; it waits unless it has been. False if the wait has ended by time.
void joinWaiting(const volatile void* object);
bool awaitWake(bool timed);
// Wakes those that wait longest.
void wakeWaiting(const volatile void* object, bool all);

// What the answer then supposes: condition variables wake up only when they are notified, and a
// compare-exchange that may be a weak one fails only if the values differ.
void noteCondition();
void noteExchange();

// The end of an initialiser, after the point before it.
void setInitialised(const volatile void* object, bool done);

// The current thread has taken the lock; if so it takes it once more, or gives it back but once.
bool ownsLock(const volatile void* object);
void takeAgain(const volatile void* object);
bool giveBackOnce(const volatile void* object);  // false if that was the last time
void forgetLock(const volatile void* object);    // it is destroyed

// At the end of the process: waits until no other thread can continue.
void awaitOthers();

}  // namespace robur::runtime
