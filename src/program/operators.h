// What the operators of expressions compute: the one definition that the search, constant folding,
// the frontends and the analyses use.
//
// Arithmetic is that of 64-bit two's complement numbers. Division rounds toward zero; the one
// quotient that does not fit, INT64_MIN / -1, wraps around. Shift counts are taken modulo 64, and
// >> keeps the sign. Comparisons and logical operators give 0 or 1.
#pragma once

#include <cstdint>

#include "program/expr.h"

namespace robur {

constexpr std::int64_t applyUnary(UnaryOp op, std::int64_t a) {
  switch (op) {
    case UnaryOp::Neg:
      return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
    case UnaryOp::Not:
      return a == 0;
    case UnaryOp::BitNot:
      return ~a;
  }
  return 0;
}

// Division by zero sets `divisionByZero` and gives 0. The flag is never cleared.
constexpr std::int64_t applyBinary(BinaryOp op, std::int64_t a, std::int64_t b,
                                   bool& divisionByZero) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  switch (op) {
    case BinaryOp::Add:
      return static_cast<std::int64_t>(ua + ub);
    case BinaryOp::Sub:
      return static_cast<std::int64_t>(ua - ub);
    case BinaryOp::Mul:
      return static_cast<std::int64_t>(ua * ub);
    case BinaryOp::Div:
    case BinaryOp::Mod:
      if (b == 0) {
        divisionByZero = true;
        return 0;
      }
      if (b == -1) return op == BinaryOp::Div ? static_cast<std::int64_t>(0 - ua) : 0;
      return op == BinaryOp::Div ? a / b : a % b;
    case BinaryOp::BitAnd:
      return a & b;
    case BinaryOp::BitOr:
      return a | b;
    case BinaryOp::BitXor:
      return a ^ b;
    case BinaryOp::Shl:
      return static_cast<std::int64_t>(ua << (ub & 63));
    case BinaryOp::Shr:
      return a >> (ub & 63);
    case BinaryOp::Eq:
      return a == b;
    case BinaryOp::Ne:
      return a != b;
    case BinaryOp::Lt:
      return a < b;
    case BinaryOp::Le:
      return a <= b;
    case BinaryOp::Gt:
      return a > b;
    case BinaryOp::Ge:
      return a >= b;
    case BinaryOp::And:
      return a != 0 && b != 0;
    case BinaryOp::Or:
      return a != 0 || b != 0;
  }
  return 0;
}

}  // namespace robur
