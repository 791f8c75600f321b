// Memory for many small arrays that grow by doubling: a block that an array has outgrown is used
// again for another one. Without that, the column search takes up to a third more memory.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace robur {

// Blocks of `count` elements, a power of two. A block may be given to another pool than the one
// that it was taken from; its memory lives as long as that one.
template <class T>
class BlockPool {
 public:
  T* take(std::uint32_t count) {
    std::vector<T*>& blocks = unused[static_cast<unsigned>(std::countr_zero(count))];
    if (blocks.empty()) {
      taken += count * sizeof(T);
      return static_cast<T*>(memory.allocate(count * sizeof(T), alignof(T)));
    }
    T* const block = blocks.back();
    blocks.pop_back();
    return block;
  }
  void give(T* block, std::uint32_t count) {
    unused[static_cast<unsigned>(std::countr_zero(count))].push_back(block);
  }
  std::uint64_t bytes() const { return taken; }

 private:
  std::pmr::monotonic_buffer_resource memory;
  std::array<std::vector<T*>, 32> unused;  // by the logarithm of their size
  std::uint64_t taken = 0;
};

}  // namespace robur
