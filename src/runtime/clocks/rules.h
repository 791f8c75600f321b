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
// A seq_cst access is acq_rel; before it  C, A |= GH,  and after it, if it writes,  GH |= C.  That
// is more than C++ promises, so it can lose a report. S takes no part: an edge that SC does
// not have could invent one.
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

#include "runtime/clocks/access_rules.h"

namespace robur::runtime {

// What a mutex, a thread that has ended, a barrier or an SC fence hands over.
struct SyncClocks {
  ClockBlock<2> clocks;
  Clock current() const { return clocks[0]; }
  Clock sc() const { return clocks[1]; }

  void clear() { clocks.clear(); }
};

void tick(ThreadClocks& t);

// A violation: the access may see memory as it was at `stale` (or, if it writes, be put
// before `ahead` in modification order), although SC has ordered `ahead` before it. Positions in
// the history, -1 for what is not in it.
struct Verdict {
  int stale = -1;
  int ahead = -1;
  explicit operator bool() const { return ahead >= 0; }
};

Verdict checkReadInFull(const ThreadClocks& t, const LocationClocks& x);
Verdict checkWriteInFull(const ThreadClocks& t, const LocationClocks& x);
inline Verdict checkRead(const ThreadClocks& t, const LocationClocks& x) {
  if (!isTso() && knowsNewest(t, x, t.current())) return {};
  return checkReadInFull(t, x);
}
inline Verdict checkWrite(const ThreadClocks& t, const LocationClocks& x) {  // also an RMW
  if (knowsNewest(t, x, t.current())) return {};
  return checkWriteInFull(t, x);
}
Verdict checkWait(const ThreadClocks& t, const LocationClocks& x, std::uint64_t value);
Verdict checkBlockingCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected);
Verdict checkStrongCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected);
Verdict checkWeakCas(const ThreadClocks& t, const LocationClocks& x, std::uint64_t expected);

// Before the first access of a location: its history starts with what memory holds.
void startHistory(LocationClocks& x, std::uint64_t value);

// read, write and update are in access_rules.h.
void failedCas(ThreadClocks& t, LocationClocks& x, Order order);
void fence(ThreadClocks& t, Order order, SyncClocks& scFences);

// Around a seq_cst access; the latter only if it has written.
void beforeSeqCst(ThreadClocks& t, const SyncClocks& scFences);
void afterSeqCst(ThreadClocks& t, SyncClocks& scFences);

// Would the read of a location with so many writes neither report nor change anything? Asked
// without the lock; if so, and there were no more writes when it was made, it is done.
// In TSO a read hands over A as well, which changes more often than S does.
template <Rules kRules = Rules::Any>
bool nothingToLearn(const ThreadClocks& t, const LocationClocks& x, std::uint32_t written,
                    Order order) {
  return t.rereads.covers(x, written, t.changes, acquiring<kRules>(order)) &&
         !isModel<kRules>(Model::Tso);
}

// Synchronisation that is ordered for both relations, and never a violation.
void acquire(ThreadClocks& t, const SyncClocks& from);
void releaseTo(ThreadClocks& t, SyncClocks& to);    // a mutex: what was there is known already
void releaseInto(ThreadClocks& t, SyncClocks& to);  // readers, semaphores: all of them count

// The end of a thread, which its joiner comes after.
void join(ThreadClocks& joiner, const ThreadClocks& ended);

// A new thread in its slot, which starts where its creator is.
void startThread(ThreadClocks& child, Slot slot, Index index, ThreadClocks* creator);

}  // namespace robur::runtime
