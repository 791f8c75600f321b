// RC20 watched from an SC run: the clocks, what each instruction does to them, and the test
// that finds an access at which the memory model allows what SC does not.
//
//   clocks      C current, A acquired (C and all messages read), R at the last release fence,
//               S the past in hbSC = (po | rf | mo | fr | synchronisation)+
//   location    LH message of the newest write, LS its S, LM the S of all accesses
//
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
// The caller holds the lock of the location from the check to the update and does the real
// access in between; the clocks of a thread are its own.
#pragma once

#include "runtime/clocks/history.h"

namespace robur::runtime {

struct ThreadClocks {
  Slot slot = 0;
  Index index = 0;
  Clock current;   // C
  Clock acquired;  // A
  Clock released;  // R
  Clock sc;        // S
};

struct LocationClocks {
  Clock message;    // LH
  Clock lastWrite;  // LS
  Clock accesses;   // LM
  History history;

  void clear();
};

// What a mutex, a thread that has ended, a barrier or an SC fence hands over.
struct SyncClocks {
  Clock current;
  Clock sc;

  void clear();
};

// Slots whose threads ended without being joined are given away again; what they wrote up to
// here counts as known to everybody, so that reuse can lose a report but never invent one.
inline constexpr Slot kMaxSlots = 4096;
extern Index retiredIndex[kMaxSlots];

void tick(ThreadClocks& t);

// The window of a history, and whether every access is acquire and release (the model RA).
struct RuleSettings {
  std::uint32_t window = 8;
  bool releaseAcquire = false;
};
extern RuleSettings ruleSettings;

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

// Before the first access of a location: its history starts with what memory holds.
void startHistory(LocationClocks& x, std::uint64_t value);

void read(ThreadClocks& t, LocationClocks& x, Order order);
void write(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site);
void update(ThreadClocks& t, LocationClocks& x, Order order, std::uint64_t value, Site site);
void fence(ThreadClocks& t, Order order, SyncClocks& scFences);

// What precedes a seq_cst access, and follows one that writes.
void scAccess(ThreadClocks& t, SyncClocks& scFences);

// Synchronisation that is ordered for both relations, and never a violation.
void acquire(ThreadClocks& t, const SyncClocks& from);
void releaseTo(ThreadClocks& t, SyncClocks& to);    // a mutex: what was there is known already
void releaseInto(ThreadClocks& t, SyncClocks& to);  // readers, semaphores: all of them count

// A new thread in its slot, which starts where its creator is.
void startThread(ThreadClocks& child, Slot slot, Index index, ThreadClocks* creator);

}  // namespace robur::runtime
