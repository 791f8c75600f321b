//! rc11: not-robust
//! race rc11: yes
//! verify rc11: unsafe
//! source: FiberTaskingLib wait_free_queue.h before 9d7b27d (2021)

// On x86 the fences were for the compiler only. For the language such a fence orders nothing
// between threads: a thief reads a job that the owner is still writing.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> top{1}, bottom{1};
int jobs[4];

void push(int job) {
  int b = bottom.load(std::memory_order_relaxed);
  jobs[b % 4] = job;
  std::atomic_signal_fence(std::memory_order_release);
  bottom.store(b + 1, std::memory_order_relaxed);
}

int steal() {
  int t = top.load(std::memory_order_acquire);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  int b = bottom.load(std::memory_order_acquire);
  if (t >= b) return 0;
  int job = jobs[t % 4];
  return top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed)
             ? job
             : 0;
}

int main() {
  std::thread owner(push, 1);
  std::thread thief(steal);
  owner.join();
  thief.join();
}
