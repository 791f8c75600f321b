// RC11: RC20 extended by sc accesses, and by SC fences that are ordered by psc, exactly.
//
// An access that misses a write closes a psc cycle only if the cycle leaves it through reads-before
// or modification order, either from the access itself if it is sc, or from an SC fence that
// happens before it. So besides the rows for what coherence forbids (V, the rows of RC20) there are
// rows for what is psc-observed. As in every model, a row holds the stale writes that are NOT
// observed, joining is intersection, and fewer bits mean more observed. For an sc access or SC
// fence e let
//
//   P(e)   the writes w with w psc* e if w is sc, or w hb f psc* e for an SC fence f
//   PQ(e)  those, and the writes read by something that happens before such an f
//
// Rows exist in version P and in version PQ. "family &= r" applies to cur and acq of thread t.
//
//   V      coherence, and PQ of SC fences that happened before      family
//   K      what an SC fence would observe here                      family
//   F      P of the SC fences that happened before                  family
//   N      P of the sc accesses e with e po-elsewhere; hb? here     family
//   X[x]   P of the sc writes to x that happened before             family
//   SP     P of t's last sc access              NN   N.cur when t was last away from AT
//   MS     P of all sc accesses to x            MF   P of SC fences before some access to x
//   WS     P of the last sc write to x          WF   MF as of the last write to x
//   AT     the cell that t's last step accessed, if it accessed one
//
//   every step    W, RMW of x: stamp x in every row of every thread and cell [twins: not RMW]
//                 not at AT: N &= SP; NN = N.cur; then AT = {x} or, after fences
//                 and plain accesses, nothing
//   read part     every family: acq &= W[x], an acquire read: cur &= W[x]
//   R             V -= classes(x);  K &= WF[x], in version PQ K -= classes(x)
//   W, RMW        V -= classes(x);  K &= (MS[x] & MF[x]) - classes(x)
//   if it is sc   p = SP & NN & (R: X[x].cur or WS[x]; W, RMW: (MS[x] & MF[x]) - classes(x));
//                 SP = p; MS[x] &= p; W, RMW: X[x] &= p, WS[x] = p
//   any access    MF[x] &= F.cur; W, RMW: WF[x] = MF[x]
//   write part    every family: W[x] = (a release write: cur, else rel) & (RMW: old W[x])
//   fences        acquire: every cur = acq; sc: F &= K.cur, V &= K.cur of version PQ;
//                 release: every rel = cur
//   violation     as RC20 by V.cur; if the access is sc, by V.cur & SP & N.cur of version P
//
// Value classes of x in V.W[x], in MS[x] and in version PQ of MF[x] carry no information and are
// removed. Data races are those of RC20: shadows are columns of V.
#pragma once

#include "models/model.h"
#include "models/rc11_rows.h"

namespace robur {

template <int W>
class Rc11 {
 public:
  // Only AT depends on the cell that a thread accesses next.
  bool asksForNext() const { return at.accesses; }

  explicit Rc11(const MonitorLayout<W>& f)
      : layout(&f), at(f), rowPlan(at.plan()), map(f, rowPlan), reach(f, map, false) {
    classes = Bits<W>::range(0, f.classes);
    shadows = Bits<W>::range(f.classes, f.classes + f.shadows);
  }

  const RowPlan& plan() const { return rowPlan; }
  const RowMap<W>& rowMap() const { return map; }
  void initial(Bits<W>* rows) const {
    for (unsigned i = 0; i < map.size(); ++i) rows[i] = Bits<W>::none();
    reach.initial(rows);
  }

  bool reached(Bits<W>* rows, unsigned t, unsigned x) const { return reach.reached(rows, t, x); }
  // The second half of the test: given that x reached t, can the access read or follow a stale
  // write?
  bool stale(Bits<W>* rows, unsigned t, const Outcomes<W>& may) const {
    return open(rows, t, 0, may.readSc).meets(may.read) ||
           open(rows, t, at.kinds - 1, may.updateSc).meets(may.update);
  }

