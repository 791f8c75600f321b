//! rc11: not-robust
//! consequence rc11: harmful fault
//! verify rc11: unsafe
//! source: cameron314/readerwriterqueue, inner_enqueue before pull request 172 (2026)

// A full queue gets another block, in a ring of blocks. The fence stands before the store to the
// last block, but the block is reachable before that, by the link. Who walks along the links to
// count the elements finds the block, reads its own link as it was before, and follows a null
// pointer.
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
  last->next.store(&second, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
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
