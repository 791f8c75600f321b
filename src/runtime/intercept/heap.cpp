// The program's heap. What was known about a block goes with it; a new one counts as
// written by its owner, so that handing it over without synchronisation is a race.
#include <malloc.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdlib>

#include "runtime/intercept/intercept.h"
#include "runtime/shadow/blocks.h"

using namespace robur::runtime;

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace {

void* taken(void* block, const void* pc) {
  if (block == nullptr) return block;
  Event event;
  if (!event) return block;
  const auto address = reinterpret_cast<std::uint64_t>(block);
  const Site site = event.site(pc);
  noteBlock(address, site);
  if (options().races) {
    recordAllocation(event.thread().clocks, address, ::malloc_usable_size(block), site);
  }
  return block;
}

void given(void* block, const void* pc) {
  if (block == nullptr) return;
  Event event;
  if (!event) return;
  const auto address = reinterpret_cast<std::uint64_t>(block);
  const std::uint64_t size = ::malloc_usable_size(block);
  if (size == 0) return;
  constexpr std::uint64_t kChecked = std::uint64_t{1} << 12;
  if (options().races && event.thread().ignored == 0) {
    checkedAccess(event.thread(), address, size < kChecked ? size : kChecked, true, event.site(pc),
                  "release of the block");
  }
  noteBlock(address, kNoSite);
  clearMetas(address, size);
}

}  // namespace

ROBUR_STAND_IN(void*, malloc, std::size_t size) {
  return taken(__libc_malloc(size), ROBUR_PC);
}
ROBUR_STAND_IN(void*, calloc, std::size_t count, std::size_t size) {
  return taken(__libc_calloc(count, size), ROBUR_PC);
}
ROBUR_STAND_IN(void*, memalign, std::size_t alignment, std::size_t size) {
  return taken(__libc_memalign(alignment, size), ROBUR_PC);
}
ROBUR_STAND_IN(void*, aligned_alloc, std::size_t alignment, std::size_t size) {
  return taken(__libc_memalign(alignment, size), ROBUR_PC);
}
ROBUR_STAND_IN(int, posix_memalign, void** result, std::size_t alignment, std::size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void* const block = __libc_memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *result = taken(block, ROBUR_PC);
  return 0;
}
ROBUR_STAND_IN(void, free, void* block) {
  given(block, ROBUR_PC);
  __libc_free(block);
}
ROBUR_STAND_IN(void*, realloc, void* block, std::size_t size) {
  given(block, ROBUR_PC);
  return taken(__libc_realloc(block, size), ROBUR_PC);
}

// C++'s own, whose callers are the program's: the library's would be the place of every block. When
// there is no memory left, the program's handler may find some; or else its library throws.
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
    std::abort();  // operator new in a program without the library that could throw
  }
}

}  // namespace

#define ROBUR_NEW(NAME)                                                          \
  ROBUR_STAND_IN(void*, NAME, std::size_t size) {                                \
    const auto attempt = [size] { return __libc_malloc(size == 0 ? 1 : size); }; \
    return taken(untilThereIsMemory(attempt), ROBUR_PC);                         \
  }
#define ROBUR_NEW_NOTHROW(NAME)                                  \
  ROBUR_STAND_IN(void*, NAME, std::size_t size, const void*) {   \
    return taken(__libc_malloc(size == 0 ? 1 : size), ROBUR_PC); \
  }
#define ROBUR_NEW_ALIGNED(NAME)                                                            \
  ROBUR_STAND_IN(void*, NAME, std::size_t size, std::size_t alignment) {                   \
    const auto attempt = [=] { return __libc_memalign(alignment, size == 0 ? 1 : size); }; \
    return taken(untilThereIsMemory(attempt), ROBUR_PC);                                   \
  }
#define ROBUR_NEW_ALIGNED_NOTHROW(NAME)                                               \
  ROBUR_STAND_IN(void*, NAME, std::size_t size, std::size_t alignment, const void*) { \
    return taken(__libc_memalign(alignment, size == 0 ? 1 : size), ROBUR_PC);         \
  }
#define ROBUR_DELETE(NAME, ...)                            \
  ROBUR_STAND_IN(void, NAME, void* block, ##__VA_ARGS__) { \
    given(block, ROBUR_PC);                                \
    __libc_free(block);                                    \
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

ROBUR_STAND_IN(int, munmap, void* address, std::size_t size) {
  Event event;
  if (event) {
    clearMetas(reinterpret_cast<std::uint64_t>(address), size);
    clearCells(reinterpret_cast<std::uint64_t>(address), size);
  }
  return ROBUR_BEHIND(munmap)(address, size);
}
