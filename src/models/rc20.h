// RC20: relaxed, acquire and release accesses, fences, release sequences, data races.
//
// Rows over slots, each holding the stale writes still open to its owner: cur[t] now,
// acq[t] if t made an acquire fence now, rel[t] at t's last release fence, W[x] to who
// acquires the last write to x. Twins of all four (in brackets below: what they do
// differently) leave out writes whose successor is an RMW: nothing can be placed there.
//
//   read part     acq[t] &= W[x]; an acquire read: cur[t] &= W[x];
//                 cur[t] -= slots(x); acq[t] -= slots(x)
//   write part    m = a release write: cur[t], else rel[t]; for an RMW m &= old W[x];
//                 stamp x in cur, acq, rel of p != t, in rel[t], in W[z != x]  [RMW: no stamp];
//                 cur[t] -= slots(x); acq[t] -= slots(x); W[x] = m - slots(x)
//   fences        acquire: cur[t] = acq[t]; release: rel[t] = cur[t];
//                 sc: acquire fence, acq_rel RMW on a reserved location, release fence
//   violation     x reached t, and t may see a stale slot of x: cur for reads, twin for writes
//
// Each plain cell d has a shadow per thread, one more column of cur, acq, rel and W (not of
// the twins). A plain read by t touches d#t, a plain write every shadow of d. Touching s
// while cur[t] has s is a data race; afterwards s is set in rel[t], in cur, acq, rel of
// every other thread and in every W[x].
//
// Rows that nothing could tell apart are left out: acq if every read acquires or there is no
// acquire fence, rel if every write releases, twins if memory knows no RMW.
#pragma once

#include "models/rows.h"
#include "program/types.h"

namespace robur {

template <int W>
class Rc20 {
 public:
  explicit Rc20(const Frame<W>& f)
      : frame(&f),
        hasAcq(f.facts.weakReads && f.facts.acquireFences),
        hasRel(f.facts.weakWrites),
        kinds(f.facts.updates ? 2 : 1),
        perKind(1 + (hasAcq ? 1u : 0u) + (hasRel ? 1u : 0u)),
        rowPlan(makePlan()),
        map(f, rowPlan),
        reach(f, map, f.facts.scFences) {}

