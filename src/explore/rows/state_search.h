// The engine whose states hold the whole monitor: memory, threads, and the number of a row state.
//
// With StepRecorder in place of the rows it is a plain exploration under SC that records its steps
// for a client, which then computes what they do to the monitor (columns/column_fixpoint.h).
#pragma once

#include <memory>

#include "explore/columns/step_graph.h"
#include "explore/columns/step_recorder.h"
#include "explore/rows/row_codec.h"
#include "explore/rows/whole_rows_view.h"
#include "explore/state_space.h"

namespace robur {

template <class View>
class StateSearch final : public StateSpace {
 public:
  StateSearch(const Exploration& exploration, MonitorType monitorType, SearchControl& control,
              OnSuspect onSuspect);

  std::unique_ptr<Expander> makeExpander() override;
  void addInitial() override;
  Spot spotAt(StateId state) override { return {state}; }
  Trail retrace(const Spot& spot) override;
  void audit(StateId state) override;
  std::uint64_t bytes() const override;
  void addTo(SearchOutcome& outcome) const override;

  // If steps are recorded.
  const StepGraph& steps() const { return *recorded; }
  // Do all steps of a kind have the same effect on the monitor?
  bool stepsAreExact();

 private:
  class StateExpander;
  Stepper<View> makeStepper() { return Stepper<View>(context(), rowCodec, rowStates); }

  RowCodec rowCodec;
  RowStates rowStates;
  std::unique_ptr<StepGraph> recorded;
};

using WholeRowsSearch = StateSearch<WholeRowsView>;
using RecordingSearch = StateSearch<StepRecorder>;

}  // namespace robur
