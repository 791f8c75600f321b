// Mutexes, reader/writer locks, semaphores, condition variables and barriers. They synchronise both
// in the model and under SC, so they are never violations themselves.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "runtime/intercept/intercept.h"
#include "runtime/schedule/schedule.h"
#include "runtime/trace/trace.h"

using namespace robur::runtime;

namespace {

constexpr int kTries = 10000;

// Under a controlled schedule a thread that cannot take a lock lets others run and tries again at
// its next turn. After kTries it waits for the lock, which may be held forever.
template <class Object, class Take, class Try>
int take(Object* object, const Take& whole, const Try& attempt, int busy) {
  schedulePoint();
  for (int i = 0; scheduled() && i < kTries; ++i) {
    const int result = attempt(object);
    const bool isBusy = busy == EAGAIN ? result != 0 && errno == EAGAIN : result == busy;
    if (!isBusy) return result;
    scheduleBlocked(BlockedOn::Unlock);
  }
  return waiting([&] { return whole(object); });
}

}  // namespace

#define ROBUR_TRY_LOCK(NAME, ACQUIRE, TYPE)                   \
  ROBUR_REPLACE(int, NAME, TYPE* object) {                    \
    schedulePoint();                                          \
    const int result = ROBUR_ORIGINAL(NAME)(object);          \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object); \
    return result;                                            \
  }
#define ROBUR_LOCK(NAME, TRY, BUSY, ACQUIRE, TYPE)                                    \
  ROBUR_REPLACE(int, NAME, TYPE* object) {                                            \
    const int result = take(object, ROBUR_ORIGINAL(NAME), ROBUR_ORIGINAL(TRY), BUSY); \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                         \
    return result;                                                                    \
  }
#define ROBUR_TIMED_LOCK(NAME, ACQUIRE, TYPE)                                        \
  ROBUR_REPLACE(int, NAME, TYPE* object, const timespec* until) {                    \
    const int result = waiting([&] { return ROBUR_ORIGINAL(NAME)(object, until); }); \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                        \
    return result;                                                                   \
  }
#define ROBUR_CLOCK_LOCK(NAME, ACQUIRE, TYPE)                                               \
  ROBUR_REPLACE(int, NAME, TYPE* object, clockid_t clock, const timespec* until) {          \
    const int result = waiting([&] { return ROBUR_ORIGINAL(NAME)(object, clock, until); }); \
    if (result == 0 || result == EOWNERDEAD) ACQUIRE(object);                               \
    return result;                                                                          \
  }
#define ROBUR_UNLOCK(NAME, RELEASE, TYPE)            \
  ROBUR_REPLACE(int, NAME, TYPE* object) {           \
    RELEASE(object);                                 \
    const int result = ROBUR_ORIGINAL(NAME)(object); \
    scheduleChanged(BlockedOn::Unlock);              \
    return result;                                   \
  }

ROBUR_TRY_LOCK(pthread_mutex_trylock, acquireOwned, pthread_mutex_t)
ROBUR_LOCK(pthread_mutex_lock, pthread_mutex_trylock, EBUSY, acquireOwned, pthread_mutex_t)
ROBUR_TIMED_LOCK(pthread_mutex_timedlock, acquireOwned, pthread_mutex_t)
ROBUR_CLOCK_LOCK(pthread_mutex_clocklock, acquireOwned, pthread_mutex_t)
ROBUR_UNLOCK(pthread_mutex_unlock, releaseOwned, pthread_mutex_t)
ROBUR_UNLOCK(pthread_mutex_destroy, resetSync, pthread_mutex_t)

ROBUR_TRY_LOCK(pthread_spin_trylock, acquireOwned, pthread_spinlock_t)
ROBUR_LOCK(pthread_spin_lock, pthread_spin_trylock, EBUSY, acquireOwned, pthread_spinlock_t)
ROBUR_UNLOCK(pthread_spin_unlock, releaseOwned, pthread_spinlock_t)