  const RowPlan& plan() const { return rowPlan; }
  unsigned rowCount() const { return map.size(); }
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
  void store(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldSlot) const {
    for (unsigned k = 0; k < kinds; ++k) {
      const Bits<W> message = releases(order) || !hasRel ? cur(rows, t, k) : rel(rows, t, k);
      stamp(rows, t, x, k, oldSlot);
      forgetOwn(rows, t, x, k);
      msg(rows, x, k) = message - frame->slotsOf[x];
    }
    reach.write(rows, t, x);
  }
  void update(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned oldSlot) const {
    for (unsigned k = 0; k < kinds; ++k) {
      readPart(rows, t, x, order, k);
      Bits<W> message = releases(order) || !hasRel ? cur(rows, t, k) : rel(rows, t, k);
      message &= msg(rows, x, k);
      if (k == 0) stamp(rows, t, x, k, oldSlot);
      forgetOwn(rows, t, x, k);
      msg(rows, x, k) = message - frame->slotsOf[x];
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
    for (unsigned p = 0; p < frame->threads; ++p) {
      if (hasRel) rel(rows, p, 0) |= shadows;
      if (p == t) continue;
      cur(rows, p, 0) |= shadows;
      if (hasAcq) acq(rows, p, 0) |= shadows;
    }
    for (unsigned x = 0; x < frame->places; ++x) msg(rows, x, 0) |= shadows;
    if (frame->facts.scFences) map.fence(rows, kMF) |= shadows;
  }

  // As for RA; everything is consulted through cur.
  template <class InterestOf>
  void settle(Bits<W>* rows, const InterestOf& interest) const {
    Bits<W> live[2] = {Bits<W>::none(), Bits<W>::none()};
    const Audience<W> audience(frame->threads, interest);
    for (unsigned t = 0; t < frame->threads; ++t) {
      const Interest<W>& i = interest(t);
      const Bits<W> plain = i.readSlots | i.shadows;
      live[0] |= cur(rows, t, 0) & (kinds == 2 ? plain : plain | i.writeSlots);
      if (kinds == 2) live[1] |= cur(rows, t, 1) & i.writeSlots;
    }
    for (unsigned k = 0; k < kinds; ++k) {
      for (unsigned t = 0; t < frame->threads; ++t) {
        const Interest<W>& i = interest(t);
        Bits<W> kept = live[k];
        if (!i.speaks) kept &= k == 0 ? i.readSlots | i.shadows : Bits<W>::none();
        for (unsigned j = 0; j < perKind; ++j) map.thread(rows, t, 1 + k * perKind + j) &= kept;
        if (hasRel && !i.speaks) rel(rows, t, k) = Bits<W>::none();
      }
      for (unsigned x = 0; x < frame->places; ++x) {
        msg(rows, x, k) &= audience.forReaders(x, live[k]);
      }
      if (frame->facts.scFences) map.fence(rows, kMF + k) &= live[k];
    }
    reach.settle(rows, frame->placesOf(live[0] | live[1]), audience, interest);
  }

 private:
  static constexpr unsigned kMsg = 2, kMF = 1;

  RowPlan makePlan() const {
    RowPlan plan{{{"ST", Columns::Places}}, {{"SM", Columns::Places}, {"SW", Columns::Places}}, {}};
    if (frame->facts.scFences) plan.fence.push_back({"SF", Columns::Places});
    for (unsigned k = 0; k < kinds; ++k) {
      const Columns columns = k == 0 ? Columns::SlotsAndShadows : Columns::Slots;
      plan.thread.push_back({k == 0 ? "cur" : "cur'", columns});
      if (hasAcq) plan.thread.push_back({k == 0 ? "acq" : "acq'", columns});
      if (hasRel) plan.thread.push_back({k == 0 ? "rel" : "rel'", columns});
      plan.place.push_back({k == 0 ? "W" : "W'", columns});
      if (frame->facts.scFences) plan.fence.push_back({k == 0 ? "WF" : "WF'", columns});
    }
    return plan;
  }

  Bits<W>& cur(Bits<W>* rows, unsigned t, unsigned k) const {
    return map.thread(rows, t, 1 + k * perKind);
  }
  Bits<W>& acq(Bits<W>* rows, unsigned t, unsigned k) const {
    return map.thread(rows, t, 2 + k * perKind);
  }
  Bits<W>& rel(Bits<W>* rows, unsigned t, unsigned k) const {
    return map.thread(rows, t, (hasAcq ? 3 : 2) + k * perKind);
  }
  Bits<W>& msg(Bits<W>* rows, unsigned x, unsigned k) const { return map.place(rows, x, kMsg + k); }

  void forgetOwn(Bits<W>* rows, unsigned t, unsigned x, unsigned k) const {
    cur(rows, t, k) -= frame->slotsOf[x];
    if (hasAcq) acq(rows, t, k) -= frame->slotsOf[x];
  }
  void readPart(Bits<W>* rows, unsigned t, unsigned x, Order order, unsigned k) const {
    if (hasAcq) acq(rows, t, k) &= msg(rows, x, k);
    if (acquires(order)) cur(rows, t, k) &= msg(rows, x, k);
    forgetOwn(rows, t, x, k);
  }
  void stamp(Bits<W>* rows, unsigned t, unsigned x, unsigned k, unsigned slot) const {
    for (unsigned p = 0; p < frame->threads; ++p) {
      if (hasRel) rel(rows, p, k).add(slot);
      if (p == t) continue;
      cur(rows, p, k).add(slot);
      if (hasAcq) acq(rows, p, k).add(slot);
    }
    for (unsigned z = 0; z < frame->places; ++z) {
      if (z != x) msg(rows, z, k).add(slot);
    }
    if (frame->facts.scFences) map.fence(rows, kMF + k).add(slot);
  }

  const Frame<W>* frame;
  bool hasAcq;
  bool hasRel;
  unsigned kinds;
  unsigned perKind;
  RowPlan rowPlan;
  RowMap<W> map;
  ReachRows<W> reach;
};

}  // namespace robur
