// What belongs to a thread of the library: values under keys, destructors of thread-local
// variables, barriers, futexes. Part of library.c.

// Keys are not used again after they have been deleted.
enum { kMostKeys = 16, kMostDestructors = 32, kKeyRounds = 4 };
typedef void (*Destructor)(void*);
static Destructor keyDestructors[kMostKeys];
static int keys;
static int keysBusy;
static __thread void* keyValues[kMostKeys];
static __thread Destructor destructors[kMostDestructors];
static __thread void* destroyed[kMostDestructors];
static __thread int destructorCount;

// The translator calls this when the function of a thread has returned, if the program needs it.
extern void __robur_needs(void*);
void __robur_end_of_thread(int isMain) {
  while (destructorCount > 0) {
    destructorCount--;
    destructors[destructorCount](destroyed[destructorCount]);
  }
  if (isMain) return;
  for (int round = 0, again = 1; again && round < kKeyRounds; round++) {
    again = 0;
    for (int k = 0; k < keys; k++) {
      void* value = keyValues[k];
      if (value && keyDestructors[k]) {
        keyValues[k] = 0;
        keyDestructors[k](value);
        again = 1;
      }
    }
  }
}

int __cxa_thread_atexit(Destructor destructor, void* object, void* library) {
  __robur_needs(__robur_end_of_thread);
  if (destructorCount == kMostDestructors) {
    __robur_unsupported("a thread has too many thread-local variables with destructors");
  }
  destructors[destructorCount] = destructor;
  destroyed[destructorCount] = object;
  destructorCount++;
  return 0;
}
int __cxa_thread_atexit_impl(Destructor destructor, void* object, void* library) {
  return __cxa_thread_atexit(destructor, object, library);
}

int pthread_key_create(unsigned* key, Destructor destructor) {
  __robur_needs(__robur_end_of_thread);
  __robur_bcas32(&keysBusy, 0, 1, kAcquire);
  if (keys == kMostKeys) __robur_unsupported("the program creates too many keys");
  keyDestructors[keys] = destructor;
  *key = (unsigned)keys;
  keys++;
  __atomic_store_n(&keysBusy, 0, __ATOMIC_RELEASE);
  return 0;
}
int pthread_key_delete(unsigned key) { return keyDestructors[key] = 0, 0; }
int pthread_setspecific(unsigned key, const void* value) {
  return keyValues[key] = (void*)value, 0;
}
void* pthread_getspecific(unsigned key) { return keyValues[key]; }
int tss_create(unsigned* key, Destructor destructor) { return pthread_key_create(key, destructor); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
int tss_set(unsigned key, void* value) { return pthread_setspecific(key, value); }
void* tss_get(unsigned key) { return pthread_getspecific(key); }

int pthread_equal(unsigned long a, unsigned long b) { return a == b; }
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
unsigned long thrd_current(void) {
  __robur_numbered("this uses which thread it is");
  return pthread_self();
}

// How many have arrived, which of two rounds it is, and how many are expected. The last one lets
// the others go, and is the one that is told so.
//
// As for a mutex, an object beside it knows whether it has been destroyed. That it is initialised
// twice is known of barriers with static storage only: other memory may be used again for one
// although the last one has not been destroyed. To destroy one at which a thread waits is a race:
// nothing orders the beginning of the wait before it.
static void mustBeUsable(int* b) {
  if (__robur_fixed(b)) __robur_alive(life(b), "this uses a barrier that has been destroyed");
  __robur_must(b[2] != 0, "this uses a barrier that has not been initialised");
}
int pthread_barrier_init(int* b, const void* attributes, unsigned count) {
  if (count == 0) return 22;
  if (__robur_static(b)) {
    __robur_must(*initialised(b) == 0, "this initialises a barrier that is initialised already");
  }
  reviveNow(b);
  return b[0] = b[1] = 0, b[2] = (int)count, 0;
}
int pthread_barrier_destroy(int* b) {
  mustBeUsable(b);
  if (!__robur_fixed(b)) return 0;
  __robur_retire(life(b));
  *initialised(b) = 0;
  return 0;
}
int pthread_barrier_wait(int* b) {
  mustBeUsable(b);
  int round = __atomic_load_n(&b[1], __ATOMIC_RELAXED);
  if (__atomic_fetch_add(&b[0], 1, __ATOMIC_ACQ_REL) + 1 == b[2]) {
    __atomic_store_n(&b[0], 0, __ATOMIC_RELAXED);
    __atomic_store_n(&b[1], 1 - round, __ATOMIC_RELEASE);
    return -1;
  }
  while (__atomic_load_n(&b[1], __ATOMIC_ACQUIRE) == round) {
  }
  return 0;
}

// A thread that waits on a futex goes on when the word has another value: whoever changes it also
// wakes the threads that wait, or they would not be woken in time. Waking does nothing.
static long futex(int* word, int operation, int value, const void* limit) {
  enum { kWait = 0, kWake = 1, kWaitBits = 9, kWakeBits = 10, kCommand = 127 };
  int command = operation & kCommand;
  if (command == kWake || command == kWakeBits) return 0;
  if (command != kWait && command != kWaitBits) {
    __robur_unsupported("of futexes, only waiting and waking are supported");
  }
  if (__atomic_load_n(word, __ATOMIC_RELAXED) != value) return *__errno_location() = 11, -1;
  if (limit && late()) return *__errno_location() = kTimedOut, -1;
  while (__atomic_load_n(word, __ATOMIC_RELAXED) == value) {
  }
  return 0;
}
long syscall(long number, int* word, int operation, int value, const void* limit) {
  enum { kYield = 24, kGetpid = 39, kGettid = 186, kFutex = 202, kMembarrier = 324 };
  if (number == kFutex) return futex(word, operation, value, limit);
  if (number == kGettid) return gettid();
  if (number == kGetpid) return 1;
  if (number == kYield) return 0;
  if (number == kMembarrier) return *__errno_location() = 38, -1;
  __robur_unsupported("of system calls, only futex, gettid, getpid and sched_yield are supported");
  return -1;
}
