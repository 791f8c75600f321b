//! rc20: not-robust
//! race rc20: yes
//! source: Treiber stack, relaxed pop
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};

class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, head.load(std::memory_order_relaxed)};
    while (!head.compare_exchange_weak(node->next, node, std::memory_order_release,
                                       std::memory_order_relaxed)) {
    }
  }
  int pop() {
    Node* node = head.load(std::memory_order_relaxed);
    while (node != nullptr &&
           !head.compare_exchange_weak(node, node->next, std::memory_order_relaxed,
                                       std::memory_order_relaxed)) {
    }
    return node != nullptr ? node->value : -1;
  }

 private:
  std::atomic<Node*> head{nullptr};
};

Stack s;

int main() {
  std::thread a([] { s.push(1); });
  std::thread b([] { s.pop(); });
  a.join();
  b.join();
}
