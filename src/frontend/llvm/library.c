// The thread libraries of C and C++, implemented with atomics and a few primitives of the
// translator. Compiled without debug information, so that reports point to the callers.
//
// Locks are blocking compare-and-swaps that acquire; unlocking is a store that releases. A wait
// for a condition may end at any time, as both standards allow, so it is an unlock and a lock.
typedef unsigned long size_t;
typedef void* (*Start)(void*);

enum { kRelaxed = 0, kAcquire = 2, kRelease = 3 };

extern unsigned long __robur_spawn(Start, void*);
extern void __robur_join(unsigned long);
extern void* __robur_result(unsigned long);
extern long __robur_number(unsigned long);
extern void __robur_bcas32(int*, int, int, int);
extern void __robur_assume(int);
extern void __robur_unsupported(const char*);
extern int __robur_known(long);
extern int __robur_fixed(const void*);
extern int __robur_static(const void*);
extern void __robur_must(int, const char*);
extern void __robur_retire(int*);
extern void __robur_revive(int*);
extern void __robur_alive(int*, const char*);

extern unsigned long pthread_self(void);
extern int* __robur_beside(int*, long);  // an object beside another one; each number is one more
extern int* __robur_own_beside(int*, long);  // the same, one for each thread from this number on
extern void __robur_numbered(const char*);   // this is not possible with any number of threads

// The fifth word of a mutex is its kind. The number of times a thread holds a recursive mutex is in
// an object beside the mutex that no other thread accesses.
enum { kPlain = 0, kRecursive = 1, kAdaptive = 3 };
static int recursive(int* m) {
  if (!__robur_known(m[4]) || m[4] == kPlain || m[4] == kAdaptive) return 0;
  if (m[4] != kRecursive) __robur_unsupported("only plain and recursive mutexes are supported");
  if (pthread_self() >= 40) __robur_unsupported("too many threads for a recursive mutex");
  return 1;
}
static int* depthOf(int* m) { return __robur_own_beside(m, 0); }

// Only the thread that holds a mutex may unlock it. Whether a thread does is in another object beside
// the mutex, far enough from the depths. Of a mutex that shared memory chooses nothing is known, and
// of no other mutex once the thread has locked such a one. The two cases share no variable: that
// would depend on shared memory, too.
enum { kHeld = 1 << 20 };
static int chosenByMemory;
static int* holds(int* m) { return __robur_own_beside(m, kHeld); }
static void holdNow(int* m) {
  if (__robur_fixed(m)) {
    *holds(m) = 1;
  } else {
    *holds(&chosenByMemory) = 1;
  }
}
static void holdNoMore(int* m) {
  if (!__robur_fixed(m)) return;
  __robur_must(*holds(m) || *holds(&chosenByMemory),
               "this unlocks a mutex that the thread does not hold");
  *holds(m) = 0;
}

// A mutex that has been destroyed must not be used, unless a call initialises it again. Again an
// object beside it knows. On a stack or a heap the next mutex in the same memory may be initialised
// without a call, so there only those count that were initialised by one, which another object knows.
static int* life(int* m) { return __robur_beside(m, 2 * kHeld); }
static int* initialised(int* m) { return __robur_beside(m, 2 * kHeld + 1); }
static void reviveNow(int* m) {
  if (!__robur_fixed(m)) return;
  __robur_revive(life(m));
  *initialised(m) = 1;
}
static void mustBeAlive(int* m) {
  if (__robur_fixed(m)) __robur_alive(life(m), "this uses a mutex that has been destroyed");
}
static int destroy(int* m) {
  mustBeAlive(m);
  if (!__robur_fixed(m)) return 0;
  if (__robur_static(m) || *initialised(m)) __robur_retire(life(m));
  *initialised(m) = 0;
  return 0;
}

