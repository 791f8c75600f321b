// Partial-order reduction: persistent sets, the threads whose steps are enough in a state.
//
// A set D of threads is closed if whatever the others do, as long as they move alone, can
// neither conflict with what D's threads are about to do nor wake up one of D that is
// blocked. Then it suffices to explore D's steps first (a persistent set). Closure:
//
//   t in D about to access x   every thread that may still access x in conflict joins D
//   t in D blocked on x        every thread that may still write x joins D
//
// Plain SC independence is enough for the monitored program, because a monitor's rows are a
// function of the execution graph and swapping independent steps does not change the graph.
// A thread that could violate at its pending access x stays able to until x is written, so
// it counts as a reader of x even while it is blocked.
//
// A thread at a choice is about to do everything that it may choose. If some of that is blocked it
// may wait indefinitely while the others move on: it can be in D, but D also needs a thread that
// is sure to move, or a state in which all threads wait could be missed.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "program/validate.h"
#include "semantics/machine.h"

namespace robur {

using ThreadMask = std::uint64_t;

// The conflicts of a pending action: with threads that may still write the cell, or read it.
struct Conflict {
  static constexpr std::uint32_t kNobody = ~0u;
  std::uint32_t cell = kNobody;
  bool withReads = false;
};

struct EnabledThreads {
  ThreadMask enabled = 0;   // threads that can make a step
  ThreadMask enough = 0;    // of these, a persistent set
  bool allMayRest = false;  // can every thread be blocked or stopped, by some choice?
  bool plain = false;       // is some pending access not atomic?
};

// What the threads are about to do: first[t]..first[t + 1] are thread t's.
struct Pending {
  const Conflict* const* conflicts;
  const unsigned* first;
};

class PersistentSets {
 public:
  // `setWords`: words that a set of cells takes.
  PersistentSets(unsigned threads, std::size_t setWords) : threads(threads), setWords(setWords) {}

  // `fencesConflict`: SC fences are updates of one reserved location, which comes after all
  // cells (not so for TSO and SC).
  static Conflict conflictOf(const Action& action, unsigned fenceCell, bool fencesConflict);

  // A smallest closed set that starts from one sure thread (one that can do all it may
  // choose), restricted to enabled ones, given what every thread may still do (as Futures
  // lays it out) and is about to.
  ThreadMask choose(const std::uint64_t* const* future, const Pending& pending, ThreadMask enabled,
                    ThreadMask sure) const {
    if ((enabled & (enabled - 1)) == 0) return enabled;
    std::array<ThreadMask, kMaxThreads> need;
    for (ThreadMask seeds = sure; seeds != 0; seeds &= seeds - 1) {
      const unsigned t = static_cast<unsigned>(std::countr_zero(seeds));
      need[t] = needed(future, pending, t);
      if ((need[t] & ~(ThreadMask{1} << t)) == 0) return ThreadMask{1} << t;
    }
    ThreadMask known = sure;
    const auto needOf = [&](unsigned t) {
      if (!(known >> t & 1)) {
        need[t] = needed(future, pending, t);
        known |= ThreadMask{1} << t;
      }
      return need[t];
    };
    ThreadMask best = enabled;
    int size = std::popcount(best);
    for (ThreadMask seeds = sure; seeds != 0 && size > 1;) {
      ThreadMask closed = 0;
      ThreadMask todo = seeds & -seeds;
      const unsigned seed = static_cast<unsigned>(std::countr_zero(seeds));
      seeds &= seeds - 1;
      // Threads that need each other have the same closure.
      for (ThreadMask peers = need[seed] & seeds; peers != 0; peers &= peers - 1) {
        const ThreadMask peer = peers & -peers;
        if (need[std::countr_zero(peers)] >> seed & 1) seeds &= ~peer;
      }
      while (todo != 0 && (closed & best) != best) {
        const unsigned t = static_cast<unsigned>(std::countr_zero(todo));
        closed |= ThreadMask{1} << t;
        todo = (todo | needOf(t)) & ~closed;
      }
      const ThreadMask candidate = closed & enabled;
      if (todo == 0 && std::popcount(candidate) < size) {
        best = candidate;
        size = std::popcount(candidate);
      }
    }
    return best;
  }

 private:
  // The threads that may still conflict with what t is about to do.
  [[gnu::always_inline]] ThreadMask needed(const std::uint64_t* const* future,
                                           const Pending& pending, unsigned t) const {
    ThreadMask sum = 0;
    for (unsigned o = pending.first[t], end = pending.first[t + 1]; o != end; ++o) {
      const Conflict& conflict = *pending.conflicts[o];
      if (conflict.cell != Conflict::kNobody) sum |= conflicting(future, conflict);
    }
    return sum;
  }
  [[gnu::always_inline]] ThreadMask conflicting(const std::uint64_t* const* future,
                                                const Conflict& conflict) const {
    const std::size_t word = conflict.cell / 64;
    const unsigned bit = conflict.cell % 64;
    const std::uint64_t reads = std::uint64_t{conflict.withReads} << bit;
    const std::uint64_t writes = std::uint64_t{1} << bit;
    ThreadMask out = 0;
    for (unsigned u = 0; u < threads; ++u) {
      const std::uint64_t* sets = future[u] + word;
      const bool conflicts = ((sets[0] & reads) | (sets[setWords] & writes)) != 0;
      out |= ThreadMask{conflicts} << u;
    }
    return out;
  }

  unsigned threads;
  std::size_t setWords;
};

}  // namespace robur
