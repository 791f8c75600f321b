// The values that registers and memory can hold: small sets, or any value.
//
// A forward analysis over all threads at once, per state for registers and per cell for memory,
// that ignores scheduling. Its results distinguish constant addresses from computed ones, and
// determine how much memory computed addresses need and which checks can never pass.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "frontend/trencher/automaton.h"

namespace robur::frontend_trencher {

class ValueSet {
 public:
  static constexpr std::size_t kMost = 16;

  ValueSet() = default;  // no value
  explicit ValueSet(std::int64_t value) : values_{value} {}
  static ValueSet anything() {
    ValueSet set;
    set.any_ = true;
    return set;
  }

  bool any() const { return any_; }
  bool empty() const { return !any_ && values_.empty(); }
  const std::vector<std::int64_t>& values() const { return values_; }  // sorted, unless any
  std::optional<std::int64_t> single() const {
    return !any_ && values_.size() == 1 ? std::optional(values_[0]) : std::nullopt;
  }

  bool add(std::int64_t value);  // true if the set grew
  bool add(const ValueSet& other);

 private:
  bool any_ = false;
  std::vector<std::int64_t> values_;
};

class Values {
 public:
  explicit Values(const std::vector<Automaton>& threads);

  // Empty if the transition can never be taken.
  const ValueSet& addresses(std::size_t thread, std::uint32_t transition) const {
    return approximations_[thread].addresses[transition];
  }
  bool possible(std::size_t thread, std::uint32_t transition) const {
    return approximations_[thread].possible[transition];
  }
  // The values that the cell can hold at any time; for nullopt, those that any cell can hold.
  ValueSet cell(std::optional<std::int64_t> address) const;

 private:
  using Registers = std::vector<ValueSet>;
  struct Approximation {
    std::vector<std::optional<Registers>> states;
    std::vector<ValueSet> addresses;
    std::vector<bool> possible;
  };

  bool visit(const Automaton& automaton, Approximation& approximation, std::uint32_t transition);
  void giveUp(const std::vector<Automaton>& threads);
  ValueSet read(const ValueSet& addresses) const;
  bool write(const ValueSet& addresses, const ValueSet& values);

  std::vector<Approximation> approximations_;
  std::map<std::int64_t, ValueSet> cells_;  // other cells hold 0 and the values in anywhere_
  ValueSet anywhere_;                       // values written to unknown addresses
  ValueSet everywhere_;                     // values written to any address
};

// The values of e if register r holds one of registers[r].
ValueSet evaluate(const ExprPtr& e, const std::vector<ValueSet>& registers);

}  // namespace robur::frontend_trencher
