// expect: race at 14
// A ticket lock whose release does not release.
#include <atomic>
#include <thread>

std::atomic<unsigned> next{0}, serving{0};
int data = 0;

int main() {
  const auto work = [] {
    const unsigned mine = next.fetch_add(1, std::memory_order_relaxed);
    while (serving.load(std::memory_order_acquire) != mine) std::this_thread::yield();
    // Inside.
    ++data;
    serving.store(mine + 1, std::memory_order_relaxed);
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}
