// The runtime's own memory, straight from the kernel.
//
// The program's heap is out of bounds: malloc may be instrumented code that calls us, and it
// may be what is being debugged. Blocks come in lines of the cache, large ones in powers of two,
// each class with a free list; what is handed out is zero. All but the largest are in one region,
// so that four bytes can say where one is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace robur::runtime {

void* allocate(std::size_t bytes);
void release(void* block, std::size_t bytes);
// The whole lines of the cache in a part of a block, of which the rest stays.
void releaseLines(void* part, std::size_t bytes);

// Where a block or a part of it is, if it begins with a multiple of kArenaUnit; 0 is nowhere.
using ArenaPlace = std::uint32_t;
inline constexpr std::size_t kArenaUnit = 16;
extern char* arena;
inline void* inArena(ArenaPlace place) {
  return arena + std::size_t{place} * kArenaUnit;
}
inline ArenaPlace arenaPlaceOf(const void* block) {
  return static_cast<ArenaPlace>(static_cast<std::size_t>(static_cast<const char*>(block) - arena) /
                                 kArenaUnit);
}

// Address space that costs memory only where it is touched; zero at first.
void* reserve(std::size_t bytes);

template <class T>
T* allocateArray(std::size_t count) {
  return static_cast<T*>(allocate(count * sizeof(T)));
}

}  // namespace robur::runtime
