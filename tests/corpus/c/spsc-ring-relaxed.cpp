//! rc20: not-robust
//! race rc20: yes
//! source: ring buffer, relaxed publication
#include <atomic>
#include <cassert>
#include <thread>

template <int N>
class Ring {
 public:
  void put(int value) {
    const int at = tail.load(std::memory_order_relaxed);
    while (head.load(std::memory_order_acquire) == (at + 1) % N) {
    }
    slots[at] = value;
    tail.store((at + 1) % N, std::memory_order_relaxed);
  }
  int take() {
    const int at = head.load(std::memory_order_relaxed);
    while (tail.load(std::memory_order_acquire) == at) {
    }
    const int value = slots[at];
    head.store((at + 1) % N, std::memory_order_release);
    return value;
  }

 private:
  std::atomic<int> head{0}, tail{0};
  int slots[N] = {};
};

Ring<2> ring;

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; i++) ring.put(i);
  });
  std::thread consumer([] {
    for (int i = 1; i <= 3; i++) assert(ring.take() == i);
  });
  producer.join();
  consumer.join();
}
