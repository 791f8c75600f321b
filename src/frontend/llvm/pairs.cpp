// Numbers of 128 bits, as pairs of their halves, and how a cell of 16 bytes holds them.
//
// Such numbers are atomic objects in most programs that have them: a pointer beside a counter,
// which a compare-exchange of 16 bytes accesses in one step. So they are one cell, and the values
// of a cell have 64 bits. The halves are packed: a pointer as its code, in 16 bits, which leaves 48
// for the other; two numbers share the cell equally. A run in which a half has a value that does
// not fit is not decided, and says so.
#include <array>

#include <llvm/IR/InstrTypes.h>

#include "frontend/llvm/arithmetic.h"
#include "frontend/llvm/known_arithmetic.h"
#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/pairs.h"
#include "frontend/llvm/ranges.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;
using Predicate = llvm::CmpInst::Predicate;

bool mentionsLoaded(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) { found |= node.kind == Expr::Kind::Loaded; });
  return found;
}

Val setHalf(const Val& pair, unsigned which) {
  const Val half = halfOf(pair, which);
  return half.is(Val::Kind::Undef) ? integer(0, 64) : half;
}

}  // namespace

std::array<unsigned, 2> bitsOfHalves(const std::array<Kept, 2>& halves) {
  constexpr unsigned kCode = 16;
  constexpr unsigned kAddress = 48;
  if (halves[0].coded()) return {kCode, 64 - kCode};
  if (halves[1].coded()) return {64 - kCode, kCode};
  if (!halves[0].targets.empty()) return {kAddress, 64 - kAddress};
  if (!halves[1].targets.empty()) return {64 - kAddress, kAddress};
  return {32, 32};
}

bool fitsHalf(std::int64_t value, unsigned bits) {
  return value >= lowest(bits) && value <= highest(bits);
}

ExprPtr Arithmetic::packed(const std::array<Kept, 2>& halves, const Val& pair) {
  const std::array<unsigned, 2> bits = bitsOfHalves(halves);
  std::array<ExprPtr, 2> held;
  for (unsigned i = 0; i < 2; ++i) {
    Val half = setHalf(pair, i);
    if (!halves[i].coded()) half = number(half);
    held[i] = cells.exprOf(half);
    const Range r = rangeOf(half);
    const bool fits = isPointer(half) || (r.lo >= lowest(bits[i]) && r.hi <= highest(bits[i]));
    if (fits || mentionsLoaded(held[i])) continue;
    code.unsupportedUnless(
        *code.current,
        binary(BinaryOp::And, binary(BinaryOp::Ge, held[i], constant(lowest(bits[i]))),
               binary(BinaryOp::Le, held[i], constant(highest(bits[i])))),
        "half of an atomic object of 16 bytes has a value that is too large");
  }
  return binary(BinaryOp::BitOr, binary(BinaryOp::Shl, held[1], constant(bits[0])),
                binary(BinaryOp::BitAnd, held[0], constant(mask(bits[0]))));
}

Val Arithmetic::unpacked(const std::array<Kept, 2>& halves, const ExprPtr& cell) {
  const std::array<unsigned, 2> bits = bitsOfHalves(halves);
  const ExprPtr shift = constant(64 - static_cast<int>(bits[0]));
  const std::array<ExprPtr, 2> held = {
      binary(BinaryOp::Shr, binary(BinaryOp::Shl, cell, shift), shift),
      binary(BinaryOp::Shr, cell, constant(bits[0]))};
  std::array<Val, 2> out;
  for (unsigned i = 0; i < 2; ++i) {
    out[i] = dynamic(held[i], 64, lowest(bits[i]), highest(bits[i]));
    if (halves[i].coded()) {
      out[i].lo = kPointerType.lo;
      out[i].hi = kPointerType.hi;
      out[i].targets = std::make_shared<Targets>(halves[i].targets);
    } else {
      out[i] = withOrigins(std::move(out[i]), halves[i].targets);
    }
  }
  return pairOf(std::move(out[0]), std::move(out[1]));
}