  void load(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    access(rows, t, x, order, Kind::Read, 0);
    reach.read(rows, t, x);
  }
  void failedCas(Bits<W>* rows, unsigned t, unsigned x, Order order) const {
    load(rows, t, x, order);
  }
  void store(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldClass) const {
    access(rows, t, x, order, Kind::Write, oldClass);
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldClass) const {
    access(rows, t, x, order, Kind::Update, oldClass);
    reach.write(rows, t, x);
  }
  void fence(Bits<W>* rows, unsigned t, Order order) const {
    passBy(rows, t);
    for (unsigned k = 0; k < at.kinds; ++k) {
      if (acquires(order) && at.hasAcq) {
        for (unsigned f = 0; f < at.families; ++f) cur(rows, t, k, f) = acq(rows, t, k, f);
      }
      if (order == Order::Sc) {
        for (unsigned q = 0; q < at.versions; ++q) {
          meet(rows, t, k, at.F(q), cur(rows, t, k, at.K(q)));
        }
        meet(rows, t, k, at.kV, cur(rows, t, k, at.K(at.versions - 1)) | shadows);
      }
      if (releases(order) && at.hasRel) {
        for (unsigned f = 0; f < at.families; ++f) rel(rows, t, k, f) = cur(rows, t, k, f);
      }
    }
  }
  // A step of t that accesses no monitored cell: a fence, or an access to plain memory.
  void passBy(Bits<W>* rows, unsigned t) const {
    if (!at.accesses) return;
    for (unsigned k = 0; k < at.kinds; ++k) leave(rows, t, k);
    map.thread(rows, t, at.at()) = Bits<W>::none();
  }

  // Plain accesses: whether one races, and how it changes the rows.
  bool races(Bits<W>* rows, unsigned t, const Bits<W>& touched) const {
    return cur(rows, t, 0, at.kV).meets(touched);
  }
  void touch(Bits<W>* rows, unsigned t, const Bits<W>& touched) const {
    map.addToThreads(rows, at.cur(0, at.kV), touched, t);
    if (at.hasAcq) map.addToThreads(rows, at.acq(0, at.kV), touched, t);
    if (at.hasRel) map.addToThreads(rows, at.rel(0, at.kV), touched);
    map.addToCells(rows, at.msg(0, at.kV), touched);
  }

  // As for RA; all rows take effect through V.cur. A thread that is not at AT next is treated as
  // having left AT already, and AT is cleared once leaving it would change no row. Messages are
  // kept only for cells that may be read. Without sc accesses and SC fences, threads influence each
  // other by messages only, as in RC20.
  void dropDead(Bits<W>* rows, const LivenessPerThread<W>& i) const {
    Bits<W> live[2] = {map.common(rows, at.cur(0, at.kV), i.readClasses), Bits<W>::none()};
    live[at.kinds - 1] |= map.common(rows, at.cur(at.kinds - 1, at.kV), i.writeClasses);
    const Bits<W> mayRead = unionOf<W>(i.readCells);
    for (unsigned k = 0; k < at.kinds; ++k) {
      dropDeadInThreads(rows, k, live[k], i);
      for (unsigned j = at.cellBase(k); j < at.cellBase(k) + at.cellBlock; ++j) {
        if (j < at.msg(k, at.families)) {
          map.cutCells(rows, j, live[k], mayRead);
        } else {
          map.cutCells(rows, j, live[k]);
        }
      }
    }
    reach.dropDead(rows, layout->cellsOf(live[0] | live[1]), i);
    if (!at.accesses) return;
    for (unsigned t = 0; t < layout->threads; ++t) dropDeadAt(rows, t, i.next[t]);
  }

 private:
  enum class Kind : std::uint8_t { Read, Write, Update };
  using ScWrites = typename Rc11Rows<W>::ScWrites;

