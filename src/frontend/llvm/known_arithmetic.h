// LLVM's operators on known values of 1 to 64 bits. Those that the IR has too are the IR's
// (program/arithmetic.h), cut to their width.
#pragma once

#include <optional>

#include "frontend/llvm/value.h"

namespace robur::frontend_llvm {

// The low bits as an unsigned number.
constexpr std::uint64_t low(std::int64_t v, unsigned width) {
  return static_cast<std::uint64_t>(v) & static_cast<std::uint64_t>(mask(width));
}

// Nothing for a division by zero or one that overflows 64 bits. The opcode is that of an LLVM
// instruction, the predicate that of a comparison.
std::optional<std::int64_t> evaluate(unsigned opcode, std::int64_t a, std::int64_t b,
                                     unsigned width);
bool holds(unsigned predicate, std::int64_t a, std::int64_t b, unsigned width);

bool isUnsigned(unsigned predicate);
// The comparison of the IR, signed, for a predicate of either kind.
BinaryOp comparison(unsigned predicate);

}  // namespace robur::frontend_llvm
