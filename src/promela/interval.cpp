// Interval arithmetic over 64-bit values; a result that may overflow is kEverything.
#include <array>
#include <bit>

#include "program/arithmetic.h"
#include "promela/ranges.h"

namespace robur::promela {

namespace {

using Builtin = bool (*)(std::int64_t, std::int64_t, std::int64_t*);

bool add(std::int64_t a, std::int64_t b, std::int64_t* r) {
  return __builtin_add_overflow(a, b, r);
}
bool subtract(std::int64_t a, std::int64_t b, std::int64_t* r) {
  return __builtin_sub_overflow(a, b, r);
}
bool multiply(std::int64_t a, std::int64_t b, std::int64_t* r) {
  return __builtin_mul_overflow(a, b, r);
}

// If an operation is monotone in each argument, its values at the corners bound the result.
Interval corners(Builtin op, const Interval& a, const Interval& b) {
  std::array<std::int64_t, 4> r{};
  const bool overflow = op(a.lo, b.lo, &r[0]) || op(a.lo, b.hi, &r[1]) || op(a.hi, b.lo, &r[2]) ||
                        op(a.hi, b.hi, &r[3]);
  if (overflow) return kEverything;
  return {*std::min_element(r.begin(), r.end()), *std::max_element(r.begin(), r.end())};
}

// The smallest range -2^k .. 2^k-1 (or 0 .. 2^k-1) around both: closed under & | ^.
Interval bits(const Interval& a, const Interval& b) {
  const auto magnitude = [](std::int64_t v) { return static_cast<std::uint64_t>(v < 0 ? ~v : v); };
  const std::uint64_t all = magnitude(a.lo) | magnitude(a.hi) | magnitude(b.lo) | magnitude(b.hi);
  const auto top =
      static_cast<std::int64_t>(all == 0 ? 0 : (~std::uint64_t{0} >> std::countl_zero(all)));
  return {a.lo < 0 || b.lo < 0 ? ~top : 0, top};
}

std::int64_t largestMagnitude(const Interval& a) {
  if (a.lo == std::numeric_limits<std::int64_t>::min()) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return std::max(a.lo < 0 ? -a.lo : a.lo, a.hi < 0 ? -a.hi : a.hi);
}

Interval quotient(const Interval& a, const Interval& b) {
  if (a.lo >= 0 && b.lo >= 0) {
    const std::int64_t least = std::max<std::int64_t>(b.lo, 1);
    return {a.lo / std::max<std::int64_t>(b.hi, 1), a.hi / least};
  }
  const std::int64_t m = largestMagnitude(a);
  return {a.lo >= 0 && b.lo >= 0 ? 0 : -m, m};
}

Interval remainder(const Interval& a, const Interval& b) {
  const std::int64_t m =
      std::min(largestMagnitude(a), std::max<std::int64_t>(largestMagnitude(b), 1) - 1);
  return {a.lo >= 0 ? 0 : -m, a.hi <= 0 ? 0 : m};
}

Interval truth() {
  return {0, 1};
}

// Operations for which the bounds below are not exact on single values. A quotient that overflows
// is left to the bounds.
std::optional<std::int64_t> exact(BinaryOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::Mod:
      return apply(op, a, b);
    case BinaryOp::Div:
      if (b == -1 && a == kEverything.lo) return std::nullopt;
      return apply(op, a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace

Interval applyUnary(UnaryOp op, const Interval& a) {
  switch (op) {
    case UnaryOp::Neg:
      return corners(subtract, {0, 0}, a);
    case UnaryOp::Not:
      if (!a.contains(0)) return {0, 0};
      return a.single() ? Interval{1, 1} : truth();
    case UnaryOp::BitNot:
      return {~a.hi, ~a.lo};
  }
  return kEverything;
}

Interval applyBinary(BinaryOp op, const Interval& a, const Interval& b) {
  if (a.single() && b.single()) {
    if (const auto v = exact(op, a.lo, b.lo)) return {*v, *v};
  }
  const bool apart = a.hi < b.lo || b.hi < a.lo;
  const bool same = a.single() && a == b;
  const auto known = [](bool yes, bool no) {
    return yes ? Interval{1, 1} : no ? Interval{0, 0} : truth();
  };
  switch (op) {
    case BinaryOp::Add:
      return corners(add, a, b);
    case BinaryOp::Sub:
      return corners(subtract, a, b);
    case BinaryOp::Mul:
      return corners(multiply, a, b);
    case BinaryOp::Div:
      return quotient(a, b);
    case BinaryOp::Mod:
      return remainder(a, b);
    case BinaryOp::BitAnd:
      if (a.lo >= 0 && b.lo >= 0) return {0, std::min(a.hi, b.hi)};
      if (a.lo >= 0) return {0, a.hi};
      if (b.lo >= 0) return {0, b.hi};
      return bits(a, b);
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
      return bits(a, b);
    case BinaryOp::Shl:
      if (b.lo < 0 || b.hi > 62) return kEverything;
      return corners(multiply, a, {std::int64_t{1} << b.lo, std::int64_t{1} << b.hi});
    case BinaryOp::Shr:
      if (b.lo < 0 || b.hi > 63) return kEverything;
      return {std::min(a.lo >> b.lo, a.lo >> b.hi), std::max(a.hi >> b.lo, a.hi >> b.hi)};
    case BinaryOp::Eq:
      return known(same, apart);
    case BinaryOp::Ne:
      return known(apart, same);
    case BinaryOp::Lt:
      return known(a.hi < b.lo, a.lo >= b.hi);
    case BinaryOp::Le:
      return known(a.hi <= b.lo, a.lo > b.hi);
    case BinaryOp::Gt:
      return known(a.lo > b.hi, a.hi <= b.lo);
    case BinaryOp::Ge:
      return known(a.lo >= b.hi, a.hi < b.lo);
    case BinaryOp::And: {
      const Interval zero{0, 0};
      return known(!a.contains(0) && !b.contains(0), a == zero || b == zero);
    }
    case BinaryOp::Or: {
      const Interval zero{0, 0};
      return known(!a.contains(0) || !b.contains(0), a == zero && b == zero);
    }
  }
  return kEverything;
}

std::optional<std::int64_t> constantFor(const Program& program, const Thread& thread,
                                        const ExprPtr& e, const std::vector<Register>* registers) {
  const auto single = [](const Interval& v) {
    return v.single() ? std::optional(v.lo) : std::nullopt;
  };
  switch (e->kind) {
    case Expr::Kind::Const:
      return e->value;
    case Expr::Kind::ThreadIndex:
      return thread.index;
    case Expr::Kind::AddressOf:
      return raw(program.firstCell(e->location));
    case Expr::Kind::Reg:
      return registers == nullptr ? std::nullopt : std::optional((*registers)[raw(e->reg)].init);
    case Expr::Kind::Loaded:
      return std::nullopt;
    case Expr::Kind::Unary: {
      const auto a = constantFor(program, thread, e->lhs, registers);
      return a ? single(applyUnary(e->unary, {*a, *a})) : std::nullopt;
    }
    case Expr::Kind::Binary: {
      const auto a = constantFor(program, thread, e->lhs, registers);
      if (a && *a == 0 && e->binary == BinaryOp::And) return 0;
      if (a && *a != 0 && e->binary == BinaryOp::Or) return 1;
      const auto b = constantFor(program, thread, e->rhs, registers);
      if (!a || !b) return std::nullopt;
      const bool divides = e->binary == BinaryOp::Div || e->binary == BinaryOp::Mod;
      if (divides && *b == 0) return std::nullopt;
      return single(applyBinary(e->binary, {*a, *a}, {*b, *b}));
    }
  }
  return std::nullopt;
}

std::optional<Interval> converted(const Interval& v, const IntType& type) {
  const Interval all = intervalOf(type);
  if (v.within(all)) return v;
  if (type.overflow == IntType::Overflow::Error) return meet(v, all);
  if (v.single()) return Interval{type.wrap(v.lo), type.wrap(v.lo)};
  return all;
}

}  // namespace robur::promela
