// expect: robustness at 13 14 15 21 22 23
// Peterson's lock by release and acquire.
#include <atomic>
#include <thread>

std::atomic<int> wants0{0}, wants1{0}, turn{0};
int entered;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcquire = std::memory_order_acquire;

int main() {
  std::thread a([] {
    wants0.store(1, kRelease);
    turn.store(1, kRelease);
    while (wants1.load(kAcquire) == 1 && turn.load(kAcquire) == 1) {
      std::this_thread::yield();
    }
    wants0.store(0, kRelease);
  });
  std::thread b([] {
    wants1.store(1, kRelease);
    turn.store(0, kRelease);
    while (wants0.load(kAcquire) == 1 && turn.load(kAcquire) == 0) {
      std::this_thread::yield();
    }
    wants1.store(0, kRelease);
  });
  a.join();
  b.join();
}
