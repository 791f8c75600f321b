// The engine that stores every state of the program once, with the columns that reach it
// (column_codec.h says why that is enough).
//
// A state is expanded when it is new, and again whenever columns have arrived that it did not have;
// then only these are carried on, along the same steps. So a column arrives at a state in the level
// that is the length of a shortest run, and the first violation found is a shortest one. Which
// steps partial-order reduction takes is decided when the state is new, by the rule of the
// driver: it is about states, and columns are a function of the execution graph, which exchanging
// independent steps does not change.
#pragma once

#include <memory>
#include <vector>

#include "explore/columns/column_codec.h"
#include "explore/columns/column_sets.h"
#include "explore/columns/column_view.h"
#include "explore/columns/columns_per_state.h"
#include "explore/state_space.h"

namespace robur {

class ColumnSearch final : public StateSpace {
 public:
  ColumnSearch(const Exploration& exploration, MonitorType monitorType, SearchControl& control,
               OnSuspect onSuspect);
  ~ColumnSearch() override;

  std::unique_ptr<Expander> makeExpander() override;
  void addInitial() override;
  void nextFrontier(Frontier& frontier, StateId begin, StateId end) override;
  Spot spotAt(StateId state) override;
  Trail retrace(const Spot& spot) override;
  void audit(StateId state) override;
  std::uint64_t bytes() const override;
  void addTo(SearchOutcome& outcome) const override;

 private:
  class ColumnExpander;
  class WholeRows;

  Stepper<ColumnView> makeStepper() {
    return Stepper<ColumnView>(context(), columnCodec, columns, sets);
  }
  std::vector<Spot> pathTo(Spot spot);
  Spot before(Stepper<ColumnView>& stepper, const Spot& spot, StateId from);

  ColumnCodec columnCodec;
  RowStates columns;
  ColumnSets sets;
  ColumnsPerState perState;
  std::vector<std::unique_ptr<ColumnsPerState::Buffer>> buffers;  // one per worker
};

}  // namespace robur
