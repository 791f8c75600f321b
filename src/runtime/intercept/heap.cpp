// The program's heap. Freeing a block resets its state. A new block counts as written by the thread
// that allocated it, so that passing it on without synchronisation is a race.
#include <malloc.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "runtime/intercept/explored_heap.h"
#include "runtime/intercept/helper_threads.h"
#include "runtime/intercept/intercept.h"
#include "runtime/schedule/steps.h"
#include "runtime/shadow/blocks.h"

using namespace robur::runtime;

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

ROBUR_REPLACE(std::size_t, malloc_usable_size, void* block) {
  return isExplored(block) ? sizeOfExplored(block) : ROBUR_ORIGINAL(malloc_usable_size)(block);
}

namespace {

constexpr std::size_t kAligned = alignof(std::max_align_t);  // as malloc

// The heap of the C library, or that of schedule=exhaust.
void* take(std::size_t size, std::size_t alignment) {
  if (exploring()) {
    accessChanged();
    void* const block = allocateExplored(size, alignment);
    if (block == nullptr) errno = ENOMEM;
    return block;
  }
  return alignment <= kAligned ? __libc_malloc(size) : __libc_memalign(alignment, size);
}
void* takeZeroed(std::size_t count, std::size_t size) {
  if (!exploring()) return __libc_calloc(count, size);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const block = take(bytes, kAligned);
  return block == nullptr ? nullptr : std::memset(block, 0, bytes);
}
void give(void* block) {
  if (exploring()) accessChanged();
  isExplored(block) ? releaseExplored(block) : __libc_free(block);
}
void* moved(void* block, std::size_t size) {
  if (!exploring() && !isExplored(block)) return __libc_realloc(block, size);
  void* const fresh = size == 0 && block != nullptr ? nullptr : take(size, kAligned);
  if (block == nullptr || (fresh == nullptr && size > 0)) return fresh;
  const std::size_t old = robur_malloc_usable_size(block);
  if (fresh != nullptr) std::memcpy(fresh, block, old < size ? old : size);
  give(block);
  return fresh;
}

// Returns whether the thread is one of the C library.
bool recordNew(void* block, const void* pc) {
  Event event;
  if (!event) return false;
  const auto address = reinterpret_cast<std::uint64_t>(block);
  const Site site = event.site(pc);
  recordBlock(address, site);
  if (options().races) {
    recordAllocation(event.thread().clocks, address, robur_malloc_usable_size(block), site);
  }
  return event.thread().helper;
}

void* allocated(void* block, const void* pc) {
  if (block != nullptr && recordNew(block, pc)) passOnToHelpers();
  return block;
}

void freed(void* block, const void* pc) {
  if (block == nullptr) return;
  Event event;
  if (!event) return;
  const auto address = reinterpret_cast<std::uint64_t>(block);
  const std::uint64_t size = robur_malloc_usable_size(block);
  if (size == 0) return;
  constexpr std::uint64_t kChecked = std::uint64_t{1} << 12;
  if (options().races && event.thread().ignored == 0) {
    checkPlainAccess(event.thread(), address, size < kChecked ? size : kChecked, Operation::Free,
                     event.site(pc));
  }
  recordBlock(address, kNoSite);
  clearMetas(address, size);
}

}  // namespace

ROBUR_REPLACE(void*, malloc, std::size_t size) {
  return allocated(take(size, kAligned), ROBUR_PC);
}
ROBUR_REPLACE(void*, calloc, std::size_t count, std::size_t size) {
  return allocated(takeZeroed(count, size), ROBUR_PC);
}
ROBUR_REPLACE(void*, memalign, std::size_t alignment, std::size_t size) {
  return allocated(take(size, alignment), ROBUR_PC);
}
ROBUR_REPLACE(void*, aligned_alloc, std::size_t alignment, std::size_t size) {
  return allocated(take(size, alignment), ROBUR_PC);
}
ROBUR_REPLACE(int, posix_memalign, void** result, std::size_t alignment, std::size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void* const block = take(size, alignment);
  if (block == nullptr) return ENOMEM;
  *result = allocated(block, ROBUR_PC);
  return 0;
}
ROBUR_REPLACE(void, free, void* block) {
  freed(block, ROBUR_PC);
  give(block);
}
ROBUR_REPLACE(void*, realloc, void* block, std::size_t size) {
  freed(block, ROBUR_PC);
  return allocated(moved(block, size), ROBUR_PC);
}