ROBUR_TRY_LOCK(pthread_rwlock_tryrdlock, acquireShared, pthread_rwlock_t)
ROBUR_LOCK(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, EBUSY, acquireShared, pthread_rwlock_t)
ROBUR_TIMED_LOCK(pthread_rwlock_timedrdlock, acquireShared, pthread_rwlock_t)
ROBUR_CLOCK_LOCK(pthread_rwlock_clockrdlock, acquireShared, pthread_rwlock_t)

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

ROBUR_TRY_LOCK(pthread_rwlock_trywrlock, acquireWriter, pthread_rwlock_t)
ROBUR_LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, EBUSY, acquireWriter, pthread_rwlock_t)
ROBUR_TIMED_LOCK(pthread_rwlock_timedwrlock, acquireWriter, pthread_rwlock_t)
ROBUR_CLOCK_LOCK(pthread_rwlock_clockwrlock, acquireWriter, pthread_rwlock_t)
ROBUR_UNLOCK(pthread_rwlock_unlock, releaseEither, pthread_rwlock_t)
ROBUR_UNLOCK(pthread_rwlock_destroy, resetSync, pthread_rwlock_t)

ROBUR_TRY_LOCK(sem_trywait, acquireCount, sem_t)
ROBUR_LOCK(sem_wait, sem_trywait, EAGAIN, acquireCount, sem_t)
ROBUR_TIMED_LOCK(sem_timedwait, acquireCount, sem_t)
ROBUR_CLOCK_LOCK(sem_clockwait, acquireCount, sem_t)
ROBUR_UNLOCK(sem_post, releaseShared, sem_t)
ROBUR_UNLOCK(sem_destroy, resetSync, sem_t)

ROBUR_TRY_LOCK(mtx_trylock, acquireOwned, mtx_t)
ROBUR_LOCK(mtx_lock, mtx_trylock, thrd_busy, acquireOwned, mtx_t)
ROBUR_TIMED_LOCK(mtx_timedlock, acquireOwned, mtx_t)
ROBUR_UNLOCK(mtx_unlock, releaseOwned, mtx_t)

// Waiting for a condition releases the mutex and takes it again, also if the thread is cancelled:
// then before the cleanup handlers of the program run. Destructors do not run in that case, because
// the runtime is compiled without exceptions.
struct ConditionWait {
  const volatile void* mutex;
  Waiting others;
};
static void endCancelledWait(void* pointer) {
  auto& wait = *static_cast<ConditionWait*>(pointer);
  wait.others.~Waiting();
  acquireOwned(wait.mutex);
}
template <class Call>
static int waitWithout(const volatile void* mutex, const Call& call) {
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

ROBUR_REPLACE(int, pthread_cond_wait, pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return waitWithout(mutex, [&] { return ROBUR_ORIGINAL(pthread_cond_wait)(condition, mutex); });
}
ROBUR_REPLACE(int, pthread_cond_timedwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
              const timespec* until) {
  return waitWithout(
      mutex, [&] { return ROBUR_ORIGINAL(pthread_cond_timedwait)(condition, mutex, until); });
}
ROBUR_REPLACE(int, pthread_cond_clockwait, pthread_cond_t* condition, pthread_mutex_t* mutex,
              clockid_t clock, const timespec* until) {
  return waitWithout(mutex, [&] {
    return ROBUR_ORIGINAL(pthread_cond_clockwait)(condition, mutex, clock, until);
  });
}
ROBUR_REPLACE(int, cnd_wait, cnd_t* condition, mtx_t* mutex) {
  return waitWithout(mutex, [&] { return ROBUR_ORIGINAL(cnd_wait)(condition, mutex); });
}
ROBUR_REPLACE(int, cnd_timedwait, cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return waitWithout(mutex, [&] { return ROBUR_ORIGINAL(cnd_timedwait)(condition, mutex, until); });
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
  bool odd = false;
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
      releaseInto(event.thread().clocks, round);
      traceObject(event.thread().number, "unshare", barrier);
    }
  }
  const int result = waiting([&] { return ROBUR_ORIGINAL(pthread_barrier_wait)(barrier); });
  Event event;
  if (event) {
    Meta& meta = metaOfSync(barrier);
    const Locked hold(meta.lock());
    acquire(event.thread().clocks, odd ? meta.sync().shared : meta.sync().owned);
    traceObject(event.thread().number, "await", barrier);
  }
  return result;
}