  Bits<W>& cur(Bits<W>* rows, unsigned t, unsigned k, unsigned f) const {
    return map.thread(rows, t, at.cur(k, f));
  }
  Bits<W>& acq(Bits<W>* rows, unsigned t, unsigned k, unsigned f) const {
    return map.thread(rows, t, at.acq(k, f));
  }
  Bits<W>& rel(Bits<W>* rows, unsigned t, unsigned k, unsigned f) const {
    return map.thread(rows, t, at.rel(k, f));
  }
  Bits<W>& msg(Bits<W>* rows, unsigned x, unsigned k, unsigned f) const {
    return map.cell(rows, x, at.msg(k, f));
  }
  void meet(Bits<W>* rows, unsigned t, unsigned k, unsigned f, const Bits<W>& observed) const {
    cur(rows, t, k, f) &= observed;
    if (at.hasAcq) acq(rows, t, k, f) &= observed;
  }

  Bits<W> open(Bits<W>* rows, unsigned t, unsigned k, bool sc) const {
    const Bits<W>& byCoherence = cur(rows, t, k, at.kV);
    if (!sc) return byCoherence;
    return byCoherence & map.thread(rows, t, at.sp(k, 0)) & cur(rows, t, k, at.N(0));
  }

  void access(Bits<W>* rows, unsigned t, unsigned x, Order order, Kind kind,
              unsigned oldClass) const {
    const bool moved = at.accesses && !map.thread(rows, t, at.at()).has(x);
    for (unsigned k = 0; k < at.kinds; ++k) {
      if (kind == Kind::Write || (kind == Kind::Update && k == 0)) {
        stamp(rows, k, Bits<W>::single(oldClass));
      }
      if (moved) leave(rows, t, k);
      if (kind != Kind::Write) readPart(rows, t, x, order, k);
      cur(rows, t, k, at.kV) -= layout->classesOf[x];
      if (at.hasAcq) acq(rows, t, k, at.kV) -= layout->classesOf[x];
      for (unsigned q = 0; q < at.versions; ++q) observe(rows, t, x, order, kind, k, q);
      if (kind != Kind::Read) writePart(rows, t, x, order, kind, k);
    }
    if (moved) map.thread(rows, t, at.at()) = Bits<W>::single(x);
  }

  // t's next step is not at AT: what its accesses there observed now also counts for its accesses
  // to other monitored cells.
  void leave(Bits<W>* rows, unsigned t, unsigned k) const {
    for (unsigned q = 0; q < at.versions; ++q) {
      meet(rows, t, k, at.N(q), map.thread(rows, t, at.sp(k, q)));
      map.thread(rows, t, at.nn(k, q)) = cur(rows, t, k, at.N(q));
    }
  }

  void readPart(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned k) const {
    for (unsigned f = 0; f < at.families; ++f) {
      if (at.hasAcq) acq(rows, t, k, f) &= msg(rows, x, k, f);
      if (acquires(order)) cur(rows, t, k, f) &= msg(rows, x, k, f);
    }
  }

