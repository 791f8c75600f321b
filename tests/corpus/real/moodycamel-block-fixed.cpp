//! rc11: robust
//! verify rc11: safe
//! source: cameron314/readerwriterqueue, inner_enqueue after pull request 172 (2026)

// The fence stands before the first store by which the block can be found.
#include <atomic>
#include <cassert>
#include <thread>

struct Block {
  std::atomic<int> front, tail;
  std::atomic<Block*> next;
};

Block first, second;
std::atomic<Block*> frontBlock, tailBlock;

void appendBlock() {
  Block* last = tailBlock.load(std::memory_order_relaxed);
  second.tail.store(1, std::memory_order_relaxed);
  second.next.store(last->next.load(std::memory_order_relaxed), std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  last->next.store(&second, std::memory_order_relaxed);
  tailBlock.store(&second, std::memory_order_relaxed);
}

int size() {
  int result = 0;
  Block* start = frontBlock.load(std::memory_order_relaxed);
  Block* block = start;
  do {
    std::atomic_thread_fence(std::memory_order_acquire);
    result +=
        block->tail.load(std::memory_order_relaxed) - block->front.load(std::memory_order_relaxed);
    block = block->next.load(std::memory_order_relaxed);
  } while (block != start);
  return result;
}

int main() {
  first.next.store(&first);
  frontBlock.store(&first);
  tailBlock.store(&first);
  std::thread producer(appendBlock);
  std::thread consumer(size);
  producer.join();
  consumer.join();
}
