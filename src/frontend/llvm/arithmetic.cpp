// Arithmetic of C on values of 1 to 64 bits, written as 64-bit arithmetic of our expressions.
//
// A value is kept sign-extended (one bit: 0 or 1). An operation whose result could leave that
// form is followed by a pair of shifts that restores it; ranges show where none is needed.
// Unsigned operations look at the low bits, or, at 64 bits, at the value moved by 2^63.
#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/Operator.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

using I = llvm::Instruction;
using Predicate = llvm::CmpInst::Predicate;

struct Range {
  Wide lo, hi;
};

Val fitted(ExprPtr e, unsigned width, Range r) {
  if (r.lo >= lowest(width) && r.hi <= highest(width)) {
    return dynamic(std::move(e), width, static_cast<std::int64_t>(r.lo),
                   static_cast<std::int64_t>(r.hi));
  }
  if (width == 1) return dynamic(binary(BinaryOp::BitAnd, std::move(e), constant(1)), 1);
  if (width < 64) {
    const ExprPtr shift = constant(64 - static_cast<int>(width));
    e = binary(BinaryOp::Shr, binary(BinaryOp::Shl, std::move(e), shift), shift);
  }
  return dynamic(std::move(e), width);
}

Range rangeOf(const Val& v) {
  if (v.is(Val::Kind::Dyn)) return {v.lo, v.hi};
  return {v.value, v.value};
}

std::uint64_t low(std::int64_t v, unsigned width) {
  return static_cast<std::uint64_t>(v) & static_cast<std::uint64_t>(mask(width));
}

// As an unsigned number that compares as such; exact below 64 bits.
ExprPtr asUnsigned(const ExprPtr& e, const Range& r, unsigned width) {
  if (r.lo >= 0) return e;
  if (width == 64) return binary(BinaryOp::BitXor, e, constant(INT64_MIN));
  return binary(BinaryOp::BitAnd, e, constant(mask(width)));
}

bool evaluate(unsigned opcode, std::int64_t a, std::int64_t b, unsigned width, std::int64_t& out) {
  const std::uint64_t ua = low(a, width);
  const std::uint64_t ub = low(b, width);
  const auto put = [&](std::uint64_t v) {
    out = canonical(static_cast<std::int64_t>(v), width);
    return true;
  };
  switch (opcode) {
    case I::Add:
      return put(ua + ub);
    case I::Sub:
      return put(ua - ub);
    case I::Mul:
      return put(ua * ub);
    case I::And:
      return put(ua & ub);
    case I::Or:
      return put(ua | ub);
    case I::Xor:
      return put(ua ^ ub);
    case I::Shl:
      return put(ub < 64 ? ua << ub : 0);
    case I::LShr:
      return put(ub < 64 ? ua >> ub : 0);
    case I::AShr:
      return put(static_cast<std::uint64_t>(a >> (ub < 63 ? ub : 63)));
    case I::UDiv:
      return ub != 0 && put(ua / ub);
    case I::URem:
      return ub != 0 && put(ua % ub);
    case I::SDiv:
      return b != 0 && !(b == -1 && a == INT64_MIN) && put(std::uint64_t(a / b));
    case I::SRem:
      return b != 0 && !(b == -1 && a == INT64_MIN) && put(std::uint64_t(a % b));
    default:
      return false;
  }
}

bool holds(unsigned predicate, std::int64_t a, std::int64_t b, unsigned width) {
  const std::uint64_t ua = low(a, width);
  const std::uint64_t ub = low(b, width);
  switch (predicate) {
    case Predicate::ICMP_EQ:
      return a == b;
    case Predicate::ICMP_NE:
      return a != b;
    case Predicate::ICMP_SLT:
      return a < b;
    case Predicate::ICMP_SLE:
      return a <= b;
    case Predicate::ICMP_SGT:
      return a > b;
    case Predicate::ICMP_SGE:
      return a >= b;
    case Predicate::ICMP_ULT:
      return ua < ub;
    case Predicate::ICMP_ULE:
      return ua <= ub;
    case Predicate::ICMP_UGT:
      return ua > ub;
    default:
      return ua >= ub;
  }
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

Val settled(const Val& v) {
  return v.is(Val::Kind::Undef) ? integer(0, v.width == 0 ? 64 : v.width) : v;
}

}  // namespace

