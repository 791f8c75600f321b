// Expressions over registers: immutable trees, shared freely.
//
// They are evaluated in 64-bit two's complement arithmetic; the result wraps, if at all, once at
// the end, according to the type of the register or cell that receives it. Memory is never read
// inside an expression: a frontend that allows it lowers the access first. Division rounds toward
// zero, and division by zero is a fault; the one quotient that overflows wraps around; a shift
// count is taken modulo 64, and >> keeps the sign. Logical operators and comparisons yield 0 or 1.
#pragma once

#include <cstdint>
#include <memory>

#include "program/types.h"

namespace robur {

enum class UnaryOp : std::uint8_t { Neg, Not, BitNot };
// clang-format off
enum class BinaryOp : std::uint8_t {
  Add, Sub, Mul, Div, Mod,
  BitAnd, BitOr, BitXor, Shl, Shr,
  Eq, Ne, Lt, Le, Gt, Ge,
  And, Or,  // short-circuit as in C: the right operand cannot fault if it is not needed
};
// clang-format on

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  enum class Kind : std::uint8_t {
    Const,
    Reg,
    ThreadIndex,  // 0..count-1 among the copies of one thread
    Loaded,       // the value read: in the condition of a Wait, in the operand of an exchange
    AddressOf,    // the number of a location's first cell
    Unary,
    Binary,
  };

  Kind kind = Kind::Const;
  std::int64_t value = 0;  // Const
  RegId reg = kNoReg;      // Reg
  LocationId location{};   // AddressOf
  UnaryOp unary{};
  BinaryOp binary{};
  ExprPtr lhs;  // the operand of Unary, the left operand of Binary
  ExprPtr rhs;
};

ExprPtr constant(std::int64_t value);
ExprPtr reg(RegId reg);
ExprPtr threadIndex();
ExprPtr loaded();
ExprPtr addressOf(LocationId location);
ExprPtr unary(UnaryOp op, ExprPtr operand);
ExprPtr binary(BinaryOp op, ExprPtr lhs, ExprPtr rhs);

const char* spelling(UnaryOp op);
const char* spelling(BinaryOp op);

// Structural equality; null equals null only.
bool equal(const ExprPtr& a, const ExprPtr& b);

// Calls visit on e and on everything below it.
template <class Visit>
void forEachNode(const ExprPtr& e, const Visit& visit) {
  if (!e) return;
  visit(*e);
  forEachNode(e->lhs, visit);
  forEachNode(e->rhs, visit);
}

}  // namespace robur
