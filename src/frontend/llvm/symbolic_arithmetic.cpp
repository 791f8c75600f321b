// Operators on values that are not known, written as 64-bit arithmetic of the IR.
//
// A value is kept sign-extended (one bit: 0 or 1). An operation whose result could leave that
// form is followed by a pair of shifts that restores it; ranges show where none is needed.
// Unsigned operations use the low bits or, at 64 bits, the value moved by 2^63.
#include <algorithm>

#include <llvm/IR/Instruction.h>

#include "frontend/llvm/arithmetic.h"
#include "frontend/llvm/ranges.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

}  // namespace

void Arithmetic::refuseSymbolic() {
  code.refuse("this operation is not supported on values that depend on shared memory",
              "divide by constants, or divide signed or narrower numbers");
}

Val Arithmetic::dynBinary(unsigned opcode, const Val& a, const Val& b) {
  const unsigned width = a.width;
  const ExprPtr x = cells.exprOf(a);
  const ExprPtr y = cells.exprOf(b);
  const Range ra = rangeOf(a);
  const Range rb = rangeOf(b);
  const Range whole{lowest(width), highest(width)};
  const auto bitwise = [&](BinaryOp op) {
    const bool both = ra.lo >= 0 && rb.lo >= 0;
    Wide top = 1;
    while (top <= ra.hi || top <= rb.hi) top *= 2;
    Range r = both ? Range{0, top - 1} : whole;
    if (op == BinaryOp::BitAnd && (ra.lo >= 0 || rb.lo >= 0)) {
      r = {0, ra.lo >= 0 && (rb.lo < 0 || ra.hi < rb.hi) ? ra.hi : rb.hi};
    }
    return fitted(binary(op, x, y), width, r);
  };
  const bool amount = b.is(Val::Kind::Int) && b.value >= 0 && b.value < static_cast<int>(width);
  const bool shifts = opcode == I::Shl || opcode == I::AShr || opcode == I::LShr;
  if (shifts && !amount) return dynShift(opcode, a, b);
  switch (opcode) {
    case I::Add:
      return fitted(binary(BinaryOp::Add, x, y), width, {ra.lo + rb.lo, ra.hi + rb.hi});
    case I::Sub:
      return fitted(binary(BinaryOp::Sub, x, y), width, {ra.lo - rb.hi, ra.hi - rb.lo});
    case I::Mul: {
      Wide ends[] = {ra.lo * rb.lo, ra.lo * rb.hi, ra.hi * rb.lo, ra.hi * rb.hi};
      return fitted(binary(BinaryOp::Mul, x, y), width,
                    {*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4)});
    }
    case I::And:
      return bitwise(BinaryOp::BitAnd);
    case I::Or:
      return bitwise(BinaryOp::BitOr);
    case I::Xor:
      if (width == 1 && b.is(Val::Kind::Int)) {
        return dynamic(b.value == 1 ? unary(UnaryOp::Not, x) : x, 1);
      }
      if (width == 1) return dynamic(binary(BinaryOp::Ne, x, y), 1);
      return bitwise(BinaryOp::BitXor);
    case I::Shl:
      return fitted(binary(BinaryOp::Shl, x, y), width, {ra.lo << b.value, ra.hi << b.value});
    case I::AShr:
      return fitted(binary(BinaryOp::Shr, x, y), width, {ra.lo >> b.value, ra.hi >> b.value});
    case I::LShr: {
      if (b.value == 0) return a;
      const ExprPtr bits = binary(BinaryOp::Shr,
                                  ra.lo >= 0    ? x
                                  : width == 64 ? x
                                                : asUnsigned(x, ra, width),
                                  y);
      const ExprPtr cut = binary(BinaryOp::BitAnd, bits, constant(mask(width - unsigned(b.value))));
      return fitted(cut, width, {0, mask(width - unsigned(b.value))});
    }
    case I::SDiv:
      return fitted(binary(BinaryOp::Div, x, y), width, {whole.lo, whole.hi + 1});
    case I::SRem:
      return fitted(binary(BinaryOp::Mod, x, y), width, whole);
    case I::UDiv:
    case I::URem:
      return dynUnsignedDivision(opcode, a, b);
    default:
      break;
  }
  refuseSymbolic();
}

// A shift by an amount that is not known. All bits are gone after a shift by the width or more,
// which C leaves undefined.
Val Arithmetic::dynShift(unsigned opcode, const Val& a, const Val& b) {
  const unsigned width = a.width;
  const ExprPtr x = cells.exprOf(a);
  const ExprPtr y = cells.exprOf(b);
  const Range ra = rangeOf(a);
  const Range rb = rangeOf(b);
  const bool inside = rb.lo >= 0 && rb.hi < static_cast<int>(width);
  const auto least = static_cast<int>(inside ? rb.lo : 0);
  const auto most = static_cast<int>(inside ? rb.hi : static_cast<int>(width) - 1);
  ExprPtr moved;
  Range r;
  if (opcode == I::Shl) {
    moved = binary(BinaryOp::Shl, x, y);
    r = {std::min(ra.lo << least, ra.lo << most), std::max(ra.hi << least, ra.hi << most)};
  } else if (opcode == I::AShr || ra.lo >= 0) {
    moved = binary(BinaryOp::Shr, x, y);
    r = {std::min(ra.lo >> least, ra.lo >> most), std::max(ra.hi >> least, ra.hi >> most)};
  } else if (width < 64) {
    moved = binary(BinaryOp::Shr, asUnsigned(x, ra, width), y);
    r = {0, mask(width) >> least};
  } else {
    // Without its sign after a shift by one; a shift by zero changes nothing.
    const ExprPtr half =
        binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, x, constant(1)), constant(INT64_MAX));
    const ExprPtr rest = binary(BinaryOp::Shr, half, binary(BinaryOp::Sub, y, constant(1)));
    moved = binary(BinaryOp::Add, binary(BinaryOp::Mul, binary(BinaryOp::Eq, y, constant(0)), x),
                   binary(BinaryOp::Mul, binary(BinaryOp::Ne, y, constant(0)), rest));
    r = {lowest(width), highest(width)};
  }
  if (!inside) {
    const ExprPtr valid = binary(BinaryOp::And, binary(BinaryOp::Ge, y, constant(0)),
                                 binary(BinaryOp::Lt, y, constant(static_cast<int>(width))));
    moved = binary(BinaryOp::Mul, valid, moved);
    r = {std::min<Wide>(r.lo, 0), std::max<Wide>(r.hi, 0)};
  }
  return fitted(moved, width, r);
}

