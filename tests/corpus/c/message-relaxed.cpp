//! rc20: not-robust
//! race rc20: yes
//! source: message passing, relaxed flag
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int data = 0;
  std::atomic<bool> ready{false};
  std::thread producer([&] {
    data = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread consumer([&] {
    while (!ready.load(std::memory_order_acquire)) {
    }
    assert(data == 42);
  });
  producer.join();
  consumer.join();
}
