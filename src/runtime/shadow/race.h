// Data races by the model's own happens-before.
//
// The shadow of eight bytes keeps up to four plain accesses, each with the index that another
// thread must know of its thread to come after it. An access races with one of them if they
// share a byte, one writes, and the index is not known. Four are not always enough; an access
// that is pushed out can be missed, but nothing is ever invented.
//
// Atomic accesses of the same bytes are too many for that. They are kept with the clocks of
// their location, one index per thread for its last write and one for its last read, and the
// shadow has a mark that there are some. An atomic access looks for plain ones only as long
// as its thread has not found itself after all of them.
#pragma once

#include "runtime/shadow/shadow.h"

namespace robur::runtime {

struct AccessKind {
  bool write = false;
  bool atomic = false;
};

// The earlier of two racing accesses.
struct Race {
  bool found = false;
  Slot thread = 0;
  AccessKind kind;
  Site site = 0;  // 0 if it cannot be told any more
  std::uint64_t address = 0;
};

// A plain access in the shadow: need 32 | slot 12 | bytes 8 | write 1 | mark 1 | tag 10. The site
// is beside the word, not in it; the tag tells whether they belong together.
struct ShadowWord {
  static constexpr std::uint64_t kWrite = std::uint64_t{1} << 52;
  static constexpr std::uint64_t kMark = std::uint64_t{1} << 53;
  static constexpr int kBytes = 44;

  static std::uint64_t identity(const ThreadClocks& t) {
    return std::uint64_t{t.index + 1} | std::uint64_t{t.slot} << 32;
  }
};
static_assert(kMaxSlots == 1 << 12);

// Has this thread made such an access since its last tick, of the same bytes at least, and a write
// if this is one? Whoever races with this access races with that one too.
inline bool sameAsBefore(const ThreadClocks& t, std::uint64_t address, std::uint64_t size,
                         bool write) {
  using Words = std::uint64_t __attribute__((vector_size(Cell::kWords * 8)));
  const std::uint64_t offset = address & 7;
  if (offset + size > 8) return false;
  const std::uint64_t must = ((std::uint64_t{1} << size) - 1) << offset << ShadowWord::kBytes |
                             (write ? ShadowWord::kWrite : 0);
  constexpr std::uint64_t kThread = (std::uint64_t{1} << ShadowWord::kBytes) - 1;
  const std::uint64_t looked = must | kThread | ShadowWord::kMark;
  Words words;
  std::memcpy(&words, static_cast<const void*>(cellOf(address).word), sizeof words);
  const Words same = (words & looked) == (must | ShadowWord::identity(t));
  return (same[0] | same[1] | same[2] | same[3]) != 0;
}

// Checks and records a plain access; `size` is at least 1. A write makes atomics there new.
Race recordPlain(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, bool write,
                 Site site);

// The same for an atomic access that has just been made; its location is locked.
Race recordAtomic(const ThreadClocks& t, Meta& m, bool write, Site site);

// Memory that has just been allocated counts as written by its new owner, and by nobody else.
void recordAllocation(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, Site site);

}  // namespace robur::runtime
