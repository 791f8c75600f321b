// Memory models watched from an SC run: the clocks, what each instruction does to them, and the
// test that finds an access at which the model allows what SC does not.
//
//   clocks      C current, A acquired (C and all messages read), R at the last release fence,
//               S the past in hbSC = (po | rf | mo | fr | synchronisation)+
//   location    LH message of the newest write, LS its S, LM the S of all accesses
//
// RC20
//   R x    A |= LH, acquire: C |= LH;  S |= LS;  LM |= S;  a record if C does not know top(x)
//   W x    S |= LM;  tick;  LH := release ? C : R;  LS := LM := S;  append
//   U x    A |= LH, acquire: C |= LH;  S |= LM;  tick;  LH |= release ? C : R;  LS := LM := S;
//          append
//   F acq  C := A            F rel  tick;  R := C
//   F sc   C := A;  C, A |= GH;  S |= GS;  tick;  GH := R := C;  GS := S
//
// A seq_cst access is acq_rel with an SC fence before it, and one after it if it writes, as far
// as C, A and R are concerned. That is more than C++ promises, so it can lose a report. S
// takes no part: an edge that SC does not have could invent one.
//
// RA is RC20 with every access acquire and release. SRA has the rules of RA; since its writes
// cannot be put before one that SC has ordered before them, only what reads is checked.
//
// TSO    C is what comes before the next write, A what comes before the next read; LX the C or
//        A of all accesses since the newest write, in the place of LH's neighbour
//   R x    another's write: A |= LH;  C |= A;  LX |= A;  S as above
//   W x    C |= LX;  tick, but not in A;  LH := LX := C;  S as above
//   U x    W x;  A := C         F sc   A := C         failed compare-exchange   F sc;  R x
//
// The caller holds the lock of the location from the check to the update and does the real
// access in between; the clocks of a thread are its own.
#pragma once

#include <atomic>

#include "runtime/clocks/history.h"

namespace robur::runtime {

enum class Model : std::uint8_t { Rc20, Ra, Sra, Tso };

struct ThreadClocks {
  Slot slot = 0;
  Index index = 0;
  std::uint32_t unrecorded = 0;  // counts plain accesses that found no room in the shadow
  ClockBlock<4> clocks;

  Clock current() const { return clocks[0]; }   // C
  Clock acquired() const { return clocks[1]; }  // A
  Clock released() const { return clocks[2]; }  // R
  Clock sc() const { return clocks[3]; }        // S
};

// Made at the first access. The clocks and the history are in one block of memory.
class LocationClocks {
 public:
  bool started() const { return history.size() > 0; }
  std::uint32_t width() const { return width_; }

  Clock message() const { return clock(0); }    // LH
  Clock lastWrite() const { return clock(1); }  // LS
  Clock accesses() const { return clock(2); }   // LM
  Clock order() const { return clock(3); }      // LX, under TSO
  // Per thread, the index that another must know to come after its last atomic write and its
  // last atomic read; only if races are watched.
  Clock atomicWrites() const { return clock(3); }
  Clock atomicReads() const { return clock(4); }

  void widen(std::uint32_t width);
  void clear();

  // Memory to begin with, for clocks of this width; zero, and never released.
  static std::size_t bytes(std::uint32_t width);
  void lend(void* memory, std::uint32_t width) {
    lent_ = static_cast<Index*>(memory);
    lentWidth_ = width;
  }

  History history;

 private:
  Clock clock(std::uint32_t i) const { return {block_ + i * width_, width_}; }
  void releaseBlock();

  Index* block_ = nullptr;
  Index* lent_ = nullptr;
  std::uint32_t width_ = 0;
  std::uint32_t lentWidth_ = 0;
};

// What a mutex, a thread that has ended, a barrier or an SC fence hands over.
struct SyncClocks {
  ClockBlock<2> clocks;
  Clock current() const { return clocks[0]; }
  Clock sc() const { return clocks[1]; }

  void clear() { clocks.clear(); }
};

// Slots whose threads ended without being joined are given away again; what they wrote up to
// here counts as known to everybody, so that reuse can lose a report but never invent one.
inline constexpr Slot kMaxSlots = 4096;
extern Index retiredIndex[kMaxSlots];

// Set before the first access, and not changed any more.
struct RuleSettings {
  std::uint32_t window = 8;  // of a history; a power of two
  Model model = Model::Rc20;
  bool races = true;  // are plain accesses watched?
};
extern RuleSettings ruleSettings;

// As wide as the clock of any thread so far.
extern std::atomic<std::uint32_t> widest;

void tick(ThreadClocks& t);

// A violation: the access may see memory as it was at `stale` (or, if it writes, be put
// before `ahead` in modification order), although SC has ordered `ahead` before it.
struct Verdict {
  const Write* stale = nullptr;
  const Write* ahead = nullptr;
  explicit operator bool() const { return ahead != nullptr; }
};

Verdict checkRead(const ThreadClocks& t, const LocationClocks& x);
Verdict checkWrite(const ThreadClocks& t, const LocationClocks& x);  // also an RMW
Verdict checkWait(const ThreadClocks& t, const LocationClocks& x, std::uint64_t value);
Verdict checkBlockingCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected);
Verdict checkStrongCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected);
Verdict checkWeakCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected);

// Before the first access of a location: its history starts with what memory holds.
void startHistory(LocationClocks& x, std::uint64_t value);

void read(ThreadClocks& t, LocationClocks& x, Order order);
void write(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site);
void update(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site);
void failedCas(ThreadClocks& t, LocationClocks& x, Order order);
void fence(ThreadClocks& t, Order order, SyncClocks& scFences);
void scAccess(ThreadClocks& t, SyncClocks& scFences);

// Synchronisation that is ordered for both relations, and never a violation.
void acquire(ThreadClocks& t, const SyncClocks& from);
void releaseTo(ThreadClocks& t, SyncClocks& to);    // a mutex: what was there is known already
void releaseInto(ThreadClocks& t, SyncClocks& to);  // readers, semaphores: all of them count

// The end of a thread, which its joiner comes after.
void join(ThreadClocks& joiner, const ThreadClocks& ended);

// A new thread in its slot, which starts where its creator is.
void startThread(ThreadClocks& child, Slot slot, Index index, ThreadClocks* creator);

}  // namespace robur::runtime
