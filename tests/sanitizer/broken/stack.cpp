// expect: race at 27
// A stack of atomics that publishes its nodes by relaxed operations.
#include <atomic>
#include <cstdlib>
#include <thread>

struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> top{nullptr};
Node node{0, nullptr};

int main() {
  std::thread pusher([] {
    node.value = 1;
    node.next = top.load(std::memory_order_relaxed);
    while (!top.compare_exchange_weak(node.next, &node, std::memory_order_relaxed)) {
    }
  });
  std::thread popper([] {
    Node* taken = nullptr;
    while ((taken = top.exchange(nullptr, std::memory_order_acquire)) == nullptr) {
      std::this_thread::yield();
    }
    // Nothing says that it has been written.
    if (taken->value != 1) std::abort();
  });
  pusher.join();
  popper.join();
}
