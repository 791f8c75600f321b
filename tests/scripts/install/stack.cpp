// A stack that never frees its nodes.
#include <atomic>

namespace {

template <class T>
class Stack {
 public:
  void push(T value) {
    Node* node = new Node{value, head.load(std::memory_order_relaxed)};
    while (!head.compare_exchange_weak(node->next, node, std::memory_order_release,
                                       std::memory_order_relaxed)) {
    }
  }
  bool pop(T& value) {
    Node* node = head.load(std::memory_order_acquire);
    while (node && !head.compare_exchange_weak(node, node->next, std::memory_order_acquire)) {
    }
    if (!node) return false;
    value = node->value;
    return true;
  }

 private:
  struct Node {
    T value;
    Node* next;
  };
  std::atomic<Node*> head{nullptr};
};

Stack<int> stack;

}  // namespace

void push(int value) {
  stack.push(value);
}
int pop() {
  int value = 0;
  stack.pop(value);
  return value;
}
