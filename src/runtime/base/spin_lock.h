// A lock of one byte that survives fork().
//
// The byte of a held lock is the fork generation of the process that took it. A child of fork() has
// a new generation, so a lock that another thread of the parent held counts as free there; without
// that, forking under contention would leave locks that are never released. Waiting threads yield,
// because the holder may need this core.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>

namespace robur::runtime {

inline constinit std::atomic<std::uint8_t> forkGeneration{1};
// In the child, which has one thread. 0 is the byte of a free lock.
inline void nextForkGeneration() {
  if (++forkGeneration == 0) ++forkGeneration;
}

class SpinLock {
 public:
  __attribute__((always_inline)) void lock() {
    if (!take()) [[unlikely]]
      wait();
  }
  bool isHeld() const { return word_.load(std::memory_order_acquire) != 0; }  // at this moment
  void unlock() { word_.store(0, std::memory_order_release); }

 private:
  bool take() {
    const std::uint8_t mine = forkGeneration.load(std::memory_order_relaxed);
    std::uint8_t seen = word_.load(std::memory_order_relaxed);
    return seen != mine && word_.compare_exchange_weak(seen, mine, std::memory_order_acquire);
  }
  // Every look takes the cache line away from the holder, which costs the holder more time than
  // waiting costs us. So the first look is late and later ones are rarer. That also lets the
  // holder take the lock a few times before the line moves, which is cheaper for all threads than
  // alternating.
  __attribute__((noinline)) void wait() {
    for (unsigned tries = 1; !take(); ++tries) {
      if (tries < 8) {
        for (unsigned i = 0; i < 32 * tries; ++i) pause();
      } else {
        ::sched_yield();
      }
    }
  }
  static void pause() {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }

  std::atomic<std::uint8_t> word_{0};
};

class Locked {
 public:
  explicit Locked(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  SpinLock& lock_;
};

}  // namespace robur::runtime
