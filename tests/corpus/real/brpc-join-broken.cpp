//! rc11: not-robust
//! race rc11: yes
//! verify rc11: unsafe
//! source: brpc task_group.cpp, join before 5cd340e7 (2026); the version as an atomic

// Who joins a task waits until its version has changed, and reads what the task has written.
// Nothing orders that after the task's writes.
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
  version.store(version.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  versionLock.store(false, std::memory_order_release);
}

void join() {
  while (version.load(std::memory_order_relaxed) == 0) {
  }
  assert(result == 1);
}

int main() {
  std::thread worker(task);
  std::thread joiner(join);
  worker.join();
  joiner.join();
}
