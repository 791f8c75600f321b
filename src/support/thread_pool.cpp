#include "support/thread_pool.h"

#include <utility>

namespace robur {

namespace {

constexpr int kPatience = 4000;  // polls before going to sleep: some microseconds

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Waits until `value` is no longer `old`: awake at first, because the next job mostly comes
// at once, then asleep.
void awaitChange(const std::atomic<unsigned>& value, unsigned old) {
  for (int i = 0; i < kPatience; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    relax();
  }
  while (value.load(std::memory_order_acquire) == old) value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(unsigned size) {
  for (unsigned i = 1; i < size; ++i) threads.emplace_back([this, i] { serve(i); });
}

ThreadPool::~ThreadPool() {
  leaving.store(true, std::memory_order_relaxed);
  round.fetch_add(1, std::memory_order_release);
  round.notify_all();
  for (std::thread& thread : threads) thread.join();
}

void ThreadPool::attempt(unsigned number) {
  try {
    (*job)(number);
  } catch (...) {
    if (!failing.test_and_set()) failure = std::current_exception();
  }
}

void ThreadPool::serve(unsigned number) {
  for (unsigned seen = 0;;) {
    awaitChange(round, seen);
    ++seen;
    if (leaving.load(std::memory_order_relaxed)) return;
    attempt(number);
    if (busy.fetch_sub(1, std::memory_order_acq_rel) == 1) busy.notify_all();
  }
}

void ThreadPool::run(const std::function<void(unsigned)>& work) {
  job = &work;
  busy.store(static_cast<unsigned>(threads.size()), std::memory_order_relaxed);
  round.fetch_add(1, std::memory_order_release);
  round.notify_all();
  attempt(0);
  for (unsigned left = busy.load(std::memory_order_acquire); left != 0;
       left = busy.load(std::memory_order_acquire)) {
    awaitChange(busy, left);
  }
  if (failing.test(std::memory_order_acquire)) {
    failing.clear();
    std::rethrow_exception(std::exchange(failure, nullptr));
  }
}

}  // namespace robur
