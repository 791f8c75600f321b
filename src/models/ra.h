// Release/acquire, and strong release/acquire (SRA), by monitored SC runs.
//
// Rows over value classes hold the stale writes still open to their owner: A for reading, B for
// placing a write right after (B leaves out writes followed by an RMW). Fewer bits mean
// more observed; joining knowledge is intersection.
//
//              A rows                                B rows (RA with RMWs only)
//   read       A[t] &= AW[x]                         B[t] &= BW[x]
//   write      stamp x in A[p != t], AW[z != x];     the same
//              A[t] -= classes(x); AW[x] = A[t]
//   RMW        a = A[t] & AW[x]; stamp as write;     b = B[t] & BW[x]; no stamp;
//              A[t] = AW[x] = a - classes(x)           B[t] = BW[x] = b
//   SC fence   an RMW on a reserved location of which nothing can be stale
//   violation  x reached t, and t may see a stale value class of x: A for reads, B for writes
//
// To stamp x is to set the class of the value that a write replaces. Without RMWs on memory
// B equals A and is left out. Under SRA (po, rf and mo acyclic together) a write can only
// go last, so only reads are tested.
#pragma once

#include "models/model.h"

namespace robur {

template <int W, bool Strong>
class RaFamily : public WithoutRaces<W>, public WithoutNextStep<W> {
 public:
  explicit RaFamily(const MonitorLayout<W>& f)
      : layout(&f),
        twins(!Strong && f.fragment.updates),
        rowPlan(makePlan(f, twins)),
        map(f, rowPlan),
        reach(f, map, f.fragment.scFences) {}

  const RowPlan& plan() const { return rowPlan; }
  const RowMap<W>& rowMap() const { return map; }
  void initial(Bits<W>* rows) const {
    for (unsigned i = 0; i < map.size(); ++i) rows[i] = Bits<W>::none();
    reach.initial(rows);
  }

  bool reached(Bits<W>* rows, unsigned t, unsigned x) const { return reach.reached(rows, t, x); }
  // The other half of the test: given that x reached t, is something open to the access?
  bool stale(Bits<W>* rows, unsigned t, const Outcomes<W>& may) const {
    if (map.thread(rows, t, kA).meets(may.read)) return true;
    return !Strong && map.thread(rows, t, twins ? kB : kA).meets(may.update);
  }

  void load(Bits<W>* rows, unsigned t, unsigned x, Order) const {
    map.thread(rows, t, kA) &= map.cell(rows, x, kAW);
    if (twins) map.thread(rows, t, kB) &= map.cell(rows, x, kBW);
    reach.read(rows, t, x);
  }
  void failedCas(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    load(rows, t, x, order);
  }
  void store(Bits<W>* rows, unsigned t, unsigned x, Order, unsigned oldClass) const {
    for (unsigned k = 0; k < (twins ? 2u : 1u); ++k) {
      stamp(rows, t, x, k, oldClass);
      map.thread(rows, t, kA + k) -= layout->classesOf[x];
      map.cell(rows, x, kAW + k) = map.thread(rows, t, kA + k);
    }
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order, unsigned oldClass) const {
    const Bits<W> a = map.thread(rows, t, kA) & map.cell(rows, x, kAW);
    stamp(rows, t, x, 0, oldClass);
    map.thread(rows, t, kA) = map.cell(rows, x, kAW) = a - layout->classesOf[x];
    if (twins) {
      const Bits<W> b = map.thread(rows, t, kB) & map.cell(rows, x, kBW);
      map.thread(rows, t, kB) = map.cell(rows, x, kBW) = b;
    }
    reach.write(rows, t, x);
  }
  void fence(Bits<W>* rows, unsigned t, Order order) const {
    if (order != Order::Sc) return;
    for (unsigned k = 0; k < (twins ? 2u : 1u); ++k) {
      map.thread(rows, t, kA + k) &= map.fence(rows, kAF + k);
      map.fence(rows, kAF + k) = map.thread(rows, t, kA + k);
    }
    reach.fence(rows, t);
  }

  // A stale value class that no thread may still take becomes live again only when it is stamped
  // again, which sets it in every row but the writer's: until then it can be dropped. The row of a
  // cell matters only while some thread may read the cell.
  void dropDead(Bits<W>* rows, const LivenessPerThread<W>& i) const {
    Bits<W> a = map.common(rows, kA, i.readClasses);
    Bits<W> b = Bits<W>::none();
    if constexpr (!Strong) b = map.common(rows, twins ? kB : kA, i.writeClasses);
    if (!twins) a |= b;
    const Bits<W> mayRead = unionOf<W>(i.readCells);
    map.cutThreads(rows, kA, a, i.needed);
    map.cutCells(rows, kAW, a, mayRead);
    if (layout->fragment.scFences) map.fence(rows, kAF) &= a;
    if (twins) {
      map.cutThreads(rows, kB, b, i.speaks);
      map.cutCells(rows, kBW, b, mayRead);
      if (layout->fragment.scFences) map.fence(rows, kBF) &= b;
    }
    reach.dropDead(rows, layout->cellsOf(a | b), i);
  }

 private:
  static constexpr unsigned kA = 1, kB = 2, kAW = 2, kBW = 3, kAF = 1, kBF = 2;

  static RowPlan makePlan(const MonitorLayout<W>& f, bool twins) {
    RowPlan plan{{{"ST", Columns::Cells}, {"A", Columns::ValueClasses}},
                 {{"SM", Columns::Cells}, {"SW", Columns::Cells}, {"AW", Columns::ValueClasses}},
                 {}};
    if (f.fragment.scFences) plan.fence = {{"SF", Columns::Cells}, {"AF", Columns::ValueClasses}};
    if (twins) {
      plan.thread.push_back({"B", Columns::ValueClasses});
      plan.cell.push_back({"BW", Columns::ValueClasses});
      if (f.fragment.scFences) plan.fence.push_back({"BF", Columns::ValueClasses});
    }
    return plan;
  }
  void stamp(Bits<W>* rows, unsigned t, unsigned x, unsigned k, unsigned valueClass) const {
    const Bits<W> stamped = Bits<W>::single(valueClass);
    map.addToThreads(rows, kA + k, stamped, t);
    map.addToCells(rows, kAW + k, stamped, x);
    if (layout->fragment.scFences) map.fence(rows, kAF + k) |= stamped;
  }

  const MonitorLayout<W>* layout;
  bool twins;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

template <int W>
using Ra = RaFamily<W, false>;

static_assert(MonitorModel<Ra>);

}  // namespace robur
