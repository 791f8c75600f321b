// Mutexes, reader/writer locks, semaphores, condition variables and barriers. They synchronise both
// in the model and under SC, so they are never violations themselves.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "runtime/intercept/intercept.h"
#include "runtime/schedule/steps.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

constexpr int kTries = 10000;

// What a wait that has ended by time returns.
template <class Object>
int endedByTime(const Object* /*object*/) {
  return ETIMEDOUT;
}
int endedByTime(const sem_t* /*object*/) {
  errno = ETIMEDOUT;
  return -1;
}
int endedByTime(const mtx_t* /*object*/) {
  return thrd_timedout;
}

// Locking this mutex again is an error that the caller is told of.
template <class Object>
bool refusesOwner(const Object* /*object*/) {
  return false;
}
bool refusesOwner(const pthread_mutex_t* mutex) {
  return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK;
}

bool isBusy(int result, int busy) {
  return busy == EAGAIN ? result != 0 && errno == EAGAIN : result == busy;
}

// With schedule=exhaust a thread takes a lock when it is free. False if the lock is not what it
// seems: then the caller waits for it in the ordinary way.
template <class Object, class Try>
bool takeExplored(Object* object, const Try& attempt, int busy, ActionKind kind, bool timed,
                  int& result) {
  if (ownsLock(object)) {
    if (refusesOwner(object)) return false;
    result = attempt(object);
    if (!isBusy(result, busy)) {
      takeAgain(object);
      return true;
    }
  }
  if (!waitPoint(actionOn(kind, object), timed)) {
    result = endedByTime(object);
    return true;
  }
  result = attempt(object);
  if (!isBusy(result, busy)) return true;
  noteDoubt(Doubt::LockUnseen);
  return false;
}

// Under a controlled schedule a thread that cannot take a lock lets others run and tries again at
// its next turn. After kTries it waits for the lock, which may be held forever.
template <class Object, class Take, class Try>
int take(Object* object, const Take& whole, const Try& attempt, int busy, ActionKind kind) {
  if (exploring()) {
    int result = 0;
    return takeExplored(object, attempt, busy, kind, false, result)
               ? result
               : waiting([&] { return whole(object); });
  }
  schedulePoint(actionOn(kind, object));
  for (int i = 0; scheduled() && i < kTries; ++i) {
    const int result = attempt(object);
    if (!isBusy(result, busy)) return result;
    scheduleBlocked(BlockedOn::Unlock);
  }
  return waiting([&] { return whole(object); });
}

template <class Object, class Take, class Try>
int takeInTime(Object* object, const Take& whole, const Try& attempt, int busy, ActionKind kind) {
  int result = 0;
  if (interleaving() && takeExplored(object, attempt, busy, kind, true, result)) return result;
  return waiting(whole);
}

// A lock that the thread has already taken concerns no other thread.
template <class Object, class Try>
int tryTake(Object* object, const Try& attempt, ActionKind kind) {
  const bool again = exploring() && ownsLock(object);
  if (!again) schedulePoint(actionOn(kind, object));
  const int result = attempt(object);
  if (again && result == 0) takeAgain(object);
  return result;
}

// The threads that wait are asked by the explorer when it chooses the next one.
void pointBeforeRelease(const volatile void* object, ActionKind kind) {
  if (exploring() && !giveBackOnce(object)) schedulePoint(actionOn(kind, object));
}

}  // namespace

#define ROBUR_TRY_LOCK(NAME, KIND, ACQUIRE, TYPE)                               \
  ROBUR_REPLACE(int, NAME, TYPE* object) {                                      \
    const int result = tryTake(object, ROBUR_ORIGINAL(NAME), ActionKind::KIND); \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                   \
    return result;                                                              \
  }
#define ROBUR_LOCK(NAME, TRY, BUSY, KIND, ACQUIRE, TYPE)                                 \
  ROBUR_REPLACE(int, NAME, TYPE* object) {                                               \
    const int result =                                                                   \
        take(object, ROBUR_ORIGINAL(NAME), ROBUR_ORIGINAL(TRY), BUSY, ActionKind::KIND); \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                            \
    return result;                                                                       \
  }
