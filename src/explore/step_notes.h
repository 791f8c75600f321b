// Instead of a monitor: what a step's effect on the monitor's rows would depend on, noted down.
#pragma once

#include <cstdint>

#include "explore/codec.h"
#include "explore/row_states.h"

namespace robur {

template <int W>
class StepNotes {
 public:
  static constexpr bool kWhole = false;
  static constexpr bool kNotes = true;
  static constexpr std::uint64_t kInPlace = ~std::uint64_t{0};

  StepNotes(const RowCodec<W>&, RowStates&) {}

  // Of the last step: what the monitor would be told of it, what its answer depends on as well,
  // and how threads were sorted after it.
  std::uint32_t event() const { return lastEvent; }
  std::uint64_t about() const { return lastAbout; }
  std::uint64_t ranks() const { return lastRanks; }
  // Is that all it depends on?
  bool exact() const { return isExact; }

  RowsId number(const RowBlock<W>&) { return 0; }
  RowBlock<W> block(RowsId) const { return RowBlock<W>(0); }
  void look(RowsId) {}
  RowsId id() const { return 0; }
  Bits<W>* rows() const { return nullptr; }
  template <class Change>
  RowsId after(std::uint32_t event, std::uint64_t about, const Change&) {
    lastEvent = event;
    lastAbout = about;
    lastRanks = kInPlace;
    return 0;
  }
  template <class Change>
  RowsId changed(RowsId, std::uint32_t, std::uint64_t ranks, const Change&) {
    lastRanks = ranks;
    return 0;
  }
  void neverRemember() { isExact = false; }
  std::uint64_t bytes() const { return 0; }

 private:
  std::uint32_t lastEvent = 0;
  std::uint64_t lastAbout = 0;
  std::uint64_t lastRanks = kInPlace;
  bool isExact = true;
};

}  // namespace robur
