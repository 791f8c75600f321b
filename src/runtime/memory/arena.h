// The runtime's own memory, straight from the kernel.
//
// The program's heap is out of bounds: malloc may be instrumented code that calls us, and it
// may be what is being debugged. Blocks come in lines of the cache, large ones in powers of two,
// each class with a free list; what is handed out is zero.
#pragma once

#include <cstddef>

namespace robur::runtime {

void* allocate(std::size_t bytes);
void release(void* block, std::size_t bytes);

// Address space that costs memory only where it is touched; zero at first.
void* reserve(std::size_t bytes);

template <class T>
T* allocateArray(std::size_t count) {
  return static_cast<T*>(allocate(count * sizeof(T)));
}

}  // namespace robur::runtime
