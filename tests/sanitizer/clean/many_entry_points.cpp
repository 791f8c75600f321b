// expect: clean
// Other entry points of the runtime: copying, mapping, signals, futexes, early ends of threads,
// code before main, and annotations of synchronisation.
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "annotations.h"
#include "together.h"

namespace {

// Before main there are threads already, and atomics, locks and heaps.
struct Early {
  Early() {
    both([this] { count.fetch_add(1, kRelaxed); }, [this] { count.fetch_add(1, kRelaxed); });
    text = std::to_string(count.load(kRelaxed));
  }
  std::atomic<int> count{0};
  std::string text;
} early;
void beforeMain() {
  check(early.text == "2");
}

void copies() {
  struct Large {
    long words[9];
  };
  Large from = {}, parts[2];
  from.words[8] = 3;
  both([&] { parts[0] = from; }, [&] { std::memcpy(&parts[1], &from, sizeof from); });
  check(std::memcmp(&parts[0], &parts[1], sizeof from) == 0);
  both([&] { std::memset(&parts[0], 1, sizeof from); },
       [&] { std::memmove(&parts[1].words[0], &parts[1].words[1], 8 * sizeof(long)); });
  check(parts[1].words[7] == 3);
}

// The same pages again: what was known of them is forgotten.
void mapsAgain() {
  void* where = nullptr;
  for (int round = 0; round < 3; ++round) {
    std::thread([&] {
      void* const page =
          mmap(where, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      check(page != MAP_FAILED);
      static_cast<int*>(page)[5] = round;
      static_cast<std::atomic<int>*>(page)->store(round, kRelaxed);
      munmap(page, 4096);
      where = page;
    }).join();
  }
}

std::atomic<int> interrupted{0};
void signals() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted.fetch_add(1, kRelaxed); };
  sigaction(SIGUSR1, &action, nullptr);
  const auto work = [] {
    for (int i = 0; i < 10; ++i) {
      interrupted.fetch_add(1, kRelaxed);
      raise(SIGUSR1);
    }
  };
  both(work, work);
  check(interrupted.load(kRelaxed) == 40);
}

// A lock made of the kernel's own means.
void rawFutex() {
  int word = 0;
  int data = 0;
  const auto work = [&] {
    for (int i = 0; i < 3; ++i) {
      while (__atomic_exchange_n(&word, 1, __ATOMIC_ACQUIRE) != 0) {
        timespec little = {0, 1000000};
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, &little, nullptr, 0);
      }
      ++data;
      __atomic_store_n(&word, 0, __ATOMIC_RELEASE);
      syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    }
  };
  both(work, work);
  check(data == 6);
}

void keysAndExits() {
  static std::atomic<int> ended{0};
  static pthread_key_t key;
  pthread_key_create(&key, [](void*) { ended.fetch_add(1, kRelaxed); });
  pthread_t threads[2];
  for (pthread_t& thread : threads) {
    pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
          pthread_setspecific(key, &key);
          pthread_exit(&key);
        },
        nullptr);
  }
  for (pthread_t thread : threads) {
    void* result = nullptr;
    pthread_join(thread, &result);
    check(result == &key);
  }
  pthread_key_delete(key);
  check(ended.load(kRelaxed) == 2);
}

void once() {
  static pthread_once_t first = PTHREAD_ONCE_INIT;
  static int made = 0;
  const auto use = [] { pthread_once(&first, [] { made = 4; }), check(made == 4); };
  both(use, use);
}

template <class Give, class Take>
void handOver(const Give& give, const Take& take) {
  int data = 0;
  std::atomic<bool> ready{false};
  both(
      [&] {
        data = 1;
        give(&data);
        ready.store(true, kRelaxed);
      },
      [&] {
        while (!ready.load(kRelaxed)) std::this_thread::yield();
        take(&data);
        check(data == 1);
      });
}
void saidToBeOrdered() {
  handOver(__tsan_release, __tsan_acquire);
  handOver([](int* data) { AnnotateHappensBefore(__FILE__, __LINE__, data); },
           [](int* data) { AnnotateHappensAfter(__FILE__, __LINE__, data); });
}

// A lock whose own accesses prove nothing to anybody; what it says about itself does.
struct SecretLock {
  void lock() {
    __tsan_mutex_pre_lock(this, 0);
    while (__atomic_exchange_n(&word, 1, __ATOMIC_RELAXED) != 0) std::this_thread::yield();
    ++insideAccesses;
    __tsan_mutex_post_lock(this, 0, 0);
  }
  void unlock() {
    __tsan_mutex_pre_unlock(this, 0);
    ++insideAccesses;
    __atomic_store_n(&word, 0, __ATOMIC_RELAXED);
    __tsan_mutex_post_unlock(this, 0);
  }
  int word = 0;
  int insideAccesses = 0;
};
void saidToBeAMutex() {
  SecretLock lock;
  __tsan_mutex_create(&lock, 0);
  int data = 0;
  const auto work = [&] {
    lock.lock();
    ++data;
    lock.unlock();
  };
  both(work, work);
  check(data == 2);
  __tsan_mutex_destroy(&lock, 0);
}

void saidToBeALock() {
  int data = 0;
  std::atomic<bool> taken{false};
  const auto work = [&](long writer) {
    while (taken.exchange(true, kRelaxed)) std::this_thread::yield();
    AnnotateRWLockAcquired(__FILE__, __LINE__, &taken, writer);
    if (writer != 0)
      ++data;
    else
      check(data <= 1);
    AnnotateRWLockReleased(__FILE__, __LINE__, &taken, writer);
    taken.store(false, kRelaxed);
  };
  both([&] { work(1); }, [&] { work(0); });
}

__attribute__((no_sanitize("thread"), noinline)) void unwatched(int* data) {
  ++*data;
}
void notToBeReported() {
  int data = 0;
  both([&] { unwatched(&data); }, [&] { unwatched(&data); });
  int more[2] = {0, 0};
  int* const first = &more[0];
  both(
      [first] {
        __tsan_ignore_thread_begin();
        ++*first;
        __tsan_ignore_thread_end();
      },
      [first] {
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        ++*first;
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
      });
  AnnotateNewMemory(__FILE__, __LINE__, more, sizeof more);
  AnnotateBenignRaceSized(__FILE__, __LINE__, more, sizeof more, "statistics");
  both([first] { ++*first; }, [first] { ++*first; });
}

}  // namespace

int main() {
  allOf({beforeMain, copies, mapsAgain, signals, rawFutex, keysAndExits, once, saidToBeOrdered,
         saidToBeAMutex, saidToBeALock, notToBeReported});
}
