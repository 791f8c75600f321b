#include "runtime/memory/arena.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

#include "runtime/base/kernel.h"

namespace robur::runtime {

struct FreeBlock {
  FreeBlock* next;
};

namespace {

constexpr std::size_t kSmallest = 32;
constexpr std::size_t kLargest = std::size_t{1} << 18;
constexpr std::size_t kRegion = std::size_t{1} << 36;  // as far as an ArenaOffset reaches
constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kFine = 1024;  // up to here there is a size class for every number of lines
static_assert(MemoryState::kSizeClasses ==
              1 + kFine / kCacheLine + std::countr_zero(kLargest) - std::countr_zero(kFine));

// The exit code is that of an internal error, since the program has done nothing wrong.
[[noreturn]] void outOfMemory() {
  static const char text[] = "robur: the runtime ran out of memory and stopped the program\n";
  [[maybe_unused]] const auto written = kernelWrite(2, text, sizeof text - 1);
  ::syscall(SYS_exit_group, 70);
  __builtin_trap();
}

// By a system call, because munmap() is a function that the runtime replaces.
void unmap(void* block, std::size_t bytes) {
  ::syscall(SYS_munmap, block, bytes);
}

void* tryToMap(std::size_t bytes) {
  void* const block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return block == MAP_FAILED ? nullptr : block;
}
void* map(std::size_t bytes) {
  void* const block = tryToMap(bytes);
  if (block == nullptr) outOfMemory();
  return block;
}

// A large arena is accessed at random and would spend its time on page-table walks, so it gets huge
// pages. The beginning does not: a program with a few atomics should not pay for a huge page.
constexpr std::size_t kInSmallPages = 2 * kHugePage;

// If address space is limited, the region is smaller.
void makeRegion() {
  std::size_t bytes = kRegion;
  void* region = tryToMap(bytes);
  while (region == nullptr && bytes > kLargest) {
    bytes /= 2;
    region = tryToMap(bytes);
  }
  if (region == nullptr) outOfMemory();
  rt.arena = static_cast<char*>(region);
  rt.memory.regionEnd = rt.arena + bytes;
  rt.memory.unused = rt.arena + kCacheLine;  // so that no block has offset 0
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(rt.arena) % kHugePage;
  rt.memory.hugePagesUpTo = rt.arena + kInSmallPages + (odd == 0 ? 0 : kHugePage - odd);
}

// With the lock held. Blocks of at least a cache line begin with one. Most blocks have the same
// size, and their beginnings are used more than the rest: at distances of a power of two all
// beginnings would compete for a few sets of the cache, so a line is skipped now and then.
void* fresh(std::size_t bytes) {
  if (rt.arena == nullptr) makeRegion();
  constexpr std::uint32_t kInARow = 16;
  MemoryState& m = rt.memory;
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(m.unused) % kCacheLine;
  if (bytes >= kCacheLine && odd != 0) m.unused += kCacheLine - odd;
  if (bytes > kCacheLine && ++m.freshBlocks % kInARow == 0) m.unused += kCacheLine;
  if (static_cast<std::size_t>(m.regionEnd - m.unused) < bytes) outOfMemory();
  void* const block = m.unused;
  m.unused += bytes;
  while (m.unused > m.hugePagesUpTo &&
         static_cast<std::size_t>(m.regionEnd - m.hugePagesUpTo) >= kHugePage) {
    ::madvise(m.hugePagesUpTo, kHugePage, MADV_HUGEPAGE);
    // Touched here, under the lock: if several threads touched a new page at the same time, the
    // kernel would clear one for each of them and then throw away all but the first.
    *static_cast<volatile char*>(m.hugePagesUpTo) = 0;
    m.hugePagesUpTo += kHugePage;
  }
  return block;
}

std::size_t roundUp(std::size_t bytes) {
  if (bytes <= kSmallest) return kSmallest;
  return bytes <= kFine ? (bytes + kCacheLine - 1) / kCacheLine * kCacheLine : std::bit_ceil(bytes);
}

std::size_t classOf(std::size_t rounded) {
  if (rounded <= kFine) return rounded / kCacheLine;
  return kFine / kCacheLine + static_cast<std::size_t>(std::countr_zero(rounded / kFine));
}

}  // namespace

void* allocate(std::size_t bytes) {
  const std::size_t rounded = roundUp(bytes);
  if (rounded > kLargest) return map(rounded);
  const Locked hold(rt.memory.lock);
  FreeBlock*& list = rt.memory.freeBlocks[classOf(rounded)];
  if (list != nullptr) {
    FreeBlock* const block = list;
    list = block->next;
    std::memset(block, 0, rounded);
    return block;
  }
  return fresh(rounded);
}

void release(void* block, std::size_t bytes) {
  if (block == nullptr) return;
  const std::size_t rounded = roundUp(bytes);
  if (rounded > kLargest) {
    unmap(block, rounded);
    return;
  }
  const Locked hold(rt.memory.lock);
  FreeBlock*& list = rt.memory.freeBlocks[classOf(rounded)];
  list = new (block) FreeBlock{list};
}

void releaseLines(void* part, std::size_t bytes) {
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(part) % kCacheLine;
  const std::size_t skipped = odd == 0 ? 0 : kCacheLine - odd;
  if (bytes < skipped + kCacheLine) return;
  const std::size_t whole = (bytes - skipped) / kCacheLine * kCacheLine;
  // Above kFine there is no size class for an arbitrary number of lines.
  release(static_cast<char*>(part) + skipped, whole < kFine ? whole : kFine);
}

void* reserve(std::size_t bytes) {
  return map(bytes);
}

}  // namespace robur::runtime
