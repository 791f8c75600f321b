// Sequential consistency: a monitor without rows. The plain exploration, for assertions and for
// measuring what a monitor costs.
#pragma once

#include "models/model.h"

namespace robur {

template <int W>
class Sc : public WithoutRaces<W>, public WithoutNextStep<W> {
 public:
  explicit Sc(const MonitorLayout<W>& layout) : map(layout, rowPlan) {}
  const RowPlan& plan() const { return rowPlan; }
  const RowMap<W>& rowMap() const { return map; }
  void initial(Bits<W>*) const {}
  bool reached(Bits<W>*, unsigned, unsigned) const { return false; }
  bool stale(Bits<W>*, unsigned, const Outcomes<W>&) const { return false; }
  void load(Bits<W>*, unsigned, unsigned, Order) const {}
  void failedCas(Bits<W>*, unsigned, unsigned, Order) const {}
  void store(Bits<W>*, unsigned, unsigned, Order, unsigned) const {}
  void update(Bits<W>*, unsigned, unsigned, Order, unsigned) const {}
  void fence(Bits<W>*, unsigned, Order) const {}
  void dropDead(Bits<W>*, const LivenessPerThread<W>&) const {}

 private:
  RowPlan rowPlan;
  RowMap<W> map;
};

static_assert(MonitorModel<Sc>);

}  // namespace robur
