#include "runtime/memory/arena.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

#include "runtime/memory/spin_lock.h"

namespace robur::runtime {

namespace {

constexpr std::size_t kSmallest = 32;
constexpr std::size_t kLine = 64;
constexpr std::size_t kLargest = std::size_t{1} << 18;
constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::size_t kLargePage = std::size_t{1} << 21;
constexpr std::size_t kFine = 1024;  // up to here a class for every number of lines
constexpr std::size_t kClasses =
    1 + kFine / kLine + std::countr_zero(kLargest) - std::countr_zero(kFine);

struct FreeBlock {
  FreeBlock* next;
};

SpinLock arenaLock;
FreeBlock* freeBlocks[kClasses];
char* chunk = nullptr;
std::size_t chunkLeft = 0;

// There is no way on without memory, and the program is not to blame.
[[noreturn]] void outOfMemory() {
  static const char text[] = "robur: the runtime has run out of memory; the program was stopped\n";
  [[maybe_unused]] const auto written = ::write(2, text, sizeof text - 1);
  ::syscall(SYS_exit_group, 70);
  __builtin_trap();
}

// Straight to the kernel: the function of this name is one that the runtime stands in for.
void unmap(void* block, std::size_t bytes) {
  ::syscall(SYS_munmap, block, bytes);
}

void* map(std::size_t bytes) {
  void* const block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) outOfMemory();
  return block;
}

// Much memory is looked up at random, and then it is page tables that are waited for; but a
// program with a few atomics should not pay for a large page.
void newChunk() {
  static std::size_t chunks = 0;
  if (++chunks <= 4) {
    chunk = static_cast<char*>(map(kChunk));
    chunkLeft = kChunk;
    return;
  }
  auto* const wide = static_cast<char*>(map(2 * kLargePage));
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(wide) % kLargePage;
  chunk = wide + (odd == 0 ? 0 : kLargePage - odd);
  chunkLeft = kLargePage;
  if (chunk > wide) unmap(wide, static_cast<std::size_t>(chunk - wide));
  unmap(chunk + kLargePage, static_cast<std::size_t>(wide + kLargePage - chunk));
  ::madvise(chunk, kLargePage, MADV_HUGEPAGE);
}

std::size_t roundUp(std::size_t bytes) {
  if (bytes <= kSmallest) return kSmallest;
  return bytes <= kFine ? (bytes + kLine - 1) / kLine * kLine : std::bit_ceil(bytes);
}

std::size_t classOf(std::size_t rounded) {
  if (rounded <= kFine) return rounded / kLine;
  return kFine / kLine + static_cast<std::size_t>(std::countr_zero(rounded / kFine));
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::size_t rounded = roundUp(bytes);
  if (rounded > kLargest) return map(rounded);
  const Locked hold(arenaLock);
  FreeBlock*& list = freeBlocks[classOf(rounded)];
  if (list != nullptr) {
    FreeBlock* const block = list;
    list = block->next;
    std::memset(block, 0, rounded);
    return block;
  }
  // What is as large as a line of the cache begins with one.
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(chunk) % kLine;
  const std::size_t gap = rounded >= kLine && odd != 0 ? kLine - odd : 0;
  if (chunkLeft < rounded + gap) {
    newChunk();
  } else {
    chunk += gap;
    chunkLeft -= gap;
  }
  void* const block = chunk;
  chunk += rounded;
  chunkLeft -= rounded;
  return block;
}

void release(void* block, std::size_t bytes) {
  if (block == nullptr) return;
  const std::size_t rounded = roundUp(bytes);
  if (rounded > kLargest) {
    unmap(block, rounded);
    return;
  }
  const Locked hold(arenaLock);
  FreeBlock*& list = freeBlocks[classOf(rounded)];
  list = new (block) FreeBlock{list};
}

void* reserve(std::size_t bytes) {
  return map(bytes);
}

}  // namespace robur::runtime
