// What a memory model must offer to be followed by the search, stated once.
//
// A model is a class template over the width of its rows. It is built from the layout of a check,
// changes rows at every step, and tests whether the next access of a thread could see a stale
// write. MonitorModel names all of this; every model asserts it, and explore/rows/monitor_of.h
// accepts nothing else, so a missing or misspelt member is a compile error.
//
// Two abilities are optional. A model without one of them says so by deriving from the class
// that has the answers for it: WithoutRaces or WithoutNextStep. There is no other default, so
// that a model which means to have an ability cannot lose it by a misspelt name.
#pragma once

#include <concepts>

#include "models/rows.h"
#include "program/types.h"

namespace robur {

// For models whose rows do not detect data races.
template <int W>
struct WithoutRaces {
  bool races(Bits<W>*, unsigned, const Bits<W>&) const { return false; }
  void touch(Bits<W>*, unsigned, const Bits<W>&) const {}
};

// For models whose rules depend neither on which cell a thread goes to next nor on accesses to
// cells that are not monitored.
template <int W>
struct WithoutNextStep {
  bool asksForNext() const { return false; }
  void passBy(Bits<W>*, unsigned) const {}
};

template <class M, int W>
concept MonitorOfWidth = requires(const MonitorLayout<W>& layout, const M& model, Bits<W>* rows,
                                  unsigned t, unsigned x, unsigned oldClass, Order order,
                                  const Outcomes<W>& may, const Bits<W>& shadows,
                                  const LivenessPerThread<W>& liveness) {
  M(layout);

  // Which rows there are, and their values at the start of a run.
  { model.plan() } -> std::same_as<const RowPlan&>;
  { model.rowMap() } -> std::same_as<const RowMap<W>&>;
  { model.initial(rows) } -> std::same_as<void>;

  // The test before an access of t to x: has SC ordered the last write to x before t, and
  // could t still see one of these stale writes?
  { model.reached(rows, t, x) } -> std::same_as<bool>;
  { model.stale(rows, t, may) } -> std::same_as<bool>;

  // The rules, one per kind of step. `oldClass` is the class of the value that is overwritten.
  { model.load(rows, t, x, order) } -> std::same_as<void>;
  { model.failedCas(rows, t, x, order) } -> std::same_as<void>;
  { model.store(rows, t, x, order, oldClass) } -> std::same_as<void>;
  { model.update(rows, t, x, order, oldClass) } -> std::same_as<void>;
  { model.fence(rows, t, order) } -> std::same_as<void>;

  // Clears what no thread can consult any more.
  { model.dropDead(rows, liveness) } -> std::same_as<void>;

  // Plain accesses: would this one race, and what it leaves in the rows. Otherwise
  // WithoutRaces.
  { model.races(rows, t, shadows) } -> std::same_as<bool>;
  { model.touch(rows, t, shadows) } -> std::same_as<void>;

  // Does the model need to know where threads go next, and what does an access to a cell
  // that is not monitored change? Otherwise WithoutNextStep.
  { model.asksForNext() } -> std::same_as<bool>;
  { model.passBy(rows, t) } -> std::same_as<void>;
};

template <template <int> class Model>
concept MonitorModel = MonitorOfWidth < Model<1>,
1 > &&MonitorOfWidth<Model<64>, 64>;

}  // namespace robur
