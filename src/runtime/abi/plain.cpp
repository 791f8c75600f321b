// The entry points for plain memory, calls and returns.
#include <cstring>

#include "runtime/abi/access.h"
#include "runtime/schedule/steps.h"

namespace robur::runtime {

void reportRaceWith(const Race& race, const Thread& t, Operation operation, Site site,
                    std::uint64_t size) {
  const AccessInfo access{operation, t.number, site, Order::Relaxed};
  const AccessInfo earlier{operationOf(race.kind), numberOfThread(race.thread), race.site,
                           Order::Relaxed};
  reportRace(access, earlier, race.address, size);
}

void checkPlainAccess(Thread& t, std::uint64_t address, std::uint64_t size, Operation operation,
                      Site site) {
  const bool write = operation != Operation::PlainRead;
  const Race race = recordPlain(t.clocks, address, size, write, site);
  if (race.found) reportRaceWith(race, t, operation, site, size);
}

namespace {

__attribute__((noinline)) void newAccess(const volatile void* address, std::uint64_t size,
                                         bool write, const void* pc) {
  if (size == 0 || !options().races) return;
  if (write && exploring()) [[unlikely]]
    accessChanged();
  Event event;
  if (!event) return;
  if (event.thread().ignored > 0) return event.thread().clocks.past.plainStep();
  checkPlainAccess(event.thread(), reinterpret_cast<std::uint64_t>(address), size,
                   operationOf({write, false}), event.site(pc));
}

}  // namespace

// Most accesses are covered by one that the thread has made since its last synchronisation. If
// races are not checked, there are no cells, and newAccess() returns at once.
__attribute__((always_inline)) inline void plainAccess(const volatile void* address,
                                                       std::uint64_t size, bool write,
                                                       const void* pc) {
  if (size > 8 || !nothingNew(*selfClocks, reinterpret_cast<std::uint64_t>(address), size, write)) {
    newAccess(address, size, write, pc);
  }
}

// If nothing is new, an entry point returns without having set up a stack frame. So the return
// address is determined here: the entry points jump to this function, which returns to their
// caller.
template <std::uint64_t kSize, bool kWrite>
__attribute__((noinline)) void newAccessHere(void* address) {
  newAccess(address, kSize, kWrite, __builtin_return_address(0));
}
template <std::uint64_t kSize, bool kWrite, bool kAligned>
__attribute__((always_inline)) inline void accessHere(void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const std::uint64_t offset = address & (kAligned ? 8 - kSize : 7);
  const bool within = kSize <= 8 && (kAligned || offset + kSize <= 8);
  if (within && nothingNewAt(*selfClocks, address, offset, kSize, kWrite)) [[likely]]
    return;
  return newAccessHere<kSize, kWrite>(pointer);
}

}  // namespace robur::runtime

using robur::runtime::accessHere;
using robur::runtime::plainAccess;

#define ROBUR_PC __builtin_return_address(0)
#define ROBUR_PLAIN(SIZE)                               \
  void __tsan_read##SIZE(void* a) {                     \
    accessHere<SIZE, false, true>(a);                   \
  }                                                     \
  void __tsan_write##SIZE(void* a) {                    \
    accessHere<SIZE, true, true>(a);                    \
  }                                                     \
  void __tsan_volatile_read##SIZE(void* a) {            \
    accessHere<SIZE, false, true>(a);                   \
  }                                                     \
  void __tsan_volatile_write##SIZE(void* a) {           \
    accessHere<SIZE, true, true>(a);                    \
  }                                                     \
  void __tsan_read_write##SIZE(void* a) {               \
    accessHere<SIZE, true, true>(a);                    \
  }                                                     \
  void __tsan_unaligned_read##SIZE(void* a) {           \
    accessHere<SIZE, false, false>(a);                  \
  }                                                     \
  void __tsan_unaligned_write##SIZE(void* a) {          \
    accessHere<SIZE, true, false>(a);                   \
  }                                                     \
  void __tsan_unaligned_read_write##SIZE(void* a) {     \
    accessHere<SIZE, true, false>(a);                   \
  }                                                     \
  void __tsan_unaligned_volatile_read##SIZE(void* a) {  \
    accessHere<SIZE, false, false>(a);                  \
  }                                                     \
  void __tsan_unaligned_volatile_write##SIZE(void* a) { \
    accessHere<SIZE, true, false>(a);                   \
  }

extern "C" {

ROBUR_PLAIN(1)
ROBUR_PLAIN(2)
ROBUR_PLAIN(4)
ROBUR_PLAIN(8)
ROBUR_PLAIN(16)

void __tsan_read_range(void* a, unsigned long size) {
  plainAccess(a, size, false, ROBUR_PC);
}
void __tsan_write_range(void* a, unsigned long size) {
  plainAccess(a, size, true, ROBUR_PC);
}

// A destructor often sets the pointer to the value that it has already; that is not a write.
void __tsan_vptr_update(void** pointer, void* value) {
  if (*pointer != value) plainAccess(pointer, sizeof value, true, ROBUR_PC);
}
void __tsan_vptr_read(void** pointer) {
  plainAccess(pointer, sizeof *pointer, false, ROBUR_PC);
}

void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  plainAccess(from, size, false, ROBUR_PC);
  plainAccess(to, size, true, ROBUR_PC);
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  plainAccess(from, size, false, ROBUR_PC);
  plainAccess(to, size, true, ROBUR_PC);
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, unsigned long size) {
  plainAccess(to, size, true, ROBUR_PC);
  return std::memset(to, value, size);
}

void __tsan_func_entry(void* pc) {
  if (robur::runtime::Thread* const t = robur::runtime::currentThread()) t->stack.enter(pc);
}
void __tsan_func_exit() {
  if (robur::runtime::Thread* const t = robur::runtime::currentThread()) t->stack.leave();
}

}  // extern "C"
