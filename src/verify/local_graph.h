// The local states of each thread and the accesses between them, for arbitrary memory.
//
// A read may return every value that some thread can write to the cell. These values are computed
// by iterating until no thread can write a new one. The values of a cell are then numbered (0 is
// the initial value), and a set of values is one machine word.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/futures.h"

namespace robur::verify {

using ValueSet = std::uint64_t;
using ValueId = std::uint8_t;  // an index into LocalGraphs::values
inline constexpr std::size_t kMostValues = 64;

constexpr ValueSet only(ValueId value) {
  return ValueSet{1} << value;
}

struct LocalState {
  Pc pc = 0;
  std::vector<std::int64_t> registers;
  Fault fault = Fault::None;  // the thread stopped here for this reason
  Pc faultPc = 0;

  friend auto operator<=>(const LocalState&, const LocalState&) = default;
};

struct LocalEdge {
  enum class Kind : std::uint8_t { Silent, Read, Write, Update };
  Kind kind = Kind::Silent;
  bool fence = false;  // this Silent or Update edge is a fence
  bool locked = false;
  Order order = Order::Rlx;
  std::uint32_t cell = 0;
  ValueId read = 0;     // Read, Update
  ValueId written = 0;  // Write, Update
  std::uint32_t to = 0;

  friend bool operator==(const LocalEdge&, const LocalEdge&) = default;
};

struct LocalGraph {
  std::vector<LocalState> states;  // the first is the entry
  std::vector<std::vector<LocalEdge>> edges;

  friend bool operator==(const LocalGraph&, const LocalGraph&) = default;
};

struct LocalGraphs {
  std::vector<std::vector<std::int64_t>>
      values;  // per cell; the reserved cell of SC fences is the last
  std::vector<LocalGraph> threads;

  std::uint32_t cells() const { return static_cast<std::uint32_t>(values.size()); }
  std::optional<ValueId> find(std::uint32_t cell, std::int64_t value) const;
};

// Empty if there are too many values or states, with the cause in `reason`. If `futures` is given,
// registers that are not read again are reset, which merges states.
std::optional<LocalGraphs> localGraphsOf(const Machine& machine, std::size_t maxStates,
                                         std::string& reason, const Futures* futures = nullptr);

// True if the thread has halted or stopped with a fault.
bool stopped(const Machine& machine, unsigned thread, const LocalState& state);

// The pending access of the thread; the value that it reads is not set.
Action pendingAccess(const Machine& machine, unsigned thread, const LocalState& state);

}  // namespace robur::verify
