//! rc11: not-robust
//! race rc11: yes
//! verify rc11: unsafe
//! source: cameron314/concurrentqueue, try_dequeue before 0947618 (2015)

// A consumer may take an element if fewer have been announced to be taken than it has seen at the
// tail. Then it takes the next index. Between the two, another consumer can take the element that
// was seen, and the index is that of a later one, which this consumer has not seen. It exists, but
// with a relaxed fetch_add nothing orders its writing before its reading.
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
    return slots[head.fetch_add(1, std::memory_order_relaxed)];
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
