//! rc11: robust
//! verify rc11: safe
//! source: cameron314/concurrentqueue, try_dequeue after 0947618 (2015)

// The fetch_add that takes an index acquires and releases: what the consumer before has seen of the
// tail, this one knows too.
#include <atomic>
#include <thread>

int slots[2];
std::atomic<unsigned> tail, head, announced, overcommitted;

void enqueue(int value) {
  unsigned at = tail.load(std::memory_order_relaxed);
  slots[at] = value;
  tail.store(at + 1, std::memory_order_release);
}

int dequeue() {
  unsigned gone = overcommitted.load(std::memory_order_relaxed);
  unsigned mine = announced.fetch_add(1, std::memory_order_relaxed);
  if (mine - gone < tail.load(std::memory_order_acquire)) {
    return slots[head.fetch_add(1, std::memory_order_acq_rel)];
  }
  overcommitted.fetch_add(1, std::memory_order_release);
  return 0;
}

void produce() {
  enqueue(1);
  enqueue(2);
}

int main() {
  std::thread producer(produce);
  std::thread one(dequeue);
  std::thread two(dequeue);
  producer.join();
  one.join();
  two.join();
}
