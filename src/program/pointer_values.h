// Encodings of pointers and uninitialised values as numbers in cells.
//
// A pointer is the number of the cell that it points to plus a base above all small integers, so
// that null and markers such as (T*)1 keep their values. Functions come after the cells. A cell or
// register of this type holds pointers, and reports print them as pointers.
#pragma once

#include <optional>
#include <string>

#include "program/program.h"

namespace robur {

inline constexpr std::int64_t kPointerBase = 4096;
inline constexpr std::int64_t kFunctionBase = 2 * kPointerBase;
inline constexpr IntType kPointerType{-4096, kFunctionBase + 4095, IntType::Overflow::Error};
// The same, with a value for uninitialised pointers.
inline constexpr IntType kUnsetPointerType{kPointerType.lo, kPointerType.hi + 1,
                                           IntType::Overflow::Error};

// A number of so many bits, with one more value above for uninitialised numbers; one below marks
// the type. 64-bit numbers have no value outside, so one that programs do not compute is used.
inline constexpr std::int64_t kUnsetNumber = -0x5bd1e9955bd1e995;
constexpr IntType unsetNumberType(unsigned width) {
  const std::int64_t half = std::int64_t{1} << (width - 1);
  return {-half - 1, half, IntType::Overflow::Error};
}

// The number that the user's program sees, if it is not `value` itself: cells hold numbers with a
// sign, also those of unsigned types.
std::optional<std::uint64_t> unsignedValue(const Program& program, CellId cell, std::int64_t value);

// The value of the cell as text: a number, or `null`, `&q.head`, `unset`.
std::string valueText(const Program& program, CellId cell, std::int64_t value);

}  // namespace robur
