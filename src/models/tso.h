// Total store order (x86), by monitored SC runs.
//
// Rows over value classes: OR[t] stale writes not yet ordered before t's later reads, OW[t] before
// its later writes, C[t] not excluded by t's own coherence, LW[x] not in the past of the
// last write to x, LM[x] not in the past of all accesses to x. OWN[t] is over monitored cells: t
// wrote the last write to x, so that reading it early from the buffer orders nothing.
//
//   read           unless x in OWN[t]: OR[t] &= LW[x];
//                  OW[t] &= OR[t]; C[t] -= classes(x); LM[x] &= OR[t]
//   write          p = (OW[t] & LM[x]) - classes(x); stamp x in OR, OW, C of p != t, in OR[t],
//                  in LW[z != x], LM[z != x]; C[t] -= classes(x); OW[t] = LW[x] = LM[x] = p
//   RMW            as write, then OR[t] = p
//   fence (sc)     OR[t] = OW[t]; weaker fences do nothing on x86
//   failed CAS     a locked instruction: fence, then read
//   violation      x reached t and t may read a value class of x in OR[t] & C[t]
//                  (a CAS that fails: in OW[t] & C[t], because it flushes first)
//
// A write placed last in modification order is an SC step, so only reads are tested.
#pragma once

#include "models/model.h"

namespace robur {

template <int W>
class Tso : public WithoutRaces<W>, public WithoutNextStep<W> {
 public:
  explicit Tso(const MonitorLayout<W>& f)
      : layout(&f),
        rowPlan{{{"ST", Columns::Cells},
                 {"OWN", Columns::Cells, true},
                 {"OR", Columns::ValueClasses},
                 {"OW", Columns::ValueClasses},
                 {"C", Columns::ValueClasses}},
                {{"SM", Columns::Cells},
                 {"SW", Columns::Cells},
                 {"LW", Columns::ValueClasses},
                 {"LM", Columns::ValueClasses}},
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
    if (!map.thread(rows, t, kOwn).has(x)) oR &= map.cell(rows, x, kLW);
    map.thread(rows, t, kOW) &= oR;
    map.thread(rows, t, kC) -= layout->classesOf[x];
    map.cell(rows, x, kLM) &= oR;
    reach.read(rows, t, x);
  }
  void failedCas(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    fence(rows, t, Order::Sc);
    load(rows, t, x, order);
  }
  void store(Bits<W>* rows, unsigned t, unsigned x, Order, unsigned oldClass) const {
    const Bits<W> past = (map.thread(rows, t, kOW) & map.cell(rows, x, kLM)) - layout->classesOf[x];
    const Bits<W> stamped = Bits<W>::single(oldClass);
    map.addToThreads(rows, kOR, stamped);
    map.addToThreads(rows, kOW, stamped, t);
    map.addToThreads(rows, kC, stamped, t);
    map.cutThreads(rows, kOwn, Bits<W>::full() - Bits<W>::single(x));
    map.addToCells(rows, kLW, stamped, x);
    map.addToCells(rows, kLM, stamped, x);
    map.thread(rows, t, kOwn).add(x);
    map.thread(rows, t, kC) -= layout->classesOf[x];
    map.thread(rows, t, kOW) = map.cell(rows, x, kLW) = map.cell(rows, x, kLM) = past;
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldClass) const {
    store(rows, t, x, order, oldClass);
    map.thread(rows, t, kOR) = map.thread(rows, t, kOW);
  }
  void fence(Bits<W>* rows, unsigned t, Order order) const {
    if (order == Order::Sc) map.thread(rows, t, kOR) = map.thread(rows, t, kOW);
  }

  // As for RA: what is dead in every thread's OR & C stays so until it is stamped again, which sets
  // it in all rows but the writer's. So C[t] matters only where OR[t] has the class too; LW[x] is
  // for threads that may still read x and have something in OR to lose by it, LM[x] likewise for
  // writers and OW. OWN matters only to a thread that would lose something in OR if another thread
  // had written last. (OW is within OR.)
  void dropDead(Bits<W>* rows, const LivenessPerThread<W>& i) const {
    const Bits<W> live = readable(rows, i);
    for (const unsigned k : {kOR, kOW}) map.cutThreads(rows, k, live);
    for (unsigned t = 0; t < layout->threads; ++t) {
      map.thread(rows, t, kC) &= map.thread(rows, t, kOR);
    }
    for (unsigned x = 0; x < layout->cells; ++x) dropDeadInCell(rows, x, i);
    reach.dropDead(rows, layout->cellsOf(live), i);
  }

 private:
  // What some thread could still read.
  Bits<W> readable(Bits<W>* rows, const LivenessPerThread<W>& i) const {
    Bits<W> out = Bits<W>::none();
    for (unsigned t = 0; t < layout->threads; ++t) {
      out |= map.thread(rows, t, kOR) & map.thread(rows, t, kC) & i.readClasses[t];
    }
    return out;
  }

  void dropDeadInCell(Bits<W>* rows, unsigned x, const LivenessPerThread<W>& i) const {
    Bits<W>& lW = map.cell(rows, x, kLW);
    Bits<W> reads = Bits<W>::none(), writes = Bits<W>::none();
    for (unsigned t = 0; t < layout->threads; ++t) {
      const Bits<W> oR = map.thread(rows, t, kOR);
      if (i.writeCells[t].has(x)) writes |= map.thread(rows, t, kOW);
      if (i.readCells[t].has(x)) reads |= oR;
      if (!i.readCells[t].has(x) || !(oR - lW).any()) map.thread(rows, t, kOwn).remove(x);
    }
    lW &= reads;
    map.cell(rows, x, kLM) &= writes;
  }

  static constexpr unsigned kOwn = 1, kOR = 2, kOW = 3, kC = 4, kLW = 2, kLM = 3;

  const MonitorLayout<W>* layout;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

static_assert(MonitorModel<Tso>);

}  // namespace robur