  // Records what psc orders before the access, and before fences that come after it.
  void observe(Bits<W>* rows, unsigned t, unsigned x, Order order, Kind kind, unsigned k,
               unsigned q) const {
    const bool writes = kind != Kind::Read;
    const Bits<W>& own = layout->classesOf[x];
    const bool forFences = q == at.versions - 1;  // PQ, if there are fences
    Bits<W> before = classes - own;  // of a write: what psc orders before all accesses to x
    if (at.fences) before &= map.cell(rows, x, at.mf(k, q));
    if (at.accesses) before &= map.cell(rows, x, at.ms(k, q));
    if (at.fences) {
      Bits<W> known = writes ? before : map.cell(rows, x, at.wf(k, q));
      if (forFences) known -= own;
      meet(rows, t, k, at.K(q), known);
    }
    if (at.accesses && order == Order::Sc) {
      Bits<W>& sp = map.thread(rows, t, at.sp(k, q));
      sp &= map.thread(rows, t, at.nn(k, q));
      const ScWrites earlier = at.scWrites[x];
      if (writes) {
        sp &= before;
        if (earlier == ScWrites::Family) meet(rows, t, k, at.X(q, x), sp);
        if (earlier == ScWrites::Last) map.cell(rows, x, at.ws(k, q)) = sp;
      } else if (earlier == ScWrites::Family) {
        sp &= cur(rows, t, k, at.X(q, x));
      } else if (earlier == ScWrites::Last) {
        sp &= map.cell(rows, x, at.ws(k, q));
      }
      map.cell(rows, x, at.ms(k, q)) &= sp;
    }
    if (at.accesses) map.cell(rows, x, at.ms(k, q)) -= own;
    if (at.fences) {
      Bits<W>& fencesBefore = map.cell(rows, x, at.mf(k, q));
      fencesBefore &= cur(rows, t, k, at.F(q));
      if (forFences) fencesBefore -= own;
      if (writes) map.cell(rows, x, at.wf(k, q)) = fencesBefore;
    }
  }

  void writePart(Bits<W>* rows, unsigned t, unsigned x, Order order, Kind kind, unsigned k) const {
    for (unsigned f = 0; f < at.families; ++f) {
      Bits<W> message = releases(order) || !at.hasRel ? cur(rows, t, k, f) : rel(rows, t, k, f);
      if (kind == Kind::Update) message &= msg(rows, x, k, f);
      msg(rows, x, k, f) = f == at.kV ? message - layout->classesOf[x] : message;
    }
  }

  // Without sc accesses and SC fences, a thread that does not speak needs only the columns that it
  // may still read.
  void dropDeadInThreads(Bits<W>* rows, unsigned k, const Bits<W>& live,
                         const LivenessPerThread<W>& i) const {
    const bool byMessages = !at.accesses && !at.fences;
    for (unsigned j = at.threadBase(k); j < at.threadBase(k) + at.threadBlock; ++j) {
      if (!byMessages) {
        map.cutThreads(rows, j, live);
      } else {
        const bool forOthers = k == 1 || (at.hasRel && j == at.rel(k, at.kV));
        map.cutThreads(rows, j, live, forOthers ? i.speaks : i.needed);
      }
    }
  }

  void dropDeadAt(Bits<W>* rows, unsigned t, const Bits<W>& next) const {
    Bits<W>& here = map.thread(rows, t, at.at());
    const bool stays = here.meets(next);
    bool leaving = false;  // whether leaving AT would change some row
    for (unsigned k = 0; k < at.kinds; ++k) {
      if (!stays) leave(rows, t, k);
      for (unsigned q = 0; q < at.versions; ++q) {
        const Bits<W>& sp = map.thread(rows, t, at.sp(k, q));
        const Bits<W>& now = cur(rows, t, k, at.N(q));
        leaving = leaving || map.thread(rows, t, at.nn(k, q)) != now || (now - sp).any();
        if (at.hasAcq) leaving = leaving || (acq(rows, t, k, at.N(q)) - sp).any();
      }
    }
    if (!leaving) here = Bits<W>::none();
  }

  // Adds these columns to every row of stale writes of kind k.
  void stamp(Bits<W>* rows, unsigned k, const Bits<W>& stamped) const {
    for (unsigned j = at.threadBase(k); j < at.threadBase(k) + at.threadBlock; ++j) {
      map.addToThreads(rows, j, stamped);
    }
    for (unsigned j = at.cellBase(k); j < at.cellBase(k) + at.cellBlock; ++j) {
      map.addToCells(rows, j, stamped);
    }
  }

  const MonitorLayout<W>* layout;
  Rc11Rows<W> at;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
  Bits<W> classes = Bits<W>::none();  // all value classes
  Bits<W> shadows = Bits<W>::none();  // all shadows
};

static_assert(MonitorModel<Rc11>);

}  // namespace robur
