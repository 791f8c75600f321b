// In place of the monitor: records what a step's effect on the monitor depends on, for the step
// graph.
#pragma once

#include <cstdint>

#include "explore/rows/monitor.h"
#include "explore/rows/row_codec.h"
#include "explore/store/row_states.h"

namespace robur {

class StepRecorder {
 public:
  static constexpr bool kWhole = false;
  static constexpr bool kRecords = true;
  static constexpr std::uint64_t kInPlace = ~std::uint64_t{0};

  StepRecorder(const Monitor&, const RowCodec&, RowStates&) {}

  // The last step: its event, the liveness of threads after it, and how threads were sorted.
  std::uint32_t event() const { return lastEvent; }
  std::uint64_t liveness() const { return lastLiveness; }
  std::uint64_t ranks() const { return lastRanks; }
  // Does the effect depend on nothing else?
  bool isExact() const { return exact; }

  RowsId number(const RowBlock&) { return 0; }
  RowBlock block(RowsId) const { return {}; }
  void look(RowsId) {}
  RowsId id() const { return 0; }
  const std::uint64_t* rows() const { return nullptr; }
  template <class Change>
  RowsId after(std::uint32_t event, std::uint64_t liveness, const Change&) {
    lastEvent = event;
    lastLiveness = liveness;
    lastRanks = kInPlace;
    return 0;
  }
  template <class Change>
  RowsId changed(RowsId, std::uint32_t, std::uint64_t ranks, const Change&) {
    lastRanks = ranks;
    return 0;
  }
  void neverRemember() { exact = false; }
  std::uint64_t bytes() const { return 0; }
  std::uint64_t misses() const { return 0; }

 private:
  std::uint32_t lastEvent = 0;
  std::uint64_t lastLiveness = 0;
  std::uint64_t lastRanks = kInPlace;
  bool exact = true;
};

}  // namespace robur
