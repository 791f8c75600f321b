// The runtime's own memory, taken straight from the kernel.
//
// The runtime must not use the program's heap: malloc may be instrumented code that calls the
// runtime, and it may be what is being debugged. Small blocks are multiples of a cache line, larger
// ones powers of two, with a free list for each size; memory that is handed out is zero. All
// but the largest blocks are in one region, so that four bytes can refer to one.
#pragma once

#include "runtime/state/runtime.h"

namespace robur::runtime {

void* allocate(std::size_t bytes);
void release(void* block, std::size_t bytes);
// Releases the cache lines that lie entirely in this part of a block; the rest stays allocated.
void releaseLines(void* part, std::size_t bytes);

// References to a multiple of kArenaUnit in the region.
inline constexpr std::size_t kArenaUnit = 16;
inline void* arenaAt(ArenaOffset offset) {
  return rt.arena + std::size_t{offset} * kArenaUnit;
}
inline ArenaOffset arenaOffsetOf(const void* block) {
  const auto bytes = static_cast<std::size_t>(static_cast<const char*>(block) - rt.arena);
  return static_cast<ArenaOffset>(bytes / kArenaUnit);
}

// Address space that takes memory only where it is touched; zero at first.
void* reserve(std::size_t bytes);

template <class T>
T* allocateArray(std::size_t count) {
  return static_cast<T*>(allocate(count * sizeof(T)));
}

}  // namespace robur::runtime