// Operators new and delete are replaced as well, so that the site of a block is in the program and
// not in the C++ library. If there is no memory, the program's new handler is called, or the
// library throws.
extern "C" {
__attribute__((weak)) void (*_ZSt15get_new_handlerv())();
__attribute__((weak)) void _ZSt17__throw_bad_allocv();
}

namespace {

template <class Attempt>
void* untilThereIsMemory(const Attempt& attempt) {
  for (;;) {
    if (void* const block = attempt()) return block;
    const auto handler = &_ZSt15get_new_handlerv == nullptr ? nullptr : _ZSt15get_new_handlerv();
    if (handler != nullptr) {
      handler();
      continue;
    }
    if (&_ZSt17__throw_bad_allocv != nullptr) _ZSt17__throw_bad_allocv();
    std::abort();  // operator new in a program without the C++ library, which cannot throw
  }
}

}  // namespace

#define ROBUR_NEW(NAME)                                                           \
  ROBUR_REPLACE(void*, NAME, std::size_t size) {                                  \
    const auto attempt = [size] { return take(size == 0 ? 1 : size, kAligned); }; \
    return allocated(untilThereIsMemory(attempt), ROBUR_PC);                      \
  }
#define ROBUR_NEW_NOTHROW(NAME)                                       \
  ROBUR_REPLACE(void*, NAME, std::size_t size, const void*) {         \
    return allocated(take(size == 0 ? 1 : size, kAligned), ROBUR_PC); \
  }
#define ROBUR_NEW_ALIGNED(NAME)                                                 \
  ROBUR_REPLACE(void*, NAME, std::size_t size, std::size_t alignment) {         \
    const auto attempt = [=] { return take(size == 0 ? 1 : size, alignment); }; \
    return allocated(untilThereIsMemory(attempt), ROBUR_PC);                    \
  }
#define ROBUR_NEW_ALIGNED_NOTHROW(NAME)                                              \
  ROBUR_REPLACE(void*, NAME, std::size_t size, std::size_t alignment, const void*) { \
    return allocated(take(size == 0 ? 1 : size, alignment), ROBUR_PC);               \
  }
#define ROBUR_DELETE(NAME, ...)                           \
  ROBUR_REPLACE(void, NAME, void* block, ##__VA_ARGS__) { \
    freed(block, ROBUR_PC);                               \
    give(block);                                          \
  }
ROBUR_NEW(_Znwm)
ROBUR_NEW(_Znam)
ROBUR_NEW_NOTHROW(_ZnwmRKSt9nothrow_t)
ROBUR_NEW_NOTHROW(_ZnamRKSt9nothrow_t)
ROBUR_NEW_ALIGNED(_ZnwmSt11align_val_t)
ROBUR_NEW_ALIGNED(_ZnamSt11align_val_t)
ROBUR_NEW_ALIGNED_NOTHROW(_ZnwmSt11align_val_tRKSt9nothrow_t)
ROBUR_NEW_ALIGNED_NOTHROW(_ZnamSt11align_val_tRKSt9nothrow_t)
ROBUR_DELETE(_ZdlPv)
ROBUR_DELETE(_ZdaPv)
ROBUR_DELETE(_ZdlPvm, std::size_t)
ROBUR_DELETE(_ZdaPvm, std::size_t)
ROBUR_DELETE(_ZdlPvSt11align_val_t, std::size_t)
ROBUR_DELETE(_ZdaPvSt11align_val_t, std::size_t)
ROBUR_DELETE(_ZdlPvmSt11align_val_t, std::size_t, std::size_t)
ROBUR_DELETE(_ZdaPvmSt11align_val_t, std::size_t, std::size_t)

ROBUR_REPLACE(int, munmap, void* address, std::size_t size) {
  Event event;
  if (event) {
    clearMetas(reinterpret_cast<std::uint64_t>(address), size);
    clearCells(reinterpret_cast<std::uint64_t>(address), size);
  }
  return ROBUR_ORIGINAL(munmap)(address, size);
}
