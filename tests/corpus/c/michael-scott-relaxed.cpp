//! rc20: not-robust
//! race rc20: yes
//! source: Michael and Scott queue, relaxed link
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};

class Queue {
 public:
  Queue() {
    Node* dummy = new Node;
    head.store(dummy, std::memory_order_relaxed);
    tail.store(dummy, std::memory_order_relaxed);
  }
  void put(int value) {
    Node* node = new Node;
    node->value = value;
    for (;;) {
      Node* last = tail.load(std::memory_order_acquire);
      Node* next = last->next.load(std::memory_order_acquire);
      if (next != nullptr) {
        tail.compare_exchange_strong(last, next, std::memory_order_acq_rel,
                                     std::memory_order_acquire);
        continue;
      }
      if (last->next.compare_exchange_strong(next, node, std::memory_order_relaxed,
                                             std::memory_order_acquire)) {
        tail.compare_exchange_strong(last, node, std::memory_order_acq_rel,
                                     std::memory_order_acquire);
        return;
      }
    }
  }
  bool take(int& value) {
    for (;;) {
      Node* first = head.load(std::memory_order_acquire);
      Node* next = first->next.load(std::memory_order_acquire);
      if (next == nullptr) return false;
      if (head.compare_exchange_strong(first, next, std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
        value = next->value;
        return true;
      }
    }
  }

 private:
  std::atomic<Node*> head, tail;
};

Queue queue;

int main() {
  std::thread producer([] { queue.put(1); });
  std::thread consumer([] {
    int value = 0;
    queue.take(value);
  });
  producer.join();
  consumer.join();
}
