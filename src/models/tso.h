// Total store order (x86), by monitored SC runs.
//
// Rows over slots: OR[t] stale writes not yet ordered before t's later reads, OW[t] before
// its later writes, C[t] not excluded by t's own coherence, LW[x] not in the past of the
// last write to x, LM[x] not in the past of all accesses to x. OWN[t] is over places: t
// wrote the last write to x, so that reading it early from the buffer orders nothing.
//
//   read           unless x in OWN[t]: OR[t] &= LW[x];
//                  OW[t] &= OR[t]; C[t] -= slots(x); LM[x] &= OR[t]
//   write          p = (OW[t] & LM[x]) - slots(x); stamp x in OR, OW, C of p != t, in OR[t],
//                  in LW[z != x], LM[z != x]; C[t] -= slots(x); OW[t] = LW[x] = LM[x] = p
//   RMW            as write, then OR[t] = p
//   fence (sc)     OR[t] = OW[t]; weaker fences are nothing to x86
//   failed CAS     a locked instruction: fence, then read
//   violation      x reached t and t may read a slot of x in OR[t] & C[t]
//                  (a CAS that fails: in OW[t] & C[t], because it flushes first)
//
// A write placed last in modification order is an SC step, so only reads are tested.
#pragma once

#include "models/rows.h"
#include "program/types.h"

namespace robur {

template <int W>
class Tso {
 public:
  explicit Tso(const Frame<W>& f)
      : frame(&f),
        rowPlan{{{"ST", Columns::Places},
                 {"OWN", Columns::Places},
                 {"OR", Columns::Slots},
                 {"OW", Columns::Slots},
                 {"C", Columns::Slots}},
                {{"SM", Columns::Places},
                 {"SW", Columns::Places},
                 {"LW", Columns::Slots},
                 {"LM", Columns::Slots}},
                {}},
        map(f, rowPlan),
        reach(f, map, false) {}

  const RowPlan& plan() const { return rowPlan; }
  unsigned rowCount() const { return map.size(); }
  void initial(Bits<W>* rows) const {
    for (unsigned i = 0; i < map.size(); ++i) rows[i] = Bits<W>::none();
    reach.initial(rows);
  }

  bool reached(Bits<W>* rows, unsigned t, unsigned x) const { return reach.reached(rows, t, x); }
  // The other half of the test: given that x reached t, is something open to the access?
  bool stale(Bits<W>* rows, unsigned t, const Outcomes<W>& may) const {
    // Only a CAS has both kinds of outcome.
    const bool locked = may.update.any();
    const Bits<W> open = map.thread(rows, t, locked ? kOW : kOR) & map.thread(rows, t, kC);
    return open.meets(may.read);
  }

  void load(Bits<W>* rows, unsigned t, unsigned x, Order) const {
    Bits<W>& oR = map.thread(rows, t, kOR);
    if (!map.thread(rows, t, kOwn).has(x)) oR &= map.place(rows, x, kLW);
    map.thread(rows, t, kOW) &= oR;
    map.thread(rows, t, kC) -= frame->slotsOf[x];
    map.place(rows, x, kLM) &= oR;
    reach.read(rows, t, x);
  }
  void failedCas(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    fence(rows, t, Order::Sc);
    load(rows, t, x, order);
  }
  void store(Bits<W>* rows, unsigned t, unsigned x, Order, unsigned oldSlot) const {
    const Bits<W> past = (map.thread(rows, t, kOW) & map.place(rows, x, kLM)) - frame->slotsOf[x];
    for (unsigned p = 0; p < frame->threads; ++p) {
      map.thread(rows, p, kOR).add(oldSlot);
      if (p == t) continue;
      map.thread(rows, p, kOW).add(oldSlot);
      map.thread(rows, p, kC).add(oldSlot);
      map.thread(rows, p, kOwn).remove(x);
    }
    for (unsigned z = 0; z < frame->places; ++z) {
      if (z == x) continue;
      map.place(rows, z, kLW).add(oldSlot);
      map.place(rows, z, kLM).add(oldSlot);
    }
    map.thread(rows, t, kOwn).add(x);
    map.thread(rows, t, kC) -= frame->slotsOf[x];
    map.thread(rows, t, kOW) = map.place(rows, x, kLW) = map.place(rows, x, kLM) = past;
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldSlot) const {
    store(rows, t, x, order, oldSlot);
    map.thread(rows, t, kOR) = map.thread(rows, t, kOW);
  }
  void fence(Bits<W>* rows, unsigned t, Order order) const {
    if (order == Order::Sc) map.thread(rows, t, kOR) = map.thread(rows, t, kOW);
  }

  // As for RA: what is dead in every thread's OR & C stays so until stamped again. Who wrote
  // last matters only to a thread that may still read the place; so does LW, and LM to one
  // that may still write it.
  template <class InterestOf>
  void settle(Bits<W>* rows, const InterestOf& interest) const {
    Bits<W> live = Bits<W>::none();
    const Audience<W> audience(frame->threads, interest);
    for (unsigned t = 0; t < frame->threads; ++t) {
      const Interest<W>& i = interest(t);
      live |= map.thread(rows, t, kOR) & map.thread(rows, t, kC) & i.readSlots;
    }
    for (unsigned t = 0; t < frame->threads; ++t) {
      for (const unsigned k : {kOR, kOW, kC}) map.thread(rows, t, k) &= live;
      map.thread(rows, t, kOwn) &= interest(t).readPlaces;
    }
    for (unsigned x = 0; x < frame->places; ++x) {
      map.place(rows, x, kLW) &= audience.forReaders(x, live);
      map.place(rows, x, kLM) &= audience.forWriters(x, live);
    }
    reach.settle(rows, frame->placesOf(live), audience, interest);
  }

 private:
  static constexpr unsigned kOwn = 1, kOR = 2, kOW = 3, kC = 4, kLW = 2, kLM = 3;

  const Frame<W>* frame;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

}  // namespace robur
