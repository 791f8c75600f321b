#include "frontend/llvm/known_arithmetic.h"

#include <algorithm>

#include <llvm/IR/InstrTypes.h>

#include "program/arithmetic.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;
using Predicate = llvm::CmpInst::Predicate;

std::optional<BinaryOp> signedOperator(unsigned opcode) {
  switch (opcode) {
    case I::Add:
      return BinaryOp::Add;
    case I::Sub:
      return BinaryOp::Sub;
    case I::Mul:
      return BinaryOp::Mul;
    case I::And:
      return BinaryOp::BitAnd;
    case I::Or:
      return BinaryOp::BitOr;
    case I::Xor:
      return BinaryOp::BitXor;
    case I::SDiv:
      return BinaryOp::Div;
    case I::SRem:
      return BinaryOp::Mod;
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> evaluateUnsigned(unsigned opcode, std::uint64_t a, std::uint64_t b) {
  switch (opcode) {
    case I::LShr:
      return b < 64 ? a >> b : 0;
    case I::UDiv:
      return b == 0 ? std::nullopt : std::optional(a / b);
    case I::URem:
      return b == 0 ? std::nullopt : std::optional(a % b);
    default:
      return std::nullopt;
  }
}

// Maps unsigned order to signed order.
constexpr std::int64_t biased(std::uint64_t v) {
  return static_cast<std::int64_t>(v ^ (std::uint64_t{1} << 63));
}

}  // namespace

std::optional<std::int64_t> evaluate(unsigned opcode, std::int64_t a, std::int64_t b,
                                     unsigned width) {
  const std::uint64_t amount = low(b, width);
  std::optional<std::int64_t> out;
  if (const std::optional<BinaryOp> op = signedOperator(opcode)) {
    const bool divides = *op == BinaryOp::Div || *op == BinaryOp::Mod;
    if (divides && b == -1 && a == INT64_MIN) return std::nullopt;
    out = apply(*op, a, b);
  } else if (opcode == I::Shl) {
    out = amount < 64 ? apply(BinaryOp::Shl, a, static_cast<std::int64_t>(amount)) : 0;
  } else if (opcode == I::AShr) {
    out = apply(BinaryOp::Shr, a, static_cast<std::int64_t>(std::min<std::uint64_t>(amount, 63)));
  } else if (const auto bits = evaluateUnsigned(opcode, low(a, width), amount)) {
    out = static_cast<std::int64_t>(*bits);
  }
  if (out) out = canonical(*out, width);
  return out;
}

bool isUnsigned(unsigned predicate) {
  return predicate >= Predicate::ICMP_UGT && predicate <= Predicate::ICMP_ULE;
}

BinaryOp comparison(unsigned predicate) {
  switch (predicate) {
    case Predicate::ICMP_EQ:
      return BinaryOp::Eq;
    case Predicate::ICMP_NE:
      return BinaryOp::Ne;
    case Predicate::ICMP_SLT:
    case Predicate::ICMP_ULT:
      return BinaryOp::Lt;
    case Predicate::ICMP_SLE:
    case Predicate::ICMP_ULE:
      return BinaryOp::Le;
    case Predicate::ICMP_SGT:
    case Predicate::ICMP_UGT:
      return BinaryOp::Gt;
    default:
      return BinaryOp::Ge;
  }
}

bool holds(unsigned predicate, std::int64_t a, std::int64_t b, unsigned width) {
  const bool asBits = isUnsigned(predicate);
  const std::int64_t x = asBits ? biased(low(a, width)) : a;
  const std::int64_t y = asBits ? biased(low(b, width)) : b;
  return apply(comparison(predicate), x, y) == 1;
}

}  // namespace robur::frontend_llvm
