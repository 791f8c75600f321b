#include "frontend/llvm/arithmetic.h"

#include <algorithm>

#include <llvm/IR/InstrTypes.h>

#include "frontend/llvm/known_arithmetic.h"
#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/ranges.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;
using Predicate = llvm::CmpInst::Predicate;

Val zeroIfUnset(const Val& v) {
  return v.is(Val::Kind::Undef) ? integer(0, v.width == 0 ? 64 : v.width) : v;
}

// The result of an operator on numbers, which may still be an address with a tag, or part of one.
Val computedFrom(Val result, const Val& a, const Val& b) {
  if (!a.origins && !b.origins) return result;
  Targets both = originsOf(a);
  both.add(originsOf(b));
  return withOrigins(std::move(result), std::move(both));
}

}  // namespace

// The result of arithmetic on an unset value is unset. Bitwise operators are an exception: they
// set members that share a byte one by one.
Val Arithmetic::binaryOp(unsigned opcode, const Val& left, const Val& right) {
  if (isPair(left) || isPair(right)) return pairOp(opcode, left, right);
  const bool sum = opcode == I::Add || opcode == I::Sub || opcode == I::Mul || opcode == I::SDiv ||
                   opcode == I::SRem || opcode == I::UDiv || opcode == I::URem;
  if (sum && (isUnset(left) || isUnset(right))) return undef(std::max(left.width, right.width));
  const Val a = zeroIfUnset(left);
  const Val b = zeroIfUnset(right);
  const unsigned width = a.width;
  if (a.is(Val::Kind::Int) && b.is(Val::Kind::Int)) {
    const auto out = evaluate(opcode, a.value, b.value, width);
    if (out) return computedFrom(integer(*out, width), a, b);
    code.refuse("this division is always by zero or overflows", "no run gets past this line");
  }
  if (isPointer(a) || isPointer(b)) return pointerOp(opcode, a, b);
  return computedFrom(dynBinary(opcode, a, b), a, b);
}

Val Arithmetic::compare(unsigned predicate, const Val& left, const Val& right) {
  if (isPair(left) || isPair(right)) return comparePairs(predicate, left, right);
  if (isUnset(left) || isUnset(right)) return undef(1);
  const Val a = zeroIfUnset(left);
  const Val b = zeroIfUnset(right);
  const bool same = predicate == Predicate::ICMP_EQ;
  const bool equality = same || predicate == Predicate::ICMP_NE;
  if (a.is(Val::Kind::Int) && b.is(Val::Kind::Int)) {
    return integer(holds(predicate, a.value, b.value, a.width), 1);
  }
  if (a.is(Val::Kind::Addr) && b.is(Val::Kind::Addr)) {
    if (a.object == b.object) return integer(holds(predicate, a.value, b.value, 64), 1);
    if (equality) return integer(same ? 0 : 1, 1);
    return compare(predicate, number(a), number(b));
  } else if ((a.is(Val::Kind::Addr) && b.is(Val::Kind::Int)) ||
             (a.is(Val::Kind::Int) && b.is(Val::Kind::Addr))) {
    return compare(predicate, number(a), number(b));
  } else if ((isPointer(a) && isWide(b)) || (isWide(a) && isPointer(b))) {
    return compare(predicate, number(a), number(b));
  } else if (a.is(Val::Kind::Addr) || b.is(Val::Kind::Addr)) {
    const Val& known = a.is(Val::Kind::Addr) ? a : b;
    const Val& other = a.is(Val::Kind::Addr) ? b : a;
    if (!other.targets || !other.targets->contains({known.object, known.value})) {
      if (equality) return integer(same ? 0 : 1, 1);
    }
  }
  if (equality && ((a.nonNull && b.isInt(0)) || (a.isInt(0) && b.nonNull))) {
    return integer(same ? 0 : 1, 1);
  }
  Range ra = rangeOf(a);
  Range rb = rangeOf(b);
  if (a.is(Val::Kind::Addr)) ra = {kPointerType.lo, kPointerType.hi};
  if (b.is(Val::Kind::Addr)) rb = {kPointerType.lo, kPointerType.hi};
  ExprPtr x = cells.exprOf(a);
  ExprPtr y = cells.exprOf(b);
  if (isUnsigned(predicate) && (ra.lo < 0 || rb.lo < 0)) {
    // At 64 bits both sides must be converted in the same way.
    const Range negative{-1, 0};
    x = asUnsigned(x, negative, a.width);
    y = asUnsigned(y, negative, a.width);
  } else if (equality && (ra.hi < rb.lo || rb.hi < ra.lo)) {
    return integer(same ? 0 : 1, 1);
  }
  // A comparison whose result is compared with a constant is that comparison or its negation.
  if (equality && a.width == 1 && b.is(Val::Kind::Int)) {
    return dynamic((b.value == 1) == same ? x : unary(UnaryOp::Not, x), 1);
  }
  return dynamic(binary(comparison(predicate), x, y), 1);
}

Val Arithmetic::cast(unsigned opcode, const Val& value, unsigned width) {
  if (isPair(value) || width == kPairWidth) return castPair(opcode, value, width);
  if (isUnset(value) && opcode != I::Freeze) return undef(width);
  Val a = zeroIfUnset(value);
  if (opcode == I::IntToPtr && a.is(Val::Kind::Int) && width == a.width) return coded(a);
  if (width != a.width && isPointer(a)) a = number(a);
  return computedFrom(castNumber(opcode, a, width), a, a);
}

Val Arithmetic::castNumber(unsigned opcode, const Val& a, unsigned width) {
  switch (opcode) {
    case I::PtrToInt:
    case I::IntToPtr:
    case I::BitCast:
    case I::Freeze:
    case I::AddrSpaceCast: {
      if (width == a.width) return a;
      if (a.is(Val::Kind::Int))
        return integer(static_cast<std::int64_t>(low(a.value, a.width)), width);
      break;
    }
    case I::Trunc:
      if (a.is(Val::Kind::Int)) return integer(a.value, width);
      if (a.is(Val::Kind::Dyn) && !a.targets) {
        if (width == 1 && a.lo >= 0 && a.hi <= 1) return dynamic(a.expr, 1);
        return fitted(a.expr, width, {a.lo, a.hi});
      }
      break;
    case I::ZExt:
      if (a.is(Val::Kind::Int)) {
        return integer(static_cast<std::int64_t>(low(a.value, a.width)), width);
      }
      if (a.is(Val::Kind::Dyn)) {
        const Range r{a.lo, a.hi};
        if (a.lo >= 0) return dynamic(a.expr, width, a.lo, a.hi);
        return dynamic(asUnsigned(a.expr, r, a.width), width, 0, mask(a.width));
      }
      break;
    case I::SExt:
      if (a.is(Val::Kind::Int)) return integer(a.width == 1 ? -a.value : a.value, width);
      if (a.is(Val::Kind::Dyn)) {
        if (a.width == 1) return dynamic(unary(UnaryOp::Neg, a.expr), width, -1, 0);
        return dynamic(a.expr, width, a.lo, a.hi);
      }
      break;
    default:
      break;
  }
  code.refuse("this conversion is not supported",
              "keep pointers in pointer types and numbers in integers of at most 64 bits");
}

}  // namespace robur::frontend_llvm
