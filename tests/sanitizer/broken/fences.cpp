// expect: race at 18
// The twin of clean/fences.cpp without its release fence.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> ready{0};
int data;

int main() {
  std::thread writer([] {
    data = 42;
    ready.store(1, std::memory_order_relaxed);
  });
  std::thread reader([] {
    while (ready.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
    std::atomic_thread_fence(std::memory_order_acquire);
    if (data != 42) std::abort();
  });
  writer.join();
  reader.join();
}
