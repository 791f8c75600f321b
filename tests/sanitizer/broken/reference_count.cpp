// expect: race at 14
// A reference count whose last owner deletes without having acquired.
#include <atomic>
#include <thread>

struct Block {
  std::atomic<int> owners{2};
  int payload[2] = {};
};

void use(Block* block, int which) {
  block->payload[which] = 1;
  if (block->owners.fetch_sub(1, std::memory_order_relaxed) == 1) {
    delete block;
  }
}

int main() {
  auto* const block = new Block;
  std::thread a(use, block, 0), b(use, block, 1);
  a.join();
  b.join();
}
