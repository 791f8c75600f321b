// expect: robustness at 16 23
// A ring for one producer and one consumer: correct, and yet each side stores its own index
// and then loads the other, which is store buffering.
#include <atomic>
#include <cstdlib>
#include <thread>

constexpr unsigned kSize = 4;
int ring[kSize];
std::atomic<unsigned> head{0}, tail{0};

int main() {
  std::thread producer([] {
    for (int i = 0; i < 40; ++i) {
      const unsigned t = tail.load(std::memory_order_relaxed);
      while (t - head.load(std::memory_order_acquire) == kSize) std::this_thread::yield();
      ring[t % kSize] = i;
      tail.store(t + 1, std::memory_order_release);
    }
  });
  for (int i = 0; i < 40; ++i) {
    const unsigned h = head.load(std::memory_order_relaxed);
    while (tail.load(std::memory_order_acquire) == h) std::this_thread::yield();
    if (ring[h % kSize] != i) std::abort();
    head.store(h + 1, std::memory_order_release);
  }
  producer.join();
}