Val Arithmetic::pairOp(unsigned opcode, const Val& a, const Val& b) {
  const std::array<Val, 2> x = {setHalf(a, 0), setHalf(a, 1)};
  const std::array<Val, 2> y = {setHalf(b, 0), setHalf(b, 1)};
  switch (opcode) {
    case I::And:
    case I::Or:
    case I::Xor: {
      // Zero and all ones keep a half that is a pointer as it is.
      const auto bitwise = [&](const Val& left, const Val& right) {
        const std::int64_t neutral = opcode == I::And ? -1 : 0;
        if (right.isInt(neutral)) return left;
        if (left.isInt(neutral)) return right;
        if (opcode == I::And && (left.isInt(0) || right.isInt(0))) return integer(0, 64);
        return binaryOp(opcode, left, right);
      };
      return pairOf(bitwise(x[0], y[0]), bitwise(x[1], y[1]));
    }
    case I::Add:
    case I::Sub: {
      const Val low = binaryOp(opcode, x[0], y[0]);
      const Val carry = opcode == I::Add ? compare(Predicate::ICMP_ULT, low, x[0])
                                         : compare(Predicate::ICMP_ULT, x[0], y[0]);
      const Val high = binaryOp(opcode, x[1], y[1]);
      return pairOf(low, binaryOp(opcode, high, cast(I::ZExt, carry, 64)));
    }
    case I::Shl:
    case I::LShr:
    case I::AShr:
      if (y[0].is(Val::Kind::Int) && y[1].isInt(0) && y[0].value >= 0 &&
          y[0].value < static_cast<std::int64_t>(kPairWidth)) {
        return shiftedPair(opcode, pairOf(x[0], x[1]), static_cast<unsigned>(y[0].value));
      }
      break;
    default:
      break;
  }
  code.refuse("this operation on numbers of 128 bits is not supported",
              "add, subtract, compare, shift by constants, or use the halves");
}

Val Arithmetic::shiftedPair(unsigned opcode, const Val& a, unsigned amount) {
  const Val low = halfOf(a, 0);
  const Val high = halfOf(a, 1);
  if (amount == 0) return a;
  const Val fill = opcode == I::AShr ? binaryOp(I::AShr, high, integer(63, 64)) : integer(0, 64);
  if (amount == 64) return opcode == I::Shl ? pairOf(fill, low) : pairOf(high, fill);
  const Val by = integer(amount % 64, 64);
  const Val rest = integer(64 - amount % 64, 64);
  if (amount > 64) {
    return opcode == I::Shl ? pairOf(fill, binaryOp(I::Shl, low, by))
                            : pairOf(binaryOp(opcode, high, by), fill);
  }
  if (opcode == I::Shl) {
    return pairOf(binaryOp(I::Shl, low, by),
                  binaryOp(I::Or, binaryOp(I::Shl, high, by), binaryOp(I::LShr, low, rest)));
  }
  return pairOf(binaryOp(I::Or, binaryOp(I::LShr, low, by), binaryOp(I::Shl, high, rest)),
                binaryOp(opcode, high, by));
}

// The high halves decide unless they are equal; of the low halves the unsigned order counts.
Val Arithmetic::comparePairs(unsigned predicate, const Val& a, const Val& b) {
  if (isUnset(a) || isUnset(b)) return undef(1);
  const auto both = [&](const Val& p, const Val& q) { return binaryOp(I::And, p, q); };
  const Val sameLow = compare(Predicate::ICMP_EQ, setHalf(a, 0), setHalf(b, 0));
  const Val sameHigh = compare(Predicate::ICMP_EQ, setHalf(a, 1), setHalf(b, 1));
  const auto negated = [&](const Val& p) { return binaryOp(I::Xor, p, integer(1, 1)); };
  if (predicate == Predicate::ICMP_EQ) return both(sameLow, sameHigh);
  if (predicate == Predicate::ICMP_NE) return negated(both(sameLow, sameHigh));
  const auto strict =
      llvm::CmpInst::getStrictPredicate(static_cast<llvm::CmpInst::Predicate>(predicate));
  const auto low =
      llvm::CmpInst::isSigned(strict) ? llvm::ICmpInst::getUnsignedPredicate(strict) : strict;
  const auto lowAs = llvm::CmpInst::isStrictPredicate(static_cast<Predicate>(predicate))
                         ? low
                         : llvm::CmpInst::getNonStrictPredicate(low);
  const Val less = compare(strict, setHalf(a, 1), setHalf(b, 1));
  return binaryOp(I::Or, less, both(sameHigh, compare(lowAs, setHalf(a, 0), setHalf(b, 0))));
}

Val Arithmetic::castPair(unsigned opcode, const Val& v, unsigned width) {
  if (isUnset(v) && opcode != I::Freeze) return undef(width);
  if (isPair(v)) {
    if (width == kPairWidth) return pairOf(setHalf(v, 0), setHalf(v, 1));
    const Val low = setHalf(v, 0);
    return width == 64 ? low : cast(I::Trunc, low, width);
  }
  const Val low = v.width == 64 ? v : cast(opcode == I::SExt ? I::SExt : I::ZExt, v, 64);
  if (opcode != I::SExt) return pairOf(low, integer(0, 64));
  return pairOf(low, binaryOp(I::AShr, low, integer(63, 64)));
}

}  // namespace robur::frontend_llvm
