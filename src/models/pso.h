// Partial store order (SPARC), by monitored SC runs: TSO with a store buffer per location.
//
// Stores of one thread to different locations may become visible in any order, so what a thread's
// writes follow depends on its fences. Rows over value classes hold the stale writes that are not
// in the past of what the row names; OF[t] is within OW[t], and OW[t] within OR[t]:
//
//   OR[t]   what t's later reads are ordered after: its reads, and all before its last full fence
//   OW[t]   what its later writes are ordered after: the same, and all before its release fences
//   OF[t]   what a full fence now would be ordered after: all that t has done
//   C[t]    what t has accessed at the same location (coherence)
//   LW[x]   the last write to x             LM[x]   all accesses to x
//   OWN[t]  over cells: t wrote the last write to x; reading it from the buffer orders nothing
//
//   read           unless x in OWN[t]: OR[t] &= LW[x];
//                  OW[t] &= OR[t]; OF[t] &= OR[t]; C[t] -= classes(x); LM[x] &= OR[t]
//   write          p = OW[t] & LM[x]; stamp x in all rows but OF[t], C[t], LW[x] and LM[x];
//                  OF[t] &= p; C[t] -= classes(x); LW[x] = LM[x] = p
//   RMW            p = OF[t] & LM[x]; stamp x as a write does [twins: no stamp];
//                  OR[t] = OW[t] = OF[t] = LW[x] = LM[x] = p; C[t] -= classes(x)
//   release fence  OW[t] = OF[t] (SPARC's STBAR; acq_rel alike). Acquire fences do nothing.
//   sc fence       OR[t] = OW[t] = OF[t]
//   failed CAS     a locked instruction: sc fence, then read
//   violation      x reached t, and t may take a value class of x that is open to it: for a read
//                  in OR[t] & C[t], for a CAS that fails in OF[t], for a write in OW[t] & C[t],
//                  for an RMW in OF[t], where the last two are of the twins
//
// To stamp x is to set the class of the value that a write replaces. Modification order and program
// order may disagree here (2+2W), so writes are tested as well as reads. As in RA, nothing can be
// placed between a write and the RMW that follows it: if memory has RMWs, all rows over value
// classes have twins that leave out writes followed by an RMW. LW[x] and LM[x] never have classes
// of x, since they are stamped for other locations only; therefore OF[t] is within C[t].
#pragma once

#include "models/model.h"

namespace robur {

template <int W>
class Pso : public WithoutRaces<W>, public WithoutNextStep<W> {
 public:
  explicit Pso(const MonitorLayout<W>& f)
      : layout(&f),
        kinds(f.fragment.updates ? 2 : 1),
        rowPlan(makePlan()),
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
    const unsigned k = kinds - 1;
    const Bits<W> read = may.locked ? row(rows, t, kOF, 0) : open(rows, t, kOR, 0);
    const Bits<W> write = may.locked ? row(rows, t, kOF, k) : open(rows, t, kOW, k);
    return read.meets(may.read) || write.meets(may.update);
  }

  void load(Bits<W>* rows, unsigned t, unsigned x, Order) const {
    const bool own = map.thread(rows, t, kOwn).has(x);
    for (unsigned k = 0; k < kinds; ++k) {
      Bits<W>& oR = row(rows, t, kOR, k);
      if (!own) oR &= cellRow(rows, x, kLW, k);
      row(rows, t, kOW, k) &= oR;
      row(rows, t, kOF, k) &= oR;
      row(rows, t, kC, k) -= layout->classesOf[x];
      cellRow(rows, x, kLM, k) &= oR;
    }
    reach.read(rows, t, x);
  }
  void failedCas(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    fence(rows, t, Order::Sc);
    load(rows, t, x, order);
  }
  void store(Bits<W>* rows, unsigned t, unsigned x, Order, unsigned oldClass) const {
    for (unsigned k = 0; k < kinds; ++k) {
      const Bits<W> past = row(rows, t, kOW, k) & cellRow(rows, x, kLM, k);
      stamp(rows, t, x, k, oldClass);
      row(rows, t, kOF, k) &= past;
      written(rows, t, x, k, past);
    }
    own(rows, t, x);
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order, unsigned oldClass) const {
    for (unsigned k = 0; k < kinds; ++k) {
      const Bits<W> past = row(rows, t, kOF, k) & cellRow(rows, x, kLM, k);
      if (k == 0) stamp(rows, t, x, k, oldClass);
      row(rows, t, kOR, k) = row(rows, t, kOW, k) = row(rows, t, kOF, k) = past;
      written(rows, t, x, k, past);
    }
    own(rows, t, x);
    reach.write(rows, t, x);
  }
  void fence(Bits<W>* rows, unsigned t, Order order) const {
    for (unsigned k = 0; k < kinds; ++k) {
      if (releases(order)) row(rows, t, kOW, k) = row(rows, t, kOF, k);
      if (order == Order::Sc) row(rows, t, kOR, k) = row(rows, t, kOF, k);
    }
  }

