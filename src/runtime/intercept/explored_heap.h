// The program's heap under schedule=exhaust.
//
// Executions must differ only in what the schedule makes different, and addresses are part of that:
// variables are known by them, and programs compare and hash them. So every thread has a region and
// free lists of its own, by the name that it has in all executions, and what it allocates depends
// only on what it has done itself. A block goes to the lists of the thread that frees it. So reuse
// of a block by the thread that has freed it is explored, by another one it is not.
#pragma once

#include <cstddef>

namespace robur::runtime {

// Aligned to `alignment`, a power of two. Null if there is no memory.
void* allocateExplored(std::size_t bytes, std::size_t alignment);
// Whether the block is of this heap.
bool isExplored(const void* block);
void releaseExplored(void* block);
std::size_t sizeOfExplored(const void* block);

}  // namespace robur::runtime
