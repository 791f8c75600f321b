// Data races by the model's happens-before.
//
// The shadow of eight bytes holds up to four plain accesses, each with the epoch of its thread that
// another thread must know to happen after it. An access races with one of them if they share
// a byte, one of them writes, and the epoch is not known. Four are not always enough: a race with
// an access that has been replaced is missed, but no race is ever reported falsely.
//
// Atomic accesses to the same bytes would be too many for that. They are recorded with the clocks
// of their location (clocks/last_accesses.h), and the shadow has a mark that there are some. An
// atomic access is compared with plain ones only until its thread happens after all of them.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <cstddef>

#include "runtime/shadow/shadow.h"

namespace robur::runtime {

struct AccessKind {
  bool write = false;
  bool atomic = false;
};

// The earlier of two racing accesses.
struct Race {
  bool found = false;
  ThreadIndex thread = 0;
  AccessKind kind;
  Site site = 0;  // 0 if it is not known any more
  std::uint64_t address = 0;
};

// A plain access in the shadow: need 32 | thread 12 | bytes 8 | write 1 | mark 1 | tag 10. The site
// is stored separately; the tag, a hash of it, shows whether word and site belong together.
struct ShadowWord {
  static constexpr std::uint64_t kWrite = std::uint64_t{1} << 52;
  static constexpr std::uint64_t kMark = std::uint64_t{1} << 53;
  static constexpr int kBytes = 44;

  // The epoch that others must know, and above it the thread: adjacent fields of ThreadClocks.
  static std::uint64_t identity(const ThreadClocks& t) {
    static_assert(offsetof(ThreadClocks, thread) == offsetof(ThreadClocks, epoch) + 4);
    std::uint64_t both;
    std::memcpy(&both, reinterpret_cast<const char*>(&t) + offsetof(ThreadClocks, epoch), 8);
    return both + 1;
  }
};
static_assert(kMaxThreads == 1 << 12);

// The four words at once. Results are sets of words, one bit each.
class CellWords {
 public:
#ifdef __AVX2__
  explicit CellWords(const Cell& cell)
      : words_(_mm256_load_si256(reinterpret_cast<const __m256i*>(&cell))) {}

  // The words that have this value in the bits of `mask`.
  unsigned where(std::uint64_t mask, std::uint64_t value) const {
    const __m256i equal = _mm256_cmpeq_epi64(_mm256_and_si256(words_, all(mask)), all(value));
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(equal)));
  }
  bool are(const Cell& other) const {
    const __m256i difference =
        _mm256_xor_si256(words_, _mm256_load_si256(reinterpret_cast<const __m256i*>(&other)));
    return _mm256_testz_si256(difference, difference) != 0;
  }
  bool noWritesNorMarks() const {
    return _mm256_testz_si256(words_, *reinterpret_cast<const __m256i*>(kWritesAndMarks)) != 0;
  }

 private:
  static __m256i all(std::uint64_t v) {
    return _mm256_set1_epi64x(static_cast<std::int64_t>(v));
  }
  // In memory, so that it can be an operand of the instruction.
  static const std::uint64_t kWritesAndMarks[Cell::kWords];

  __m256i words_;
#else
  explicit CellWords(const Cell& cell) : cell_(cell) {}

  unsigned where(std::uint64_t mask, std::uint64_t value) const {
    unsigned found = 0;
    for (int i = 0; i < Cell::kWords; ++i) {
      found |= unsigned{(cell_.word[i].load(std::memory_order_relaxed) & mask) == value} << i;
    }
    return found;
  }
  bool are(const Cell& other) const {
    std::uint64_t difference = 0;
    for (int i = 0; i < Cell::kWords; ++i) {
      difference |= cell_.word[i].load(std::memory_order_relaxed) ^
                    other.word[i].load(std::memory_order_relaxed);
    }
    return difference == 0;
  }
  bool noWritesNorMarks() const {
    constexpr std::uint64_t kEither[] = {ShadowWord::kWrite, ShadowWord::kMark};
    return (where(kEither[0], kEither[0]) | where(kEither[1], kEither[1])) == 0;
  }

 private:
  const Cell& cell_;
