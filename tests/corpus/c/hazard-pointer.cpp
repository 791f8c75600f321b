//! rc20: robust
//! source: one hazard pointer
#include <atomic>
#include <thread>

struct Node {
  int value;
};

std::atomic<Node*> shared{nullptr};
std::atomic<Node*> hazard{nullptr};

void reader() {
  Node* node;
  do {
    node = shared.load(std::memory_order_relaxed);
    hazard.store(node, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  } while (node != shared.load(std::memory_order_acquire));
  if (node != nullptr) {
    int value = node->value;
    (void)value;
  }
  hazard.store(nullptr, std::memory_order_release);
}

void remover() {
  Node* node = shared.exchange(nullptr, std::memory_order_acq_rel);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  while (hazard.load(std::memory_order_acquire) == node) {
  }
  delete node;
}

int main() {
  shared.store(new Node{1});
  std::thread a(reader), b(remover);
  a.join();
  b.join();
}