static int lock(int* m) {
  mustBeAlive(m);
  if (recursive(m) && (*depthOf(m))++ > 0) return 0;
  __robur_bcas32(m, 0, 1, kAcquire);
  holdNow(m);
  return 0;
}
static int unlock(int* m) {
  mustBeAlive(m);
  if (recursive(m) && --*depthOf(m) > 0) return 0;
  holdNoMore(m);
  __atomic_store_n(m, 0, __ATOMIC_RELEASE);
  return 0;
}
static int tryLock(int* m) {
  int free = 0;
  mustBeAlive(m);
  if (recursive(m) && *depthOf(m) > 0) return ++*depthOf(m), 0;
  if (!__atomic_compare_exchange_n(m, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 1;
  if (recursive(m)) ++*depthOf(m);
  holdNow(m);
  return 0;
}

int pthread_mutexattr_init(int* a) { return *a = kPlain; }
int pthread_mutexattr_destroy(int* a) { return 0; }
int pthread_mutexattr_settype(int* a, int kind) { return *a = kind, 0; }
int pthread_mutex_init(int* m, const int* a) {
  reviveNow(m);
  return m[0] = 0, m[4] = a ? *a : kPlain, 0;
}
int pthread_mutex_destroy(int* m) { return destroy(m); }
int pthread_mutex_lock(int* m) { return lock(m); }
int pthread_mutex_unlock(int* m) { return unlock(m); }
int pthread_mutex_trylock(int* m) { return tryLock(m) ? 16 : 0; }

// Time is nondeterministic: a wait with a limit may time out at any moment, and a clock shows either
// zero or a time after every limit.
extern int __robur_nondet(int, int);
enum { kTimedOut = 110 };
static int late(void) { return __robur_nondet(0, 1); }
long _ZNSt6chrono3_V212steady_clock3nowEv(void) { return late() ? 1L << 60 : 0; }
long _ZNSt6chrono3_V212system_clock3nowEv(void) { return late() ? 1L << 60 : 0; }
int pthread_mutex_timedlock(int* m, const void* t) { return late() ? kTimedOut : lock(m); }
int pthread_mutex_clocklock(int* m, int clock, const void* t) {
  return late() ? kTimedOut : lock(m);
}
int mtx_timedlock(int* m, const void* t) { return late() ? 4 : lock(m); }

int mtx_init(int* m, int type) {
  reviveNow(m);
  m[0] = 0;
  m[4] = type & kRecursive;
  return 0;
}
void mtx_destroy(int* m) { destroy(m); }
int mtx_lock(int* m) { return lock(m); }
int mtx_unlock(int* m) { return unlock(m); }
int mtx_trylock(int* m) { return tryLock(m) ? 1 : 0; }

int pthread_spin_init(int* m, int shared) { return m[0] = 0; }
int pthread_spin_destroy(int* m) { return 0; }
int pthread_spin_lock(int* m) {
  __robur_bcas32(m, 0, 1, kAcquire);
  return 0;
}
int pthread_spin_trylock(int* m) {
  int free = 0;
  return __atomic_compare_exchange_n(m, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED) ? 0 : 16;
}
int pthread_spin_unlock(int* m) {
  __atomic_store_n(m, 0, __ATOMIC_RELEASE);
  return 0;
}

// A reader-writer lock is a lock per thread: a reader takes its own, a writer takes all. So readers
// do not synchronise with each other, as the standards require. How a thread holds the lock is known
// to that thread only: the number of times for reading, or -1 for writing.
extern int __robur_threads(void);
enum { kMostReaders = 28 };
static int* ownLock(int* l, unsigned long thread) {
  __robur_numbered("a reader-writer lock has a part for each thread");
  if (thread >= kMostReaders) __robur_unsupported("too many threads for a reader-writer lock");
  return __robur_beside(l, thread);
}
static int* heldBy(int* l) {
  return __robur_own_beside(l, kMostReaders);
}

int pthread_rwlock_init(int* l, const void* a) { return 0; }
int pthread_rwlock_destroy(int* l) { return 0; }
int pthread_rwlock_rdlock(int* l) {
  int* own = ownLock(l, pthread_self());
  if ((*heldBy(l))++ == 0) __robur_bcas32(own, 0, 1, kAcquire);
  return 0;
}
int pthread_rwlock_wrlock(int* l) {
  for (int t = 0; t < __robur_threads(); t++) __robur_bcas32(ownLock(l, t), 0, 1, kAcquire);
  *heldBy(l) = -1;
  return 0;
}
int pthread_rwlock_unlock(int* l) {
  if (*heldBy(l) == -1) {
    *heldBy(l) = 0;
    for (int t = 0; t < __robur_threads(); t++)
      __atomic_store_n(ownLock(l, t), 0, __ATOMIC_RELEASE);
  } else if (--*heldBy(l) == 0) {
    __atomic_store_n(ownLock(l, pthread_self()), 0, __ATOMIC_RELEASE);
  }
  return 0;
}
static int tryOwn(int* own) {
  int free = 0;
  return __atomic_compare_exchange_n(own, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
int pthread_rwlock_tryrdlock(int* l) {
  if (*heldBy(l) == 0 && !tryOwn(ownLock(l, pthread_self()))) return 16;
  ++*heldBy(l);
  return 0;
}
int pthread_rwlock_trywrlock(int* l) {
  for (int t = 0; t < __robur_threads(); t++) {
    if (tryOwn(ownLock(l, t))) continue;
    while (t-- > 0) __atomic_store_n(ownLock(l, t), 0, __ATOMIC_RELEASE);
    return 16;
  }
  *heldBy(l) = -1;
  return 0;
}

int memcmp(const unsigned char* a, const unsigned char* b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}
int bcmp(const void* a, const void* b, size_t size) { return memcmp(a, b, size); }
size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

// A semaphore is its first word.
int sem_init(int* s, int shared, unsigned value) { return *s = (int)value, 0; }
int sem_destroy(int* s) { return 0; }
int sem_post(int* s) {
  __atomic_fetch_add(s, 1, __ATOMIC_RELEASE);
  return 0;
}
static int take(int* s, int seen) {
  return seen > 0 &&
         __atomic_compare_exchange_n(s, &seen, seen - 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}
static __thread int errors;
int* __errno_location(void) { return &errors; }
int sem_wait(int* s) {
  while (!take(s, __atomic_load_n(s, __ATOMIC_RELAXED))) {
  }
  return 0;
}
int sem_timedwait(int* s, const void* t) {
  return late() ? (*__errno_location() = kTimedOut, -1) : sem_wait(s);
}
int sem_trywait(int* s) {
  for (;;) {
    int seen = __atomic_load_n(s, __ATOMIC_RELAXED);
    if (seen <= 0) return *__errno_location() = 11, -1;
    if (take(s, seen)) return 0;
  }
}

// A condition variable has no state.
int pthread_cond_init(void* c, const void* a) { return 0; }
int pthread_cond_destroy(void* c) { return 0; }
int pthread_cond_signal(void* c) { return 0; }
int pthread_cond_broadcast(void* c) { return 0; }
int pthread_cond_wait(void* c, int* m) { return unlock(m), lock(m); }
int pthread_cond_timedwait(void* c, int* m, const void* t) {
  return unlock(m), lock(m), late() ? kTimedOut : 0;
}
int pthread_cond_clockwait(void* c, int* m, int clock, const void* t) {
  return pthread_cond_timedwait(c, m, t);
}
int cnd_init(void* c) { return 0; }
void cnd_destroy(void* c) {}
int cnd_signal(void* c) { return 0; }
int cnd_broadcast(void* c) { return 0; }
int cnd_wait(void* c, int* m) { return unlock(m), lock(m); }
int cnd_timedwait(void* c, int* m, const void* t) { return unlock(m), lock(m), late() ? 4 : 0; }

struct UniqueLock {
  int* mutex;
  _Bool owns;
};
void _ZNSt18condition_variableC1Ev(void* c) {}
void _ZNSt18condition_variableD1Ev(void* c) {}
void _ZNSt18condition_variable10notify_oneEv(void* c) {}
void _ZNSt18condition_variable10notify_allEv(void* c) {}
void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void* c, struct UniqueLock* l) {
  unlock(l->mutex);
  lock(l->mutex);
}

// call_once takes a lock beside the flag; 2 means done. An exception leaves it undone.
static void letGo(int** busy) { __atomic_store_n(*busy, 0, __ATOMIC_RELEASE); }
int pthread_once(int* once, void (*f)(void)) {
  __attribute__((cleanup(letGo))) int* busy = __robur_beside(once, 0);
  __robur_bcas32(busy, 0, 1, kAcquire);
  if (*once != 2) {
    f();
    *once = 2;
  }
  return 0;
}
void call_once(int* once, void (*f)(void)) { pthread_once(once, f); }
extern __thread void (*_ZSt11__once_call)(void);
void __once_proxy(void) { _ZSt11__once_call(); }

int pthread_create(unsigned long* handle, const void* attributes, Start start, void* argument) {
  *handle = __robur_spawn(start, argument);
  return 0;
}
int pthread_join(unsigned long handle, void** result) {
  __robur_join(handle);
  if (result) *result = __robur_result(handle);
  return 0;
}
int pthread_detach(unsigned long handle) { return 0; }
int thrd_create(unsigned long* handle, int (*start)(void*), void* argument) {
  *handle = __robur_spawn((Start)start, argument);
  return 0;
}
int thrd_join(unsigned long handle, int* result) {
  __robur_join(handle);
  if (result) *result = (int)__robur_number(handle);
  return 0;
}
int thrd_detach(unsigned long handle) { return 0; }

// std::thread: an object with a table of functions, destroyed when the thread has run.
typedef void (*Method)(void*);
static void* runState(void* state) {
  Method* table = *(Method**)state;
  table[2](state);
  table[1](state);
  return 0;
}
void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    unsigned long* handle, void** state, void (*depend)(void)) {
  void* owned = *state;
  *state = 0;
  *handle = __robur_spawn(runState, owned);
}
void _ZNSt6thread4joinEv(unsigned long* handle) {
  __robur_join(*handle);
  *handle = 0;
}
void _ZNSt6thread6detachEv(unsigned long* handle) { *handle = 0; }
unsigned _ZNSt6thread20hardware_concurrencyEv(void) { return 2; }

// std::atomic_load and similar functions on a shared pointer: a lock beside it.
static __thread int* locked;
void _ZNSt10_Sp_lockerC1EPKv(void* self, int* pointer) {
  locked = __robur_beside(pointer, 0);
  __robur_bcas32(locked, 0, 1, kAcquire);
}
void _ZNSt10_Sp_lockerD1Ev(void* self) { __atomic_store_n(locked, 0, __ATOMIC_RELEASE); }

// Initialisation of static local variables: the first byte is 1 when it is done.
int __cxa_guard_acquire(char* guard) {
  int* busy = (int*)(guard + 4);
  __robur_bcas32(busy, 0, 1, kAcquire);
  if (__atomic_load_n(guard, __ATOMIC_RELAXED) == 0) return 1;
  __atomic_store_n(busy, 0, __ATOMIC_RELEASE);
  return 0;
}
void __cxa_guard_release(char* guard) {
  __atomic_store_n(guard, 1, __ATOMIC_RELEASE);
  __atomic_store_n((int*)(guard + 4), 0, __ATOMIC_RELEASE);
}
void __cxa_guard_abort(char* guard) { __atomic_store_n((int*)(guard + 4), 0, __ATOMIC_RELEASE); }

#include "library_containers.c"
#include "library_trees.c"
#include "library_environment.c"
#include "library_blocks.c"
#include "library_threads.c"