#endif
};

// The pattern of a word whose access makes recording this one unnecessary: by the same thread since
// its last tick, covering these bytes, and a write if this is one. A later access that races with
// this one races with that one too.
struct Covering {
  Covering(const ThreadClocks& t, std::uint64_t bytes, bool write)
      : looked((bytes << ShadowWord::kBytes) | (write ? ShadowWord::kWrite : 0)),
        wanted(looked | ShadowWord::identity(t)) {
    looked |= ((std::uint64_t{1} << ShadowWord::kBytes) - 1) | ShadowWord::kMark;
  }
  std::uint64_t looked;
  std::uint64_t wanted;
};

// Words are filled in order.
inline bool isFull(const Cell& cell) {
  return cell.word[Cell::kWords - 1].load(std::memory_order_relaxed) != 0;
}

// Whether an access to `size` bytes at `offset` of the granule of `address` needs no check and no
// record. Either the shadow contains a covering access, or this is a read and the shadow is full of
// reads, so that one of them would have to be replaced. Threads that read the same data would do
// nothing but replace each other's records; a thread that has often found the cell full therefore
// skips most of these reads without testing for a covering access.
__attribute__((always_inline)) inline bool nothingNewAt(ThreadClocks& t, std::uint64_t address,
                                                        std::uint64_t offset, std::uint64_t size,
                                                        bool write) {
  const std::uint64_t base = findCellBase(address);
  if (base == 0) [[unlikely]]
    return false;
  const Cell& cell = cellFrom(base, address);
  const std::uint64_t bytes = ((std::uint64_t{1} << size) - 1) << offset;
  if (write) {
    // A write is usually recorded in the first word.
    const Covering covering(t, bytes, write);
    const std::uint64_t first = cell.word[0].load(std::memory_order_relaxed);
    if ((first & covering.looked) == covering.wanted) [[likely]]
      return true;
  }
  const CellWords words(cell);
  if (!write && words.noWritesNorMarks() && isFull(cell)) {
    t.past.plainStep();
    if ((++t.unrecorded & t.skipMask) != 0) [[likely]]
      return true;
    constexpr std::uint32_t kOften = 1024;
    if (t.unrecorded > kOften && rt.options.schedule != Schedule::Exhaust) t.skipMask = 31;
  }
  const Covering covering(t, bytes, write);
  return words.where(covering.looked, covering.wanted) != 0;
}
inline bool nothingNew(ThreadClocks& t, std::uint64_t address, std::uint64_t size, bool write) {
  const std::uint64_t offset = address & 7;
  return offset + size <= 8 && nothingNewAt(t, address, offset, size, write);
}

// Checks and records a plain access; `size` is at least 1. A write resets atomics in these bytes.
Race recordPlain(ThreadClocks& t, std::uint64_t address, std::uint64_t size, bool write, Site site);

// Records an atomic access that has just been performed; its location is locked. Returns whether
// the thread is known to happen after all plain accesses; otherwise findPlain() must check them.
inline bool recordAtomic(const ThreadClocks& t, Meta& m, bool write, Site site) {
  // A write has just ticked; a read becomes visible with the next tick.
  AtomicAccesses& accesses = m.atomicAccesses();
  LastAccesses& last = write ? accesses.writes : accesses.reads;
  last.add(t.thread, t.current(), t.epoch + !write);
  accesses.lastSite = site;
  accesses.lastThread = static_cast<std::uint16_t>(t.thread);
  return (write ? accesses.afterAll : accesses.afterWrites).holdsFor(t);
}
Race findPlain(const ThreadClocks& t, Meta& m, bool write);

// Memory that has just been allocated counts as written by its new owner, and by no other thread.
void recordAllocation(const ThreadClocks& t, std::uint64_t address, std::uint64_t size, Site site);

}  // namespace robur::runtime