// Unsigned numbers of 64 bits that may be above the highest signed number are divided by halves.
Val Arithmetic::dynUnsignedDivision(unsigned opcode, const Val& a, const Val& b) {
  const unsigned width = a.width;
  const Range ra = rangeOf(a);
  const Range rb = rangeOf(b);
  if (width == 64 && (ra.lo < 0 || rb.lo < 0)) {
    if (!b.is(Val::Kind::Int) || b.value <= 0 || b.value > INT64_MAX / 2) {
      return divideByAny(opcode, a, b);
    }
    const bool power = (b.value & (b.value - 1)) == 0;
    if (!power) return divideByHalves(opcode, a, b.value);
    if (opcode == I::URem) return dynBinary(I::And, a, integer(b.value - 1, 64));
    int shift = 0;
    while ((std::int64_t{1} << shift) < b.value) ++shift;
    return dynBinary(I::LShr, a, integer(shift, 64));
  }
  const BinaryOp op = opcode == I::UDiv ? BinaryOp::Div : BinaryOp::Mod;
  const Wide most = ra.lo >= 0 ? ra.hi : static_cast<Wide>(mask(width));
  return fitted(
      binary(op, asUnsigned(cells.exprOf(a), ra, width), asUnsigned(cells.exprOf(b), rb, width)),
      width, {0, most});
}

// Half of an unsigned 64-bit number is a non-negative signed one. It is divided, and the
// remainder of the whole number is then less than twice the divisor.
Val Arithmetic::divideByHalves(unsigned opcode, const Val& a, std::int64_t by) {
  const ExprPtr x = cells.exprOf(a);
  const ExprPtr half =
      binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, x, constant(1)), constant(INT64_MAX));
  const ExprPtr times =
      inRegister(binary(BinaryOp::Mul, binary(BinaryOp::Div, half, constant(by)), constant(2)));
  const ExprPtr left =
      inRegister(binary(BinaryOp::Sub, x, binary(BinaryOp::Mul, times, constant(by))));
  const ExprPtr more = binary(BinaryOp::Ge, left, constant(by));
  if (opcode == I::UDiv) return dynamic(binary(BinaryOp::Add, times, more), 64, 0, INT64_MAX);
  return dynamic(binary(BinaryOp::Sub, left, binary(BinaryOp::Mul, more, constant(by))), 64, 0,
                 by - 1);
}

// The same for a divisor that is not known. One above the highest signed number is contained once
// or not at all; zero stays zero, and dividing by it is an error.
Val Arithmetic::divideByAny(unsigned opcode, const Val& a, const Val& b) {
  const ExprPtr flip = constant(INT64_MIN);
  const auto atLeast = [&](const ExprPtr& p, const ExprPtr& q) {
    return binary(BinaryOp::Ge, binary(BinaryOp::BitXor, p, flip),
                  binary(BinaryOp::BitXor, q, flip));
  };
  const ExprPtr x = inRegister(cells.exprOf(a));
  const ExprPtr y = inRegister(cells.exprOf(b));
  const ExprPtr large = binary(BinaryOp::Lt, y, constant(0));
  const ExprPtr by = inRegister(
      binary(BinaryOp::Add, large, binary(BinaryOp::Mul, unary(UnaryOp::Not, large), y)));
  const ExprPtr half =
      binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, x, constant(1)), constant(INT64_MAX));
  const ExprPtr times =
      inRegister(binary(BinaryOp::Mul, binary(BinaryOp::Div, half, by), constant(2)));
  const ExprPtr left = inRegister(binary(BinaryOp::Sub, x, binary(BinaryOp::Mul, times, by)));
  const ExprPtr small = binary(BinaryOp::Add, times, atLeast(left, by));
  const ExprPtr quotient =
      inRegister(binary(BinaryOp::Add, binary(BinaryOp::Mul, large, atLeast(x, y)),
                        binary(BinaryOp::Mul, unary(UnaryOp::Not, large), small)));
  if (opcode == I::UDiv) return dynamic(quotient, 64);
  return dynamic(binary(BinaryOp::Sub, x, binary(BinaryOp::Mul, quotient, y)), 64);
}

ExprPtr Arithmetic::inRegister(ExprPtr e) {
  Instr instr;
  instr.op = Instr::Op::Assign;
  instr.span = code.here(*code.current);
  instr.dst = code.fresh(64, false);
  instr.value = std::move(e);
  const ExprPtr name = reg(instr.dst);
  code.out.emit(std::move(instr));
  return name;
}

}  // namespace robur::frontend_llvm
