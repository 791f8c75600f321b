// What cells hold, for languages that have pointers and variables without a value.
//
// A pointer is the number of the cell that it points to, above all small integers, so that null and
// markers such as (T*)1 stay what they are. Functions come after the cells. A cell or register of
// this type holds pointers, and reports write them as such.
#pragma once

#include <string>

#include "program/program.h"

namespace robur {

inline constexpr std::int64_t kPointerBase = 4096;
inline constexpr std::int64_t kFunctionBase = 2 * kPointerBase;
inline constexpr IntType kPointerType{-4096, kFunctionBase + 4095, IntType::Overflow::Error};
// The same, with a value for what was never set.
inline constexpr IntType kUnsetPointerType{kPointerType.lo, kPointerType.hi + 1,
                                           IntType::Overflow::Error};

// A number of so many bits, with a value behind them for what was never set; one before them marks
// the type. With 64 bits there is no such place, and a number is taken that nobody computes.
inline constexpr std::int64_t kUnsetNumber = -0x5bd1e9955bd1e995;
constexpr IntType unsetNumberType(unsigned width) {
  const std::int64_t half = std::int64_t{1} << (width - 1);
  return {-half - 1, half, IntType::Overflow::Error};
}

// The value as it stands in the cell: a number, or `null`, `&q.head`, `unset`.
std::string valueText(const Program& program, CellId cell, std::int64_t value);

}  // namespace robur
