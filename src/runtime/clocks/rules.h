// Memory models observed from an SC run: the clocks, how each instruction updates them, and the
// check that finds an access at which the model allows a behaviour that SC does not.
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
// Under RC20 a seq_cst access is acq_rel; before it  C, A |= GH,  and after it, if it writes,  GH
// |= C.  That is stronger than what C++ guarantees, so it can lose a report. S is not affected: an
// edge that SC does not have could add a false report.
//
// RC11 has these rules, but SC fences are acq_rel fences, and SC accesses acq_rel and no more. That
// is weaker than RC11, so all its violations are found; those of them that psc does not allow are
// sorted out by the judge (past/judge.h).
//
// RA is RC20 with every access acquire and release. SRA has the rules of RA; since SRA does not
// allow a write before one that SC has ordered before it, only reads are checked.
//
// TSO    C is what precedes the next write, A what precedes the next read; LX is the C or A of
//        all accesses since the newest write
//   R x    another's write: A |= LH;  C |= A;  LX |= A;  S as above
//   W x    C |= LX;  tick, but not in A;  LH := LX := C;  S as above
//   U x    W x;  A := C         F sc   A := C         failed compare-exchange   F sc;  R x
//
// The caller holds the lock of the location from the check to the update and performs the real
// access in between. The clocks of a thread are used by that thread only.
#pragma once

#include "runtime/clocks/access_rules.h"

namespace robur::runtime {

// What a mutex, a thread that has ended, a barrier or an SC fence passes on.
struct SyncClocks {
  ClockBlock<2> clocks;
  ObjectPast past;
  Clock current() const { return clocks[0]; }
  Clock sc() const { return clocks[1]; }

  void clear() {
    clocks.clear();
    past = {};
  }
};

void tick(ThreadClocks& t);

// A violation: the access may read the write at `stale` (or, if it writes, precede `ahead` in
// modification order), although SC has ordered `ahead` before it. Positions in the history; -1 if a
// write is no longer in it. Or `unjudged`: whether it is one under RC11 depends on events that have
// been forgotten.
struct Verdict {
  int stale = -1;
  int ahead = -1;
  bool unjudged = false;
  explicit operator bool() const { return ahead >= 0; }
};

Verdict checkReadInFull(const ThreadClocks& t, const LocationClocks& x, Order order);
Verdict checkWriteInFull(const ThreadClocks& t, const LocationClocks& x, Order order);
inline Verdict checkRead(const ThreadClocks& t, const LocationClocks& x, Order order) {
  if (!isTso() && knowsNewest(t, x, t.current())) return {};
  return checkReadInFull(t, x, order);
}
// Also of an RMW.
inline Verdict checkWrite(const ThreadClocks& t, const LocationClocks& x, Order order) {
  if (knowsNewest(t, x, t.current())) return {};
  return checkWriteInFull(t, x, order);
}
Verdict checkWait(const ThreadClocks& t, const LocationClocks& x, Order order, std::uint64_t value);
struct CasOrders {
  Order success;
  Order failure;
};
Verdict checkBlockingCas(const ThreadClocks& t, const LocationClocks& x, CasOrders orders,
                         std::uint64_t expected);
Verdict checkStrongCas(const ThreadClocks& t, const LocationClocks& x, CasOrders orders,
                       std::uint64_t expected);
Verdict checkWeakCas(const ThreadClocks& t, const LocationClocks& x, CasOrders orders,
                     std::uint64_t expected);

// Before the first access of a location: its history starts with the value in memory.
void startHistory(LocationClocks& x, std::uint64_t value);

// read, write and update are in access_rules.h.
void failedCas(ThreadClocks& t, LocationClocks& x, Order order);
void fence(ThreadClocks& t, Order order, SyncClocks& scFences);

// Before a seq_cst access, and after one that has written.
void beforeSeqCst(ThreadClocks& t, const SyncClocks& scFences);
void afterSeqCst(ThreadClocks& t, SyncClocks& scFences);

// Whether a read of a location with `written` writes so far would neither report nor change
// anything. May be called without the lock; if it returns true and there are no more writes after
// the value was loaded, the read is complete. Not for TSO, where a read passes on A as well, which
// changes more often than S.
template <Rules kRules = Rules::Any>
bool nothingToLearn(const ThreadClocks& t, const LocationClocks& x, std::uint32_t written,
                    Order order) {
  return t.rereads.covers(x, written, t.changes, acquiring<kRules>(order)) && !isTsoBy<kRules>();
}
// Whether such a read need not be recorded either. To be called once for each read.
inline bool leavesNoRecord(ThreadClocks& t, const LocationClocks& x, std::uint32_t written,
                           Order order) {
  return !recording() || t.past.leavesOut(x.name().past, order, written);
}

// Synchronisation that counts for both relations and is never a violation.
void acquire(ThreadClocks& t, const SyncClocks& from);
void releaseTo(ThreadClocks& t,
               SyncClocks& to);  // a mutex: overwrites, since the owner acquired it
void releaseInto(ThreadClocks& t, SyncClocks& to);  // readers, semaphores: joins

// pthread_join: the joiner happens after the end of the thread.
void join(ThreadClocks& joiner, ThreadClocks& ended);

// A new thread, which happens after what its creator has done so far.
void startThread(ThreadClocks& child, ThreadIndex thread, Epoch epoch, ThreadClocks* creator);

}  // namespace robur::runtime
