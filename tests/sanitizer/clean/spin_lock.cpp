// expect: clean
// A spin lock made of an exchange.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<bool> taken{false};
int counter;

void work() {
  for (int i = 0; i < 30; ++i) {
    while (taken.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
    ++counter;
    taken.store(false, std::memory_order_release);
  }
}

int main() {
  std::thread a(work), b(work), c(work);
  a.join();
  b.join();
  c.join();
  if (counter != 90) std::abort();
}