#define ROBUR_TIMED_LOCK(NAME, TRY, BUSY, KIND, ACQUIRE, TYPE)                                  \
  ROBUR_REPLACE(int, NAME, TYPE* object, const timespec* until) {                               \
    const int result = takeInTime(                                                              \
        object, [&] { return ROBUR_ORIGINAL(NAME)(object, until); }, ROBUR_ORIGINAL(TRY), BUSY, \
        ActionKind::KIND);                                                                      \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                                   \
    return result;                                                                              \
  }
#define ROBUR_CLOCK_LOCK(NAME, TRY, BUSY, KIND, ACQUIRE, TYPE)                                   \
  ROBUR_REPLACE(int, NAME, TYPE* object, clockid_t clock, const timespec* until) {               \
    const int result = takeInTime(                                                               \
        object, [&] { return ROBUR_ORIGINAL(NAME)(object, clock, until); }, ROBUR_ORIGINAL(TRY), \
        BUSY, ActionKind::KIND);                                                                 \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                                    \
    return result;                                                                               \
  }
#define ROBUR_UNLOCK(NAME, KIND, RELEASE, TYPE)      \
  ROBUR_REPLACE(int, NAME, TYPE* object) {           \
    pointBeforeRelease(object, ActionKind::KIND);    \
    RELEASE(object);                                 \
    const int result = ROBUR_ORIGINAL(NAME)(object); \
    scheduleChanged(BlockedOn::Unlock);              \
    return result;                                   \
  }
#define ROBUR_DESTROY(NAME, TYPE)                    \
  ROBUR_REPLACE(int, NAME, TYPE* object) {           \
    resetSync(object);                               \
    forgetLock(object);                              \
    const int result = ROBUR_ORIGINAL(NAME)(object); \
    scheduleChanged(BlockedOn::Unlock);              \
    return result;                                   \
  }

ROBUR_TRY_LOCK(pthread_mutex_trylock, TryLock, acquireOwned, pthread_mutex_t)
ROBUR_LOCK(pthread_mutex_lock, pthread_mutex_trylock, EBUSY, Lock, acquireOwned, pthread_mutex_t)
ROBUR_TIMED_LOCK(pthread_mutex_timedlock, pthread_mutex_trylock, EBUSY, Lock, acquireOwned,
                 pthread_mutex_t)
ROBUR_CLOCK_LOCK(pthread_mutex_clocklock, pthread_mutex_trylock, EBUSY, Lock, acquireOwned,
                 pthread_mutex_t)
ROBUR_UNLOCK(pthread_mutex_unlock, Unlock, releaseOwned, pthread_mutex_t)
ROBUR_DESTROY(pthread_mutex_destroy, pthread_mutex_t)

ROBUR_TRY_LOCK(pthread_spin_trylock, TryLock, acquireOwned, pthread_spinlock_t)
ROBUR_LOCK(pthread_spin_lock, pthread_spin_trylock, EBUSY, Lock, acquireOwned, pthread_spinlock_t)
ROBUR_UNLOCK(pthread_spin_unlock, Unlock, releaseOwned, pthread_spinlock_t)

ROBUR_TRY_LOCK(pthread_rwlock_tryrdlock, TryLockShared, acquireShared, pthread_rwlock_t)
ROBUR_LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, EBUSY, LockShared, acquireShared,
           pthread_rwlock_t)
ROBUR_TIMED_LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_tryrdlock, EBUSY, LockShared,
                 acquireShared, pthread_rwlock_t)
ROBUR_CLOCK_LOCK(pthread_rwlock_clockrdlock, pthread_rwlock_tryrdlock, EBUSY, LockShared,
                 acquireShared, pthread_rwlock_t)

namespace {

// There is one unlock function for both kinds of locks, so `parties` records whether the lock is
// held by a writer.
void acquireWriter(pthread_rwlock_t* object) {
  acquireOwned(object);
  Event event;
  if (!event) return;
  Meta& meta = metaOfSync(object);
  const Locked hold(meta.lock());
  meta.sync().parties = 1;
}
void releaseEither(pthread_rwlock_t* object) {
  bool writer = false;
  if (Meta* const meta = findSync(object)) {
    const Locked hold(meta->lock());
    writer = meta->sync().parties == 1;
    meta->sync().parties = 0;
  }
  writer ? releaseOwned(object) : releaseShared(object);
}

}  // namespace

