//! rc11: robust
//! verify rc11: safe
//! source: brpc task_group.cpp, join, a version that releases; its history does not have it

// The change of the version releases.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> version;
std::atomic<bool> versionLock;
int result;

void task() {
  result = 1;
  while (versionLock.exchange(true, std::memory_order_acquire)) {
  }
  version.store(version.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  versionLock.store(false, std::memory_order_release);
}

void join() {
  while (version.load(std::memory_order_relaxed) == 0) {
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  assert(result == 1);
}

int main() {
  std::thread worker(task);
  std::thread joiner(join);
  worker.join();
  joiner.join();
}
