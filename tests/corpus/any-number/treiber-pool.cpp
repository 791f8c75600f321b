//! any: not-robust with 3 client against tso pso sra ra rc20 rc11
//! run: --any Stack<2>::use
// Treiber's stack over two nodes that are popped and pushed again. A node that comes back (ABA) makes it wrong,
// which takes three threads.
#include <atomic>

template <int N>
class Stack {
 public:
  Stack() {
    for (int i = 0; i + 1 < N; ++i) nodes[i].next.store(&nodes[i + 1], std::memory_order_relaxed);
  }
  void use() {
    Node* mine = pop();
    mine->payload = !mine->payload;
    push(mine);
  }

 private:
  struct Node {
    std::atomic<Node*> next{nullptr};
    bool payload = false;
  };
  Node* pop() {
    for (;;) {
      Node* top;
      while ((top = head.load(std::memory_order_acquire)) == nullptr) {
      }
      Node* below = top->next.load(std::memory_order_acquire);
      if (head.compare_exchange_strong(top, below, std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
        return top;
      }
    }
  }
  void push(Node* mine) {
    Node* old;
    do {
      old = head.load(std::memory_order_acquire);
      mine->next.store(old, std::memory_order_release);
    } while (!head.compare_exchange_strong(old, mine, std::memory_order_acq_rel,
                                           std::memory_order_acquire));
  }

  Node nodes[N];
  std::atomic<Node*> head{&nodes[0]};
};

Stack<2> stack;
template class Stack<2>;
