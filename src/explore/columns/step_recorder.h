// In place of the monitor: records what a step's effect on the monitor depends on, for the step
// graph.
#pragma once

#include <cstdint>

#include "explore/columns/step_graph.h"
#include "explore/rows/monitor.h"
#include "explore/rows/row_codec.h"
#include "explore/store/row_states.h"

namespace robur {

class StepRecorder {
 public:
  static constexpr bool kWhole = false;
  static constexpr bool kRecords = true;

  StepRecorder(const Monitor&, const RowCodec&, RowStates&) {}

  // What the effect of the last step depends on.
  const StepEffect& effect() const { return last; }
  // Does the effect depend on nothing else?
  bool isExact() const { return exact; }

  RowsId number(const RowBlock&) { return 0; }
  RowBlock block(RowsId) const { return {}; }
  void look(RowsId) {}
  RowsId id() const { return 0; }
  const std::uint64_t* rows() const { return nullptr; }
  template <class Change>
  RowsId after(std::uint32_t event, std::uint64_t liveness, const Change&) {
    last = {event, liveness};
    return 0;
  }
  template <class Change>
  RowsId changed(RowsId, std::uint32_t, std::uint64_t ranks, const Change&) {
    last.ranks = ranks;
    return 0;
  }
  // Numbers of liveness mean nothing to other workers.
  void numbersAreOwn() { exact = false; }
  std::uint64_t bytes() const { return 0; }
  std::uint64_t misses() const { return 0; }

 private:
  StepEffect last;
  bool exact = true;
};

}  // namespace robur
