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

char* arena = nullptr;

namespace {

constexpr std::size_t kSmallest = 32;
constexpr std::size_t kLine = 64;
constexpr std::size_t kLargest = std::size_t{1} << 18;
constexpr std::size_t kRegion = std::size_t{1} << 36;  // as far as an ArenaPlace reaches
constexpr std::size_t kLargePage = std::size_t{1} << 21;
constexpr std::size_t kFine = 1024;  // up to here a class for every number of lines
constexpr std::size_t kClasses =
    1 + kFine / kLine + std::countr_zero(kLargest) - std::countr_zero(kFine);

struct FreeBlock {
  FreeBlock* next;
};

SpinLock arenaLock;
FreeBlock* freeBlocks[kClasses];
char* unused = nullptr;  // what of the region nobody has had yet
char* regionEnd = nullptr;
char* largeUpTo = nullptr;  // large pages are asked for up to here

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

// Much memory is looked up at random, and then it is page tables that are waited for; but a
// program with a few atomics should not pay for a large page.
constexpr std::size_t kInSmallPages = 2 * kLargePage;

// Address space may be limited, and then there is less.
void makeRegion() {
  std::size_t bytes = kRegion;
  void* region = tryToMap(bytes);
  while (region == nullptr && bytes > kLargest) {
    bytes /= 2;
    region = tryToMap(bytes);
  }
  if (region == nullptr) outOfMemory();
  arena = static_cast<char*>(region);
  regionEnd = arena + bytes;
  unused = arena + kLine;  // so that no block is at 0
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(arena) % kLargePage;
  largeUpTo = arena + kInSmallPages + (odd == 0 ? 0 : kLargePage - odd);
}

void* fresh(std::size_t bytes) {
  if (arena == nullptr) makeRegion();
  // What is as large as a line of the cache begins with one. Blocks mostly have the same size, and
  // what begins with them is used more than what follows: at the distance of a power of two all
  // beginnings would fight for a few places of the cache, so now and then a line is left out.
  constexpr std::uint32_t kInARow = 16;
  static std::uint32_t blocks = 0;
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(unused) % kLine;
  if (bytes >= kLine && odd != 0) unused += kLine - odd;
  if (bytes > kLine && ++blocks % kInARow == 0) unused += kLine;
  if (static_cast<std::size_t>(regionEnd - unused) < bytes) outOfMemory();
  void* const block = unused;
  unused += bytes;
  while (unused > largeUpTo && static_cast<std::size_t>(regionEnd - largeUpTo) >= kLargePage) {
    ::madvise(largeUpTo, kLargePage, MADV_HUGEPAGE);
    // Touched here, under the lock: where several threads come to a new page at the same time, the
    // kernel clears one for each of them and then throws away all but the first.
    *static_cast<volatile char*>(largeUpTo) = 0;
    largeUpTo += kLargePage;
  }
  return block;
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
  return fresh(rounded);
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

void releaseLines(void* part, std::size_t bytes) {
  const std::size_t odd = reinterpret_cast<std::uintptr_t>(part) % kLine;
  const std::size_t skipped = odd == 0 ? 0 : kLine - odd;
  if (bytes < skipped + kLine) return;
  const std::size_t whole = (bytes - skipped) / kLine * kLine;
  // Larger ones have no class of just their size.
  release(static_cast<char*>(part) + skipped, whole < kFine ? whole : kFine);
}

void* reserve(std::size_t bytes) {
  return map(bytes);
}

}  // namespace robur::runtime
