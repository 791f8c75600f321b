// How a monitor's rows lie in memory, and the part of them that all models share.
//
// Rows are kept thread by thread, then place by place, then those of the reserved
// location of SC fences. A model says how many of each it has and what their columns are.
#pragma once

#include <string>
#include <vector>

#include "models/bits.h"
#include "models/facts.h"
#include "models/slots.h"

namespace robur {

enum class Columns : std::uint8_t { Places, Slots, SlotsAndShadows };

struct RowKind {
  std::string name;
  Columns columns{};
};

// The rows that a model keeps of each thread, of each place, and of the reserved location of
// SC fences.
struct RowPlan {
  std::vector<RowKind> thread;
  std::vector<RowKind> place;
  std::vector<RowKind> fence;
};

// What a pending access could see, by the class of the value it would read or follow:
// slots that make it a pure read, slots that make it a write or an update, and whether it
// would be sc.
template <int W>
struct Outcomes {
  Bits<W> read = Bits<W>::none();
  Bits<W> update = Bits<W>::none();
  bool readSc = false;
  bool updateSc = false;
};

// Which columns a thread may still consult: of places it may read, of places it may write,
// and shadows of plain cells that it may touch; and the places that its next step may be at.
// A thread that no longer speaks, because it will neither write nor make an SC fence, passes
// nothing on of what it knows.
template <int W>
struct Interest {
  Bits<W> readSlots = Bits<W>::none();
  Bits<W> writeSlots = Bits<W>::none();
  Bits<W> readPlaces = Bits<W>::none();
  Bits<W> writePlaces = Bits<W>::none();
  Bits<W> shadows = Bits<W>::none();
  Bits<W> next = Bits<W>::none();
  bool speaks = false;
};

// The places that some thread may still read, or write.
template <int W>
struct Audience {
  template <class InterestOf>
  Audience(unsigned threads, const InterestOf& interest) {
    for (unsigned t = 0; t < threads; ++t) {
      mayRead |= interest(t).readPlaces;
      mayWrite |= interest(t).writePlaces;
    }
  }
  // What to keep of a row that is there for those who read, or write, x.
  Bits<W> forReaders(unsigned x, const Bits<W>& live) const {
    return mayRead.has(x) ? live : Bits<W>::none();
  }
  Bits<W> forWriters(unsigned x, const Bits<W>& live) const {
    return mayWrite.has(x) ? live : Bits<W>::none();
  }

  Bits<W> mayRead = Bits<W>::none();
  Bits<W> mayWrite = Bits<W>::none();
};

// The dimensions of a check: how many threads, places and slots, and masks over them.
template <int W>
struct Frame {
  Facts facts;
  unsigned threads = 0;
  unsigned places = 0;
  unsigned slots = 0;
  unsigned shadows = 0;              // plain cells times threads
  std::vector<Bits<W>> slotsOf;      // per place
  std::vector<CellFacts> orders;     // per place
  std::vector<unsigned> plainIndex;  // per cell: which plain cell it is, or kNoPlace

  unsigned shadow(unsigned plain, unsigned thread) const {
    return slots + plain * threads + thread;
  }

  // The places that have one of these slots.
  Bits<W> placesOf(const Bits<W>& some) const {
    Bits<W> out = Bits<W>::none();
    for (unsigned x = 0; x < places; ++x) {
      if (slotsOf[x].meets(some)) out.add(x);
    }
    return out;
  }
};

// Addresses of rows: the model's counts per thread, per place and for the fence.
template <int W>
class RowMap {
 public:
  RowMap(const Frame<W>& frame, const RowPlan& plan)
      : perThread(static_cast<unsigned>(plan.thread.size())),
        perPlace(static_cast<unsigned>(plan.place.size())),
        placeBase(frame.threads * perThread),
        fenceBase(placeBase + frame.places * perPlace),
        count(fenceBase + static_cast<unsigned>(plan.fence.size())) {}

  unsigned size() const { return count; }
  Bits<W>& thread(Bits<W>* rows, unsigned t, unsigned k) const { return rows[t * perThread + k]; }
  Bits<W>& place(Bits<W>* rows, unsigned x, unsigned k) const {
    return rows[placeBase + x * perPlace + k];
  }
  Bits<W>& fence(Bits<W>* rows, unsigned k) const { return rows[fenceBase + k]; }

