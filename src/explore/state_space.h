// What both engines of the monitored search share: how a state of the machine is laid out, and how
// it is reached again.
//
// The engines differ in what they store of the monitor: states with all its rows
// (rows/state_search.h), or states with the columns that reach them (columns/column_search.h).
#pragma once

#include <memory>
#include <vector>

#include "explore/reports.h"
#include "explore/rows/monitor.h"
#include "explore/search_space.h"
#include "explore/step/stepper.h"
#include "explore/step/thread_states.h"

namespace robur {

class StateSpace : public SearchSpace {
 public:
  // `wholeRows`: a state holds the number of its row state, if there are rows.
  StateSpace(const Exploration& exploration, MonitorType type, bool wholeRows,
             SearchControl& control, OnSuspect onSuspect);

  // One way to reach a state, for reports that do not depend on the monitor.
  virtual Spot spotAt(StateId state) = 0;
  virtual Trail retrace(const Spot& spot) = 0;

  std::uint64_t bytes() const override { return store.bytes() + threadStates.bytes(); }
  void addTo(SearchOutcome& outcome) const override;

  const Exploration& exploration;
  const Machine& m;
  const MonitorType type;
  const StateCodec codec;
  const Symmetry symmetry;
  ThreadStates threadStates;

 protected:
  StepContext context() { return {exploration, type, symmetry, threadStates, codec}; }
  StateId insertInitial(const Config& config);

  Reports reports;
};

}  // namespace robur