// What is computed from a value that was never set is not set either. Except for bits: members
// that share a byte are written one by one.
Val Evaluator::binaryOp(unsigned opcode, const Val& left, const Val& right) {
  const bool sum = opcode == I::Add || opcode == I::Sub || opcode == I::Mul || opcode == I::SDiv ||
                   opcode == I::SRem || opcode == I::UDiv || opcode == I::URem;
  if (sum && (isUnset(left) || isUnset(right))) return undef(std::max(left.width, right.width));
  const Val a = settled(left);
  const Val b = settled(right);
  const unsigned width = a.width;
  if (a.is(Val::Kind::Int) && b.is(Val::Kind::Int)) {
    std::int64_t out = 0;
    if (evaluate(opcode, a.value, b.value, width, out)) return integer(out, width);
    refuse(*current, "this divides by zero", "no run can get beyond this line");
  }
  const bool pointers = a.is(Val::Kind::Addr) || b.is(Val::Kind::Addr) ||
                        (a.is(Val::Kind::Dyn) && a.targets) || (b.is(Val::Kind::Dyn) && b.targets);
  if (!pointers) return dynBinary(opcode, a, b);
  // Addresses that pass through integers: distances, moves by known amounts, alignment.
  if (a.is(Val::Kind::Addr) && b.is(Val::Kind::Addr) && opcode == I::Sub && a.object == b.object) {
    return integer(a.value - b.value, 64);
  }
  if (opcode == I::Add && b.is(Val::Kind::Int)) return moved(*current, a, b.value);
  if (opcode == I::Add && a.is(Val::Kind::Int)) return moved(*current, b, a.value);
  if (opcode == I::Sub && b.is(Val::Kind::Int)) return moved(*current, a, -b.value);
  if (opcode == I::And && a.is(Val::Kind::Addr) && b.is(Val::Kind::Int) && b.value >= 0 &&
      b.value < 8) {
    return integer(a.value & b.value, 64);
  }
  refuse(*current, "this computes with the bits of a pointer",
         "keep marks and counters in fields of their own instead of in pointer bits");
}

Val Evaluator::dynBinary(unsigned opcode, const Val& a, const Val& b) {
  const unsigned width = a.width;
  const ExprPtr x = exprOf(a);
  const ExprPtr y = exprOf(b);
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
      if (!amount) break;
      return fitted(binary(BinaryOp::Shl, x, y), width, {ra.lo << b.value, ra.hi << b.value});
    case I::AShr:
      if (!amount) break;
      return fitted(binary(BinaryOp::Shr, x, y), width, {ra.lo >> b.value, ra.hi >> b.value});
    case I::LShr: {
      if (!amount) break;
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
    case I::URem: {
      if (width == 64 && (ra.lo < 0 || rb.lo < 0)) {
        if (!b.is(Val::Kind::Int) || b.value <= 0 || b.value > INT64_MAX / 2) break;
        const bool power = (b.value & (b.value - 1)) == 0;
        if (!power) return divideByHalves(opcode, a, b.value);
        if (opcode == I::URem) return dynBinary(I::And, a, integer(b.value - 1, 64));
        int shift = 0;
        while ((std::int64_t{1} << shift) < b.value) ++shift;
        return dynBinary(I::LShr, a, integer(shift, 64));
      }
      const BinaryOp op = opcode == I::UDiv ? BinaryOp::Div : BinaryOp::Mod;
      const Wide most = ra.lo >= 0 ? ra.hi : static_cast<Wide>(mask(width));
      return fitted(binary(op, asUnsigned(x, ra, width), asUnsigned(y, rb, width)), width,
                    {0, most});
    }
    default:
      break;
  }
  refuse(*current, "this operation is not supported on values that depend on shared memory",
         "shift by constants, and divide signed or narrower numbers");
}