  unsigned perThread;
  unsigned perPlace;
  unsigned placeBase;
  unsigned fenceBase;

 private:
  unsigned count;
};

// The rows over places, the same for every model (monitors: ST, SM, SW): y is in a row iff
// the last write to y reaches, by program order, reads-from, modification order and
// reads-before,
//
//   ST[t]  some event of thread t          row 0 of a thread
//   SM[x]  some access to x                row 0 of a place
//   SW[x]  the last write to x             row 1 of a place
//   SF     some SC fence                   row 0 of the fence, if it has rows
//
//   read of x by t    SM[x] |= ST[t]; ST[t] |= SW[x]
//   write of x by t   N = ST[t] | SM[x]; x leaves every row; ST[t] = SM[x] = SW[x] = N
//   SC fence of t     ST[t] = SF = ST[t] | SF
template <int W>
class ReachRows {
 public:
  static constexpr unsigned kThread = 0, kAccess = 0, kWrite = 1, kFence = 0;

  ReachRows(const Frame<W>& frame, const RowMap<W>& map, bool fenceRow)
      : frame(&frame), map(map), hasFence(fenceRow) {}

  void initial(Bits<W>* rows) const {
    const Bits<W> all = Bits<W>::range(0, frame->places);
    for (unsigned t = 0; t < frame->threads; ++t) map.thread(rows, t, kThread) = all;
    for (unsigned x = 0; x < frame->places; ++x) {
      map.place(rows, x, kAccess) = map.place(rows, x, kWrite) = Bits<W>::single(x);
    }
    if (hasFence) map.fence(rows, kFence) = all;
  }
  bool reached(Bits<W>* rows, unsigned t, unsigned x) const {
    return map.thread(rows, t, kThread).has(x);
  }
  void read(Bits<W>* rows, unsigned t, unsigned x) const {
    map.place(rows, x, kAccess) |= map.thread(rows, t, kThread);
    map.thread(rows, t, kThread) |= map.place(rows, x, kWrite);
  }
  void write(Bits<W>* rows, unsigned t, unsigned x) const {
    Bits<W> now = map.thread(rows, t, kThread) | map.place(rows, x, kAccess);
    now.add(x);
    for (unsigned p = 0; p < frame->threads; ++p) map.thread(rows, p, kThread).remove(x);
    for (unsigned y = 0; y < frame->places; ++y) {
      map.place(rows, y, kAccess).remove(x);
      map.place(rows, y, kWrite).remove(x);
    }
    if (hasFence) map.fence(rows, kFence).remove(x);
    map.thread(rows, t, kThread) = now;
    map.place(rows, x, kAccess) = now;
    map.place(rows, x, kWrite) = now;
  }
  void fence(Bits<W>* rows, unsigned t) const {
    map.thread(rows, t, kThread) |= map.fence(rows, kFence);
    map.fence(rows, kFence) = map.thread(rows, t, kThread);
  }
  // Forgets all about places that no row of stale values mentions: whether a write to x is
  // reached matters only to a thread that could still miss it, and only a further write to
  // x, which resets this column, can bring such a thread about. Rows are forgotten with
  // their readers: SM[x] is for who writes x, SW[x] for who reads it, and a thread that
  // tells nobody, not even by reading what others will write, needs ST for itself alone.
  template <class InterestOf>
  void settle(Bits<W>* rows, const Bits<W>& live, const Audience<W>& audience,
              const InterestOf& interest) const {
    for (unsigned t = 0; t < frame->threads; ++t) {
      const Interest<W>& i = interest(t);
      const bool tells = i.speaks || i.readPlaces.meets(audience.mayWrite);
      map.thread(rows, t, kThread) &= tells ? live : live & i.readPlaces;
    }
    for (unsigned x = 0; x < frame->places; ++x) {
      map.place(rows, x, kAccess) &= audience.forWriters(x, live);
      map.place(rows, x, kWrite) &= audience.forReaders(x, live);
    }
    if (hasFence) map.fence(rows, kFence) &= live;
  }

 private:
  const Frame<W>* frame;
  RowMap<W> map;
  bool hasFence;
};

}  // namespace robur