ROBUR_TRY_LOCK(pthread_rwlock_trywrlock, TryLock, acquireWriter, pthread_rwlock_t)
ROBUR_LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, EBUSY, Lock, acquireWriter,
           pthread_rwlock_t)
ROBUR_TIMED_LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock, EBUSY, Lock, acquireWriter,
                 pthread_rwlock_t)
ROBUR_CLOCK_LOCK(pthread_rwlock_clockwrlock, pthread_rwlock_trywrlock, EBUSY, Lock, acquireWriter,
                 pthread_rwlock_t)
ROBUR_UNLOCK(pthread_rwlock_unlock, Unlock, releaseEither, pthread_rwlock_t)
ROBUR_DESTROY(pthread_rwlock_destroy, pthread_rwlock_t)

ROBUR_TRY_LOCK(sem_trywait, TryTake, acquireCount, sem_t)
ROBUR_LOCK(sem_wait, sem_trywait, EAGAIN, Take, acquireCount, sem_t)
ROBUR_TIMED_LOCK(sem_timedwait, sem_trywait, EAGAIN, Take, acquireCount, sem_t)
ROBUR_CLOCK_LOCK(sem_clockwait, sem_trywait, EAGAIN, Take, acquireCount, sem_t)
ROBUR_UNLOCK(sem_post, Give, releaseShared, sem_t)
ROBUR_DESTROY(sem_destroy, sem_t)

ROBUR_TRY_LOCK(mtx_trylock, TryLock, acquireOwned, mtx_t)
ROBUR_LOCK(mtx_lock, mtx_trylock, thrd_busy, Lock, acquireOwned, mtx_t)
ROBUR_TIMED_LOCK(mtx_timedlock, mtx_trylock, thrd_busy, Lock, acquireOwned, mtx_t)
ROBUR_UNLOCK(mtx_unlock, Unlock, releaseOwned, mtx_t)

namespace {

// Waiting for a condition releases the mutex and takes it again, also if the thread is cancelled:
// then before the cleanup handlers of the program run. Destructors do not run in that case, because
// the runtime is compiled without exceptions.
struct ConditionWait {
  const volatile void* mutex;
  Waiting others;
};
void endCancelledWait(void* pointer) {
  auto& wait = *static_cast<ConditionWait*>(pointer);
  wait.others.~Waiting();
  acquireOwned(wait.mutex);
}
template <class Call>
int waitWithout(const volatile void* mutex, const Call& call) {
  releaseOwned(mutex);
  int result = 0;
  {
    ConditionWait wait{mutex, {}};
    pthread_cleanup_push(endCancelledWait, &wait);
    result = call();
    pthread_cleanup_pop(0);
  }
  acquireOwned(mutex);
  return result;
}

// With schedule=exhaust the runtime releases the mutex and takes it, and the thread waits among
// those that the runtime wakes: it joins them first, so that no notification after the unlocking is
// lost.
template <class Mutex, class Wait>
int awaitCondition(const volatile void* condition, Mutex* mutex, bool timed, int (*unlock)(Mutex*),
                   int (*lock)(Mutex*), const Wait& whole) {
  if (interleaving()) {
    noteCondition();
    schedulePoint(actionOn(ActionKind::Update, condition));
    joinWaiting(condition);
    unlock(mutex);
    const bool woken = awaitWake(timed);
    lock(mutex);
    return woken ? 0 : endedByTime(mutex);
  }
  return waitWithout(mutex, whole);
}

template <class Notify>
int notify(const volatile void* condition, bool all, const Notify& whole) {
  if (!interleaving()) return whole();
  schedulePoint(actionOn(ActionKind::Update, condition));
  wakeWaiting(condition, all);
  return 0;
}

}  // namespace

