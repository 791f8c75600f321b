// RC20: relaxed, acquire and release accesses, fences, release sequences, data races.
//
// Rows over value classes, each holding the stale writes still open to its owner: cur[t] now,
// acq[t] if t made an acquire fence now, rel[t] at t's last release fence, W[x] to a
// thread that acquires the last write to x. Twins of all four (in brackets below: what they do
// differently) leave out writes whose successor is an RMW: nothing can be placed there.
//
//   read part     acq[t] &= W[x]; an acquire read: cur[t] &= W[x];
//                 cur[t] -= classes(x); acq[t] -= classes(x)
//   write part    m = a release write: cur[t], else rel[t]; for an RMW m &= old W[x];
//                 stamp x in cur, acq, rel of p != t, in rel[t], in W[z != x]  [RMW: no stamp];
//                 cur[t] -= classes(x); acq[t] -= classes(x); W[x] = m - classes(x)
//   fences        acquire: cur[t] = acq[t]; release: rel[t] = cur[t];
//                 sc: acquire fence, acq_rel RMW on a reserved location, release fence
//   violation     x reached t, and t may see a stale value class of x: cur for reads, its twin
//                 for writes
//
// Each plain cell d has a shadow per thread, one more column of cur, acq, rel and W (not of
// the twins). A plain read by t touches d#t, a plain write every shadow of d. Touching s
// while cur[t] has s is a data race; afterwards s is set in rel[t], in cur, acq, rel of
// every other thread and in every W[x].
//
// Rows that cannot differ from others are left out: acq if every read acquires or there is no
// acquire fence, rel if every write releases, twins if there is no RMW on memory.
#pragma once

#include "models/model.h"

namespace robur {

template <int W>
class Rc20 : public WithoutNextStep<W> {
 public:
  explicit Rc20(const MonitorLayout<W>& f)
      : layout(&f),
        hasAcq(f.fragment.weakReads && f.fragment.acquireFences),
        hasRel(f.fragment.weakWrites),
        kinds(f.fragment.updates ? 2 : 1),
        perKind(1 + (hasAcq ? 1u : 0u) + (hasRel ? 1u : 0u)),
        rowPlan(makePlan()),
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
    return cur(rows, t, 0).meets(may.read) || cur(rows, t, kinds - 1).meets(may.update);
  }

  void load(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    for (unsigned k = 0; k < kinds; ++k) readPart(rows, t, x, order, k);
    reach.read(rows, t, x);
  }
  void failedCas(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    load(rows, t, x, order);
  }
  void store(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldClass) const {
    for (unsigned k = 0; k < kinds; ++k) {
      const Bits<W> message = releases(order) || !hasRel ? cur(rows, t, k) : rel(rows, t, k);
      stamp(rows, t, x, k, oldClass);
      forgetOwn(rows, t, x, k);
      msg(rows, x, k) = message - layout->classesOf[x];
    }
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldClass) const {
    for (unsigned k = 0; k < kinds; ++k) {
      readPart(rows, t, x, order, k);
      Bits<W> message = releases(order) || !hasRel ? cur(rows, t, k) : rel(rows, t, k);
      message &= msg(rows, x, k);
      if (k == 0) stamp(rows, t, x, k, oldClass);
      forgetOwn(rows, t, x, k);
      msg(rows, x, k) = message - layout->classesOf[x];
    }
    reach.write(rows, t, x);
  }
  void fence(Bits<W>* rows, unsigned t, Order order) const {
    for (unsigned k = 0; k < kinds; ++k) {
      if (acquires(order) && hasAcq) cur(rows, t, k) = acq(rows, t, k);
      if (order == Order::Sc) {
        cur(rows, t, k) &= map.fence(rows, kMF + k);
        map.fence(rows, kMF + k) = cur(rows, t, k);
        if (hasAcq) acq(rows, t, k) = cur(rows, t, k);
      }
      if (releases(order) && hasRel) rel(rows, t, k) = cur(rows, t, k);
    }
    if (order == Order::Sc) reach.fence(rows, t);
  }

  // Plain accesses: is there a race, and what the access leaves behind.
  bool races(Bits<W>* rows, unsigned t, const Bits<W>& shadows) const {
    return cur(rows, t, 0).meets(shadows);
  }
  void touch(Bits<W>* rows, unsigned t, const Bits<W>& shadows) const {
    spread(rows, t, 0, shadows);
    map.addToCells(rows, kMsg, shadows);
    if (layout->fragment.scFences) map.fence(rows, kMF) |= shadows;
  }

