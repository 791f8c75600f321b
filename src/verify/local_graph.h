// What each thread can do by itself: its local states, and the accesses between them.
//
// Memory is anything: a read may return every value that somebody can write to the cell. Which
// values those are is found by iterating until no thread can write anything new. Values of a
// cell are then numbers (0 is the initial value), and a set of values is one machine word.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "semantics/futures.h"

namespace robur::verify {

using ValueSet = std::uint64_t;
using ValueId = std::uint8_t;  // an index into ValueTable::of
inline constexpr std::size_t kMostValues = 64;

constexpr ValueSet only(ValueId value) {
  return ValueSet{1} << value;
}

struct LocalState {
  Pc pc = 0;
  std::vector<std::int64_t> registers;
  Fault fault = Fault::None;  // the thread rests here for this reason
  Pc faultPc = 0;

  friend auto operator<=>(const LocalState&, const LocalState&) = default;
};

struct LocalEdge {
  enum class Kind : std::uint8_t { Silent, Read, Write, Update };
  Kind kind = Kind::Silent;
  bool fence = false;  // a Silent or Update that an SC or weaker fence stands for
  bool locked = false;
  Order order = Order::Rlx;
  std::uint32_t cell = 0;
  ValueId read = 0;     // Read, Update
  ValueId written = 0;  // Write, Update
  std::uint32_t to = 0;

  friend bool operator==(const LocalEdge&, const LocalEdge&) = default;
};

struct LocalGraph {
  std::vector<LocalState> states;  // the first is the start
  std::vector<std::vector<LocalEdge>> edges;

  friend bool operator==(const LocalGraph&, const LocalGraph&) = default;
};

struct Locals {
  std::vector<std::vector<std::int64_t>> values;  // per cell, fence cell last
  std::vector<LocalGraph> threads;

  std::uint32_t cells() const { return static_cast<std::uint32_t>(values.size()); }
  std::optional<ValueId> find(std::uint32_t cell, std::int64_t value) const;
};

// Nothing if there are too many values or states; `reason` then says of what. If `futures` are
// given, registers that nobody will look at again are set back, which merges states.
std::optional<Locals> localsOf(const Machine& machine, std::size_t maxStates, std::string& reason,
                               const Futures* futures = nullptr);

// Has the thread come to its end, whether or not by a fault?
bool stopped(const Machine& machine, unsigned thread, const LocalState& state);

// The access that the thread is about to make; what it reads is not known.
Action about(const Machine& machine, unsigned thread, const LocalState& state);

}  // namespace robur::verify
