//! rc20: not-robust
//! race rc20: yes
//! assert: fails
//! source: Treiber stack that frees at once what it pops: two poppers race
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> head{nullptr};

void push(int value) {
  Node* node = new Node{value, head.load(std::memory_order_relaxed)};
  while (!head.compare_exchange_weak(node->next, node, std::memory_order_release,
                                     std::memory_order_relaxed)) {
  }
}

void pop() {
  Node* node = head.load(std::memory_order_acquire);
  while (node != nullptr && !head.compare_exchange_weak(node, node->next, std::memory_order_acquire,
                                                        std::memory_order_acquire)) {
  }
  delete node;
}

int main() {
  push(1);
  push(2);
  std::thread a(pop), b(pop);
  a.join();
  b.join();
}
