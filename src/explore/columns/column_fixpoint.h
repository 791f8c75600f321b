// Decides by a fixpoint over the recorded steps of a search whether any column can reach a
// violation.
//
// Each state has the columns that reach it by some run (column_codec.h), and columns are propagated
// along the steps until nothing is new anywhere. By which run a column arrives is not recorded,
// so neither states nor steps have to be made again when one does. The answer is only whether
// there is a violation: ColumnSearch finds the run.
//
// States are visited in an order in which most steps lead onwards (reverse postorder), so that
// mostly all columns of a state have arrived before it is visited.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/columns/column_codec.h"
#include "explore/columns/column_lists.h"
#include "explore/columns/column_transfer.h"
#include "explore/driver.h"
#include "explore/rows/state_search.h"

namespace robur {

class ColumnFixpoint {
 public:
  // `search` records the steps, driven by `driver`.
  ColumnFixpoint(const Exploration& exploration, MonitorType monitorType, RecordingSearch& search,
                 Driver& driver);

  // Can a fixpoint over these steps decide the question for this model?
  static bool applies(const MonitorType& monitorType, RecordingSearch& search) {
    // If the rules depend on next steps, steps of one kind do not all have the same effect.
    return !monitorType.asksForNext && search.stepsAreExact();
  }

  // Propagates columns along all steps that there are by now. False if there is a violation, or
  // if a limit of the search was reached, which is then ended.
  bool propagate();

  std::uint64_t columnCount() const { return bits.size(); }

 private:
  static constexpr std::uint32_t kNowhere = ~0u;
  static constexpr ColumnId kUnknown = ~0u;
  static constexpr ColumnId kDead = ColumnTransfer::kDead;
  static constexpr std::size_t kResultsPerStep = 64;

  // The effect of steps of a kind.
  struct Kind {
    bool known = false;
    std::vector<ColumnId> begun;
    std::vector<ColumnId> made;  // by column
  };

  std::uint64_t bytes() const;
  void sortStates();
  void setDirty(std::uint32_t at) { dirty[at / 64] |= std::uint64_t{1} << (at % 64); }
  bool visit(StateId id);
  bool mayViolate(StateId id);
  void computeKind(KindId id);
  void repeatStep(KindId id);

  const SearchOptions& options;
  RecordingSearch& search;
  Driver& driver;
  const MonitorType type;
  const ColumnCodec codec;
  const Symmetry symmetry;
  Numbering columns;
  ColumnBits bits;
  ColumnLists lists;
  Stepper<ColumnTransfer> stepper;
  std::vector<Kind> kinds;
  std::size_t results = 0;  // that kinds have room for
  StateId firstNew = 0;     // of the states that were expanded since the last time
  StateId expanded = 0;
  std::vector<bool> seen;  // from the first new one on
  std::vector<StateId> order;
  std::vector<std::uint32_t> position;  // of states, in that order
  std::vector<std::uint64_t> dirty;     // positions to visit, a bit for each
  std::uint64_t visits = 0;
  std::vector<ColumnId> arrived, unknown;
  std::vector<std::uint64_t> packed;
  Config sorted;
};

}  // namespace robur