  // As for RA; everything is consulted through cur.
  void dropDead(Bits<W>* rows, const LivenessPerThread<W>& i) const {
    Bits<W> live[2] = {map.common(rows, curRow(0), i.readClasses), Bits<W>::none()};
    live[kinds - 1] |= map.common(rows, curRow(kinds - 1), i.writeClasses);
    const Bits<W> mayRead = unionOf<W>(i.readCells);
    for (unsigned k = 0; k < kinds; ++k) {
      for (unsigned j = curRow(k); j < curRow(k) + perKind; ++j) {
        const bool forOthers = k == 1 || (hasRel && j == relRow(k));
        map.cutThreads(rows, j, live[k], forOthers ? i.speaks : i.needed);
      }
      map.cutCells(rows, kMsg + k, live[k], mayRead);
      if (layout->fragment.scFences) map.fence(rows, kMF + k) &= live[k];
    }
    reach.dropDead(rows, layout->cellsOf(live[0] | live[1]), i);
  }

 private:
  static constexpr unsigned kMsg = 2, kMF = 1;

  RowPlan makePlan() const {
    RowPlan plan{{{"ST", Columns::Cells}}, {{"SM", Columns::Cells}, {"SW", Columns::Cells}}, {}};
    if (layout->fragment.scFences) plan.fence.push_back({"SF", Columns::Cells});
    for (unsigned k = 0; k < kinds; ++k) {
      const Columns columns = k == 0 ? Columns::ValueClassesAndShadows : Columns::ValueClasses;
      plan.thread.push_back({k == 0 ? "cur" : "cur'", columns});
      if (hasAcq) plan.thread.push_back({k == 0 ? "acq" : "acq'", columns});
      if (hasRel) plan.thread.push_back({k == 0 ? "rel" : "rel'", columns});
      plan.cell.push_back({k == 0 ? "W" : "W'", columns});
      if (layout->fragment.scFences) plan.fence.push_back({k == 0 ? "WF" : "WF'", columns});
    }
    return plan;
  }

  unsigned curRow(unsigned k) const { return 1 + k * perKind; }
  unsigned acqRow(unsigned k) const { return 2 + k * perKind; }
  unsigned relRow(unsigned k) const { return (hasAcq ? 3 : 2) + k * perKind; }
  Bits<W>& cur(Bits<W>* rows, unsigned t, unsigned k) const {
    return map.thread(rows, t, curRow(k));
  }
  Bits<W>& acq(Bits<W>* rows, unsigned t, unsigned k) const {
    return map.thread(rows, t, acqRow(k));
  }
  Bits<W>& rel(Bits<W>* rows, unsigned t, unsigned k) const {
    return map.thread(rows, t, relRow(k));
  }
  Bits<W>& msg(Bits<W>* rows, unsigned x, unsigned k) const { return map.cell(rows, x, kMsg + k); }

  void forgetOwn(Bits<W>* rows, unsigned t, unsigned x, unsigned k) const {
    cur(rows, t, k) -= layout->classesOf[x];
    if (hasAcq) acq(rows, t, k) -= layout->classesOf[x];
  }
  void readPart(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned k) const {
    if (hasAcq) acq(rows, t, k) &= msg(rows, x, k);
    if (acquires(order)) cur(rows, t, k) &= msg(rows, x, k);
    forgetOwn(rows, t, x, k);
  }
  // Sets columns in all rows but cur[t] and acq[t].
  void spread(Bits<W>* rows, unsigned t, unsigned k, const Bits<W>& columns) const {
    map.addToThreads(rows, curRow(k), columns, t);
    if (hasAcq) map.addToThreads(rows, acqRow(k), columns, t);
    if (hasRel) map.addToThreads(rows, relRow(k), columns);
  }
  void stamp(Bits<W>* rows, unsigned t, unsigned x, unsigned k, unsigned valueClass) const {
    const Bits<W> stamped = Bits<W>::single(valueClass);
    spread(rows, t, k, stamped);
    map.addToCells(rows, kMsg + k, stamped, x);
    if (layout->fragment.scFences) map.fence(rows, kMF + k) |= stamped;
  }
  const MonitorLayout<W>* layout;
  bool hasAcq;
  bool hasRel;
  unsigned kinds;
  unsigned perKind;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

static_assert(MonitorModel<Rc20>);

}  // namespace robur