ROBUR_REPLACE(int, pthread_cond_wait, pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return awaitCondition(condition, mutex, false, robur_pthread_mutex_unlock,
                        robur_pthread_mutex_lock,
                        [&] { return ROBUR_ORIGINAL(pthread_cond_wait)(condition, mutex); });
}
ROBUR_REPLACE(int, pthread_cond_timedwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
              const timespec* until) {
  return awaitCondition(
      condition, mutex, true, robur_pthread_mutex_unlock, robur_pthread_mutex_lock,
      [&] { return ROBUR_ORIGINAL(pthread_cond_timedwait)(condition, mutex, until); });
}
ROBUR_REPLACE(int, pthread_cond_clockwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
              clockid_t clock, const timespec* until) {
  return awaitCondition(
      condition, mutex, true, robur_pthread_mutex_unlock, robur_pthread_mutex_lock,
      [&] { return ROBUR_ORIGINAL(pthread_cond_clockwait)(condition, mutex, clock, until); });
}
ROBUR_REPLACE(int, pthread_cond_signal, pthread_cond_t* condition) {
  return notify(condition, false, [&] { return ROBUR_ORIGINAL(pthread_cond_signal)(condition); });
}
ROBUR_REPLACE(int, pthread_cond_broadcast, pthread_cond_t* condition) {
  return notify(condition, true, [&] { return ROBUR_ORIGINAL(pthread_cond_broadcast)(condition); });
}
ROBUR_REPLACE(int, cnd_wait, cnd_t* condition, mtx_t* mutex) {
  return awaitCondition(condition, mutex, false, robur_mtx_unlock, robur_mtx_lock,
                        [&] { return ROBUR_ORIGINAL(cnd_wait)(condition, mutex); });
}
ROBUR_REPLACE(int, cnd_timedwait, cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return awaitCondition(condition, mutex, true, robur_mtx_unlock, robur_mtx_lock,
                        [&] { return ROBUR_ORIGINAL(cnd_timedwait)(condition, mutex, until); });
}
ROBUR_REPLACE(int, cnd_signal, cnd_t* condition) {
  return notify(condition, false, [&] { return ROBUR_ORIGINAL(cnd_signal)(condition); });
}
ROBUR_REPLACE(int, cnd_broadcast, cnd_t* condition) {
  return notify(condition, true, [&] { return ROBUR_ORIGINAL(cnd_broadcast)(condition); });
}

// Rounds of a barrier use the two clocks alternately: no thread can arrive two rounds ahead of one
// that has not yet left.
ROBUR_REPLACE(int, pthread_barrier_init, pthread_barrier_t* barrier,
              const pthread_barrierattr_t* attributes, unsigned count) {
  const int result = ROBUR_ORIGINAL(pthread_barrier_init)(barrier, attributes, count);
  Event event;
  if (event && result == 0) {
    Meta& meta = metaOfSync(barrier);
    meta.clear();
    const Locked hold(meta.lock());
    meta.sync().parties = count;
  }
  return result;
}
ROBUR_REPLACE(int, pthread_barrier_wait, pthread_barrier_t* barrier) {
  const bool explored = interleaving();
  if (explored) schedulePoint(actionOn(ActionKind::Update, barrier));
  bool odd = false, last = false;
  {
    Event event;
    if (event) {
      Meta& meta = metaOfSync(barrier);
      const Locked hold(meta.lock());
      SyncObject& sync = meta.sync();
      const std::uint32_t parties = sync.parties == 0 ? 1 : sync.parties;
      odd = sync.arrived / parties % 2 == 1;
      SyncClocks& round = odd ? sync.shared : sync.owned;
      if (sync.arrived % parties == 0) round.clear();
      sync.arrived = (sync.arrived + 1) % (2 * parties);
      last = sync.arrived % parties == 0;
      releaseInto(event.thread().clocks, round);
      traceObject(event.thread().number, "unshare", barrier);
    }
  }
  int result = last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
  if (explored) {
    if (!last) {
      joinWaiting(barrier);
      awaitWake(false);
    } else {
      wakeWaiting(barrier, true);
    }
  } else {
    result = waiting([&] { return ROBUR_ORIGINAL(pthread_barrier_wait)(barrier); });
  }
  Event event;
  if (event) {
    Meta& meta = metaOfSync(barrier);
    const Locked hold(meta.lock());
    acquire(event.thread().clocks, odd ? meta.sync().shared : meta.sync().owned);
    traceObject(event.thread().number, "await", barrier);
  }
  return result;
}
