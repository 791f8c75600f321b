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

#include "models/model.h"

namespace robur {

template <int W>
class Tso : public WithoutRaces<W>, public WithoutNextStep<W> {
 public:
  explicit Tso(const Frame<W>& f)
      : frame(&f),
        rowPlan{{{"ST", Columns::Places},
                 {"OWN", Columns::Places, true},
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
  const RowMap<W>& rowMap() const { return map; }
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
    const Bits<W> stamped = Bits<W>::single(oldSlot);
    map.addToThreads(rows, kOR, stamped);
    map.addToThreads(rows, kOW, stamped, t);
    map.addToThreads(rows, kC, stamped, t);
    map.cutThreads(rows, kOwn, Bits<W>::full() - Bits<W>::single(x));
    map.addToPlaces(rows, kLW, stamped, x);
    map.addToPlaces(rows, kLM, stamped, x);
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

  // As for RA: what is dead in every thread's OR & C stays so until stamped again, and a stamp is
  // laid into all rows but the writer's. So what is not in OR[t] is not asked for in C[t]; LW[x] is
  // for threads that may still read x and have something in OR to lose by it, LM[x] likewise for
  // writers and OW. Who wrote last matters only to a thread that would lose something in OR if
  // it had been another. (OW is within OR.)
  void settle(Bits<W>* rows, const Interests<W>& i) const {
    const Bits<W> live = readable(rows, i);
    for (const unsigned k : {kOR, kOW}) map.cutThreads(rows, k, live);
    for (unsigned t = 0; t < frame->threads; ++t) {
      map.thread(rows, t, kC) &= map.thread(rows, t, kOR);
    }
    for (unsigned x = 0; x < frame->places; ++x) settlePlace(rows, x, i);
    reach.settle(rows, frame->placesOf(live), i);
  }

 private:
  // What some thread could still read.
  Bits<W> readable(Bits<W>* rows, const Interests<W>& i) const {
    Bits<W> out = Bits<W>::none();
    for (unsigned t = 0; t < frame->threads; ++t) {
      out |= map.thread(rows, t, kOR) & map.thread(rows, t, kC) & i.readSlots[t];
    }
    return out;
  }

  void settlePlace(Bits<W>* rows, unsigned x, const Interests<W>& i) const {
    Bits<W>& lW = map.place(rows, x, kLW);
    Bits<W> reads = Bits<W>::none(), writes = Bits<W>::none();
    for (unsigned t = 0; t < frame->threads; ++t) {
      const Bits<W> oR = map.thread(rows, t, kOR);
      if (i.writePlaces[t].has(x)) writes |= map.thread(rows, t, kOW);
      if (i.readPlaces[t].has(x)) reads |= oR;
      if (!i.readPlaces[t].has(x) || !(oR - lW).any()) map.thread(rows, t, kOwn).remove(x);
    }
    lW &= reads;
    map.place(rows, x, kLM) &= writes;
  }

  static constexpr unsigned kOwn = 1, kOR = 2, kOW = 3, kC = 4, kLW = 2, kLM = 3;

  const Frame<W>* frame;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

static_assert(MonitorModel<Tso>);

}  // namespace robur
