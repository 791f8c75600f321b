// Which values registers and locations can take: one interval each, flow-insensitive.
//
// Promela's integers have 32 bits while the IR computes with 64, and most registers are declared
// wider than they are used. The intervals determine which Promela type suffices, where arithmetic
// provably stays within 32 bits, and how many values of a location the monitor has to distinguish.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "program/program.h"

namespace robur::promela {

struct Interval {
  std::int64_t lo = 0;
  std::int64_t hi = 0;

  bool within(const Interval& other) const { return other.lo <= lo && hi <= other.hi; }
  bool contains(std::int64_t v) const { return lo <= v && v <= hi; }
  bool single() const { return lo == hi; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

inline constexpr Interval kEverything{std::numeric_limits<std::int64_t>::min(),
                                      std::numeric_limits<std::int64_t>::max()};
inline constexpr Interval kPromelaInt{std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max()};

inline Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}
inline std::optional<Interval> meet(const Interval& a, const Interval& b) {
  const Interval both{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return both.lo <= both.hi ? std::optional(both) : std::nullopt;
}
inline Interval intervalOf(const IntType& type) {
  return {type.lo, type.hi};
}

// Exact for single values and in simple cases; kEverything if 64 bits may overflow. The divisor is
// assumed to be nonzero.
Interval applyUnary(UnaryOp op, const Interval& a);
Interval applyBinary(BinaryOp op, const Interval& a, const Interval& b);

// The value of an expression for one thread, given its registers. Empty if it depends on the value
// read or on registers that are not given, or if it divides by zero.
std::optional<std::int64_t> constantFor(const Program& program, const Thread& thread,
                                        const ExprPtr& e,
                                        const std::vector<Register>* registers = nullptr);

// The values of v after conversion; empty if every value of v is an overflow error.
std::optional<Interval> converted(const Interval& v, const IntType& type);

class Ranges {
 public:
  explicit Ranges(const Program& program);

  const Interval& reg(CodeId code, RegId reg) const { return registers_[raw(code)][raw(reg)]; }
  const Interval& location(LocationId id) const { return locations_[raw(id)]; }
  // The thread index, over all threads that run the code.
  const Interval& index(CodeId code) const { return indices_[raw(code)]; }

 private:
  Interval of(CodeId code, const ExprPtr& e) const;
  Interval read(const Address& address) const;
  void step(CodeId code, const Instr& instr);
  void join(Interval& target, const IntType& type, const Interval& value);
  void write(const Address& address, const Interval& value);

  const Program& program_;
  std::vector<std::vector<Interval>> registers_;
  std::vector<Interval> locations_;
  std::vector<Interval> indices_;
  unsigned round_ = 0;
  bool changed_ = false;
};

}  // namespace robur::promela
