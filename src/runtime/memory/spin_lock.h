// A lock of one byte that survives fork.
//
// The word of a held lock is the generation of the process that took it. A child of fork()
// has a new generation, so a lock that another thread of the parent held is free there:
// without that, forking under contention leaves locks that nobody will ever release.
// Waiting yields, because the holder may be the one that needs this core.
#pragma once

#include <sched.h>

#include <atomic>
#include <cstdint>

namespace robur::runtime {

inline std::atomic<std::uint8_t> forkGeneration{1};
// In the child, which is alone. 0 is the word of a free lock.
inline void nextForkGeneration() {
  if (++forkGeneration == 0) ++forkGeneration;
}

class SpinLock {
 public:
  __attribute__((always_inline)) void lock() {
    if (!take()) [[unlikely]]
      wait();
  }
  // To look, not to be sure: it can be taken at any time.
  bool isHeld() const { return word_.load(std::memory_order_acquire) != 0; }
  void unlock() { word_.store(0, std::memory_order_release); }

 private:
  bool take() {
    const std::uint8_t mine = forkGeneration.load(std::memory_order_relaxed);
    std::uint8_t seen = word_.load(std::memory_order_relaxed);
    return seen != mine && word_.compare_exchange_weak(seen, mine, std::memory_order_acquire);
  }
  // Looking takes the line from the holder, who is then slower by more than it takes to wait: so
  // the first look is late, and the next are later. That also lets the holder come back a few times
  // before the line moves, which costs everybody less than taking turns.
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
