// expect: race at 21
// Message passing, relaxed.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> first{0}, second{0};
int data;

int main() {
  std::thread a([] {
    data = 1;
    first.store(1, std::memory_order_relaxed);
  });
  std::thread b([] {
    while (first.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
    second.store(1, std::memory_order_relaxed);
  });
  std::thread c([] {
    while (second.load(std::memory_order_relaxed) == 0) std::this_thread::yield();
    if (data != 1) std::abort();
  });
  a.join();
  b.join();
  c.join();
}