// Half of an unsigned number of 64 bits is a signed one. It is divided, and what that leaves is
// less than twice the divisor.
Val Evaluator::divideByHalves(unsigned opcode, const Val& a, std::int64_t by) {
  const auto named = [&](ExprPtr e) {
    Instr instr;
    instr.op = Op::Assign;
    instr.span = here(*current);
    instr.dst = fresh(64, false);
    instr.value = std::move(e);
    const ExprPtr name = reg(instr.dst);
    out.emit(std::move(instr));
    return name;
  };
  const ExprPtr x = exprOf(a);
  const ExprPtr half =
      binary(BinaryOp::BitAnd, binary(BinaryOp::Shr, x, constant(1)), constant(INT64_MAX));
  const ExprPtr times =
      named(binary(BinaryOp::Mul, binary(BinaryOp::Div, half, constant(by)), constant(2)));
  const ExprPtr left = named(binary(BinaryOp::Sub, x, binary(BinaryOp::Mul, times, constant(by))));
  const ExprPtr more = binary(BinaryOp::Ge, left, constant(by));
  if (opcode == I::UDiv) return dynamic(binary(BinaryOp::Add, times, more), 64, 0, INT64_MAX);
  return dynamic(binary(BinaryOp::Sub, left, binary(BinaryOp::Mul, more, constant(by))), 64, 0,
                 by - 1);
}

Val Evaluator::compare(unsigned predicate, const Val& left, const Val& right) {
  if (isUnset(left) || isUnset(right)) return undef(1);
  const Val a = settled(left);
  const Val b = settled(right);
  const bool same = predicate == Predicate::ICMP_EQ;
  const bool equality = same || predicate == Predicate::ICMP_NE;
  if (a.is(Val::Kind::Int) && b.is(Val::Kind::Int)) {
    return integer(holds(predicate, a.value, b.value, a.width), 1);
  }
  if (a.is(Val::Kind::Addr) && b.is(Val::Kind::Addr)) {
    if (a.object == b.object) return integer(holds(predicate, a.value, b.value, 64), 1);
    if (equality) return integer(same ? 0 : 1, 1);
  } else if ((a.is(Val::Kind::Addr) && b.is(Val::Kind::Int)) ||
             (a.is(Val::Kind::Int) && b.is(Val::Kind::Addr))) {
    if (equality) return integer(same ? 0 : 1, 1);
    const bool aIsObject = a.is(Val::Kind::Addr);  // objects lie above all small integers
    const bool greater = predicate == Predicate::ICMP_UGT || predicate == Predicate::ICMP_UGE ||
                         predicate == Predicate::ICMP_SGT || predicate == Predicate::ICMP_SGE;
    return integer(greater == aIsObject ? 1 : 0, 1);
  } else if (a.is(Val::Kind::Addr) || b.is(Val::Kind::Addr)) {
    const Val& known = a.is(Val::Kind::Addr) ? a : b;
    const Val& other = a.is(Val::Kind::Addr) ? b : a;
    if (!other.targets || !other.targets->contains({known.object, known.value})) {
      if (equality) return integer(same ? 0 : 1, 1);
    }
  }
  const bool isUnsigned = predicate >= Predicate::ICMP_UGT && predicate <= Predicate::ICMP_ULE;
  Range ra = rangeOf(a);
  Range rb = rangeOf(b);
  if (a.is(Val::Kind::Addr)) ra = {kPointerType.lo, kPointerType.hi};
  if (b.is(Val::Kind::Addr)) rb = {kPointerType.lo, kPointerType.hi};
  ExprPtr x = exprOf(a);
  ExprPtr y = exprOf(b);
  if (isUnsigned && (ra.lo < 0 || rb.lo < 0)) {
    // At 64 bits both sides must be moved alike.
    const Range negative{-1, 0};
    x = asUnsigned(x, negative, a.width);
    y = asUnsigned(y, negative, a.width);
  } else if (equality && (ra.hi < rb.lo || rb.hi < ra.lo)) {
    return integer(same ? 0 : 1, 1);
  }
  // The truth of a comparison, compared with a constant, is that comparison or its opposite.
  if (equality && a.width == 1 && b.is(Val::Kind::Int)) {
    return dynamic((b.value == 1) == same ? x : unary(UnaryOp::Not, x), 1);
  }
  return dynamic(binary(comparison(predicate), x, y), 1);
}

