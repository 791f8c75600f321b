#include "runtime/intercept/explored_heap.h"

#include <sys/mman.h>

#include <atomic>

#include "runtime/explore/execution.h"
#include "runtime/schedule/schedule.h"

namespace robur::runtime {

namespace {

constexpr std::uint64_t kRegion = std::uint64_t{1} << 32;  // of one thread
constexpr int kRegions = kMaxExplored + 1;                 // the last one for threads without name
constexpr std::size_t kSmallest = 32;
constexpr int kClasses = 33;

// In front of each block.
struct Header {
  std::uint32_t sizeClass;
  std::uint32_t offset;  // from the beginning of what was taken from the region
  std::uint64_t bytes;   // as asked for
};
constexpr std::size_t kHeader = sizeof(Header);
static_assert(kHeader == 16);

struct Region {
  SpinLock lock;
  std::uint64_t used = 0;
  char* free[kClasses] = {};  // what was taken; its first word is the next one
};

// One mapping; the state of each region is at its beginning.
char* memory() {
  std::atomic<char*>& mapped = rt.process.exploredHeap;
  char* now = mapped.load();
  if (now != nullptr) return now;
  void* const fresh = ::mmap(nullptr, kRegion * kRegions, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fresh == MAP_FAILED) return nullptr;
  if (mapped.compare_exchange_strong(now, static_cast<char*>(fresh))) {
    return static_cast<char*>(fresh);
  }
  ::munmap(fresh, kRegion * kRegions);
  return now;
}

// Not currentThread(), which would make a thread that is being created known too early.
int nameOfSelf() {
  const Thread* const thread = self;
  if (thread == nullptr) return kMaxExplored;
  return thread->explored.index < 0 ? 0 : thread->explored.index;
}

char* regionAt(char* all, int number) {
  return all + static_cast<std::uint64_t>(number) * kRegion;
}

Header& headerOf(const void* block) {
  return static_cast<Header*>(const_cast<void*>(block))[-1];
}

}  // namespace

void* allocateExplored(std::size_t bytes, std::size_t alignment) {
  char* const all = memory();
  if (all == nullptr || bytes > kRegion / 2 || alignment > kRegion / 2) return nullptr;
  char* const begin = regionAt(all, nameOfSelf());
  Region& region = *reinterpret_cast<Region*>(begin);
  const std::size_t slack = alignment > kHeader ? alignment : kHeader;
  std::size_t taken = kSmallest;
  std::uint32_t sizeClass = 0;
  for (; taken < bytes + slack; taken *= 2) ++sizeClass;
  const Locked hold(region.lock);
  if (region.used == 0) region.used = (sizeof(Region) + 63) / 64 * 64;
  char* piece = region.free[sizeClass];
  if (piece != nullptr) {
    region.free[sizeClass] = *reinterpret_cast<char**>(piece);
  } else if (region.used + taken <= kRegion) {
    piece = begin + region.used;
    region.used += taken;
  } else {
    return nullptr;
  }
  const auto address = reinterpret_cast<std::uint64_t>(piece);
  const std::uint64_t block = (address + kHeader + alignment - 1) / alignment * alignment;
  auto* const result = reinterpret_cast<char*>(block);
  headerOf(result) = {sizeClass, static_cast<std::uint32_t>(block - address), bytes};
  return result;
}

bool isExplored(const void* block) {
  const char* const all = rt.process.exploredHeap.load();
  const auto* const at = static_cast<const char*>(block);
  return all != nullptr && at >= all && at < all + kRegion * kRegions;
}

void releaseExplored(void* block) {
  const Header header = headerOf(block);
  char* const piece = static_cast<char*>(block) - header.offset;
  Region& region =
      *reinterpret_cast<Region*>(regionAt(rt.process.exploredHeap.load(), nameOfSelf()));
  const Locked hold(region.lock);
  *reinterpret_cast<char**>(piece) = region.free[header.sizeClass];
  region.free[header.sizeClass] = piece;
}

std::size_t sizeOfExplored(const void* block) {
  return headerOf(block).bytes;
}

}  // namespace robur::runtime