  // As for TSO: what no thread can take stays dead until it is stamped again, and a row that a
  // stamp leaves out has no class of that location. C[t] is consulted together with OR[t] only (its
  // twin: OW[t]), OW[t] and OF[t] by threads that will write or make a fence, LW[x] by threads that
  // may read x and have something in OR to lose by it, LM[x] by writers of x and OW.
  void dropDead(Bits<W>* rows, const LivenessPerThread<W>& i) const {
    Bits<W> live[2] = {available(rows, kOR, 0, i.readClasses), Bits<W>::none()};
    live[kinds - 1] |= available(rows, kOW, kinds - 1, i.writeClasses);
    for (unsigned k = 0; k < kinds; ++k) {
      map.cutThreads(rows, rowOf(kOR, k), live[k]);
      map.cutThreads(rows, rowOf(kOW, k), live[k], i.speaks);
      map.cutThreads(rows, rowOf(kOF, k), live[k], i.speaks);
      for (unsigned t = 0; t < layout->threads; ++t) {
        row(rows, t, kC, k) &= row(rows, t, k == 0 ? kOR : kOW, k);
      }
    }
    for (unsigned x = 0; x < layout->cells; ++x) dropDeadInCell(rows, x, i);
    reach.dropDead(rows, layout->cellsOf(live[0] | live[1]), i);
  }

 private:
  static constexpr unsigned kOwn = 1;
  static constexpr unsigned kOR = 2, kOW = 3, kOF = 4, kC = 5, kPerThread = 4;  // of each kind
  static constexpr unsigned kLW = 2, kLM = 3, kPerCell = 2;

  RowPlan makePlan() const {
    RowPlan plan{{{"ST", Columns::Cells}, {"OWN", Columns::Cells, true}},
                 {{"SM", Columns::Cells}, {"SW", Columns::Cells}},
                 {}};
    for (unsigned k = 0; k < kinds; ++k) {
      const char* twin = k == 0 ? "" : "'";
      for (const char* name : {"OR", "OW", "OF", "C"}) {
        plan.thread.push_back({std::string(name) + twin, Columns::ValueClasses});
      }
      for (const char* name : {"LW", "LM"}) {
        plan.cell.push_back({std::string(name) + twin, Columns::ValueClasses});
      }
    }
    return plan;
  }

  static unsigned rowOf(unsigned name, unsigned k) { return name + k * kPerThread; }
  Bits<W>& row(Bits<W>* rows, unsigned t, unsigned name, unsigned k) const {
    return map.thread(rows, t, rowOf(name, k));
  }
  Bits<W>& cellRow(Bits<W>* rows, unsigned x, unsigned name, unsigned k) const {
    return map.cell(rows, x, name + k * kPerCell);
  }
  Bits<W> open(Bits<W>* rows, unsigned t, unsigned name, unsigned k) const {
    return row(rows, t, name, k) & row(rows, t, kC, k);
  }
  // What some thread could still take through this row.
  Bits<W> available(Bits<W>* rows, unsigned name, unsigned k, const PerThread<W>& sets) const {
    Bits<W> out = Bits<W>::none();
    for (unsigned t = 0; t < layout->threads; ++t) out |= open(rows, t, name, k) & sets[t];
    return out;
  }

  void stamp(Bits<W>* rows, unsigned t, unsigned x, unsigned k, unsigned oldClass) const {
    const Bits<W> stamped = Bits<W>::single(oldClass);
    map.addToThreads(rows, rowOf(kOR, k), stamped);
    map.addToThreads(rows, rowOf(kOW, k), stamped);
    map.addToThreads(rows, rowOf(kOF, k), stamped, t);
    map.addToThreads(rows, rowOf(kC, k), stamped, t);
    map.addToCells(rows, kLW + k * kPerCell, stamped, x);
    map.addToCells(rows, kLM + k * kPerCell, stamped, x);
  }
  void written(Bits<W>* rows, unsigned t, unsigned x, unsigned k, const Bits<W>& past) const {
    row(rows, t, kC, k) -= layout->classesOf[x];
    cellRow(rows, x, kLW, k) = cellRow(rows, x, kLM, k) = past;
  }
  void own(Bits<W>* rows, unsigned t, unsigned x) const {
    map.cutThreads(rows, kOwn, Bits<W>::full() - Bits<W>::single(x));
    map.thread(rows, t, kOwn).add(x);
  }

  // OWN matters to a thread that would lose something in OR if another had written last.
  void dropDeadInCell(Bits<W>* rows, unsigned x, const LivenessPerThread<W>& i) const {
    for (unsigned t = 0; t < layout->threads; ++t) {
      bool loses = false;
      for (unsigned k = 0; k < kinds && i.readCells[t].has(x); ++k) {
        loses = loses || (row(rows, t, kOR, k) - cellRow(rows, x, kLW, k)).any();
      }
      if (!loses) map.thread(rows, t, kOwn).remove(x);
    }
    for (unsigned k = 0; k < kinds; ++k) {
      Bits<W> reads = Bits<W>::none(), writes = Bits<W>::none();
      for (unsigned t = 0; t < layout->threads; ++t) {
        if (i.readCells[t].has(x)) reads |= row(rows, t, kOR, k);
        if (i.writeCells[t].has(x)) writes |= row(rows, t, kOW, k);
      }
      cellRow(rows, x, kLW, k) &= reads;
      cellRow(rows, x, kLM, k) &= writes;
    }
  }

  const MonitorLayout<W>* layout;
  unsigned kinds;  // rows, and their twins if memory has RMWs
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

static_assert(MonitorModel<Pso>);

}  // namespace robur
