#include "runtime/explore/shared_heap.h"

#include <sys/mman.h>

namespace robur::runtime {

namespace {

constexpr int kSmallest = 5;  // logarithm of the size of the smallest block

int classOf(std::size_t bytes) {
  if (bytes <= std::size_t{1} << kSmallest) return kSmallest;
  return 64 - __builtin_clzl(bytes - 1);
}

}  // namespace

SharedHeap* SharedHeap::make(std::size_t bytes, void (*exhausted)()) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* const heap = new (memory) SharedHeap;
  constexpr std::size_t kHead = (sizeof(SharedHeap) + 63) / 64 * 64;
  heap->next_ = static_cast<char*>(memory) + kHead;
  heap->end_ = static_cast<char*>(memory) + bytes;
  heap->exhausted_ = exhausted;
  return heap;
}

void SharedHeap::destroy(SharedHeap* heap) {
  ::munmap(heap, static_cast<std::size_t>(heap->end_ - heap->begin()));
}

void* SharedHeap::allocate(std::size_t bytes) {
  const int c = classOf(bytes);
  if (Free* const block = free_[c]) {
    free_[c] = block->next;
    return block;
  }
  const std::size_t size = std::size_t{1} << c;
  if (static_cast<std::size_t>(end_ - next_) < size) {
    exhausted_();
    __builtin_trap();
  }
  void* const block = next_;
  next_ += size;
  return block;
}

void SharedHeap::release(void* block, std::size_t bytes) {
  const int c = classOf(bytes);
  auto* const free = static_cast<Free*>(block);
  free->next = free_[c];
  free_[c] = free;
}

}  // namespace robur::runtime