Val Evaluator::cast(unsigned opcode, const Val& value, unsigned width) {
  if (isUnset(value) && opcode != I::Freeze) return undef(width);
  const Val a = settled(value);
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
  refuse(*current, "this conversion is not supported",
         "keep pointers in pointers and numbers in integers of at most 64 bits");
}

Val Evaluator::select(State& s, const Val& condition, const Val& yes, const Val& no) {
  if (isUnset(condition)) return undef(yes.width);
  if (condition.known()) return condition.isInt(1) ? yes : no;
  if (yes.is(Val::Kind::Undef)) return no;
  if (no.is(Val::Kind::Undef)) return yes;
  if (yes.is(Val::Kind::Agg)) refuse(s, "a choice between structures is not supported");
  Val a = merged(s, yes);
  Val b = merged(s, no);
  const ExprPtr is = condition.expr;
  Targets both = targetsOf(a);
  both.merge(targetsOf(b));
  const Range ra = rangeOf(a);
  const Range rb = rangeOf(b);
  ExprPtr e;
  if (a.isInt(1) && b.isInt(0)) {
    e = is;
  } else if (a.isInt(0) && b.isInt(1)) {
    e = unary(UnaryOp::Not, is);
  } else if (a.width == 1 && b.isInt(0)) {
    e = binary(BinaryOp::And, is, exprOf(a));
  } else if (a.width == 1 && a.isInt(1)) {
    e = binary(BinaryOp::Or, is, exprOf(b));
  } else {
    e = binary(BinaryOp::Add, binary(BinaryOp::Mul, is, exprOf(a)),
               binary(BinaryOp::Mul, unary(UnaryOp::Not, is), exprOf(b)));
  }
  Val v = dynamic(e, a.width, static_cast<std::int64_t>(std::min(ra.lo, rb.lo)),
                  static_cast<std::int64_t>(std::max(ra.hi, rb.hi)));
  if (!both.empty()) v.targets = std::make_shared<Targets>(std::move(both));
  return v;
}

Val Evaluator::compute(State& s, const llvm::Instruction& in) {
  if (const auto* path = llvm::dyn_cast<llvm::GEPOperator>(&in)) return gep(s, *path);
  if (in.isBinaryOp()) {
    widthOf(in.getType());
    return binaryOp(in.getOpcode(), operand(s, in.getOperand(0)), operand(s, in.getOperand(1)));
  }
  if (const auto* test = llvm::dyn_cast<llvm::ICmpInst>(&in)) {
    widthOf(test->getOperand(0)->getType());
    return compare(test->getPredicate(), operand(s, test->getOperand(0)),
                   operand(s, test->getOperand(1)));
  }
  if (in.isCast() || in.getOpcode() == I::Freeze) {
    if (in.getOpcode() == I::Freeze && in.getType()->isAggregateType()) {
      return operand(s, in.getOperand(0));
    }
    widthOf(in.getOperand(0)->getType());
    return cast(in.getOpcode(), operand(s, in.getOperand(0)), widthOf(in.getType()));
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&in)) {
    return select(s, operand(s, choice->getCondition()), operand(s, choice->getTrueValue()),
                  operand(s, choice->getFalseValue()));
  }
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&in)) {
    Val v = operand(s, part->getAggregateOperand());
    for (const unsigned i : part->indices()) {
      if (!v.is(Val::Kind::Agg)) return undef(64);
      const Val inner = v.parts[i];
      v = inner;
    }
    return v;
  }
  if (const auto* part = llvm::dyn_cast<llvm::InsertValueInst>(&in)) {
    Val v = operand(s, part->getAggregateOperand());
    if (part->getNumIndices() != 1) refuse(s, "nested structures as values are not supported");
    v.kind = Val::Kind::Agg;
    const llvm::Type* type = part->getType();
    v.parts.resize(type->isStructTy() ? type->getStructNumElements()
                                      : static_cast<unsigned>(type->getArrayNumElements()));
    v.parts[part->getIndices()[0]] = operand(s, part->getInsertedValueOperand());
    return v;
  }
  if (in.getType()->isFloatingPointTy()) widthOf(in.getType());
  refuse(s, fmt::format("the instruction {} is not supported", in.getOpcodeName()));
}

}  // namespace robur::llvmfront
