#include "frontend/trencher/logic.h"

#include <algorithm>
#include <utility>

#include "program/arithmetic.h"

namespace robur::frontend_trencher {

namespace {

using Kind = Expr::Kind;

constexpr int kMaxAtoms = 8;  // the most atoms that are split on

bool is(const ExprPtr& e, BinaryOp op) {
  return e->kind == Kind::Binary && e->binary == op;
}

bool isTruthValue(const ExprPtr& e) {
  if (e->kind == Kind::Unary) return e->unary == UnaryOp::Not;
  return e->kind == Kind::Binary && e->binary >= BinaryOp::Eq;
}

// An arbitrary total order of expressions, so that a == b and b == a get the same normal form.
int compare(const ExprPtr& a, const ExprPtr& b) {
  const auto by = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
  if (!a || !b) return by(a != nullptr, b != nullptr);
  if (a->kind != b->kind) return by(a->kind, b->kind);
  if (const int c = by(a->value, b->value)) return c;
  if (const int c = by(raw(a->reg), raw(b->reg))) return c;
  if (const int c = by(a->binary, b->binary)) return c;
  if (const int c = by(a->unary, b->unary)) return c;
  if (const int c = compare(a->lhs, b->lhs)) return c;
  return compare(a->rhs, b->rhs);
}

ExprPtr both(BinaryOp op, ExprPtr a, ExprPtr b) {
  const std::int64_t neutral = op == BinaryOp::And ? 1 : 0;
  if (isConstant(a, neutral) || isConstant(b, 1 - neutral)) return b;
  if (isConstant(b, neutral) || isConstant(a, 1 - neutral)) return a;
  return binary(op, std::move(a), std::move(b));
}

// Expresses a comparison of two terms by == != < or <=. An equality has the value read on its left,
// or else a constant on its right.
ExprPtr comparison(BinaryOp op, ExprPtr a, ExprPtr b) {
  if (a->kind == Kind::Const && b->kind == Kind::Const)
    return constant(*apply(op, a->value, b->value));
  if (equal(a, b)) return constant(*apply(op, 0, 0));
  switch (op) {
    case BinaryOp::Gt:
      return binary(BinaryOp::Lt, std::move(b), std::move(a));
    case BinaryOp::Ge:
      return binary(BinaryOp::Le, std::move(b), std::move(a));
    case BinaryOp::Lt:
    case BinaryOp::Le:
      return binary(op, std::move(a), std::move(b));
    default:
      break;
  }
  const bool swap = b->kind == Kind::Loaded || (a->kind != Kind::Loaded && compare(a, b) < 0);
  if (swap) std::swap(a, b);
  if (isTruthValue(a) && b->kind == Kind::Const) {
    if (b->value != 0 && b->value != 1) return constant(op == BinaryOp::Ne ? 1 : 0);
    const ExprPtr holds = truth(a);
    return (b->value == 1) == (op == BinaryOp::Eq) ? holds : negation(holds);
  }
  return binary(op, std::move(a), std::move(b));
}

// The comparison, or its negation, that is split on: == or <.
ExprPtr atomOf(const ExprPtr& c) {
  if (is(c, BinaryOp::Ne) || is(c, BinaryOp::Le)) return negation(c);
  return c;
}

ExprPtr firstAtom(const ExprPtr& c) {
  if (c->kind == Kind::Const) return nullptr;
  if (!is(c, BinaryOp::And) && !is(c, BinaryOp::Or)) return atomOf(c);
  const ExprPtr left = firstAtom(c->lhs);
  return left ? left : firstAtom(c->rhs);
}

// The value of another atom if `atom` has the given value: 1, 0, or -1 if it is unknown.
int consequence(const ExprPtr& atom, bool value, const ExprPtr& other) {
  if (equal(atom, other)) return value ? 1 : 0;
  if (!value) return -1;
  const bool swapped = equal(atom->lhs, other->rhs) && equal(atom->rhs, other->lhs);
  const bool aligned = equal(atom->lhs, other->lhs) && equal(atom->rhs, other->rhs);
  if (aligned || swapped) return 0;  // one of a == b, a < b, b < a excludes the others
  const bool twoValues = is(atom, BinaryOp::Eq) && is(other, BinaryOp::Eq) &&
                         equal(atom->lhs, other->lhs) && atom->rhs->kind == Kind::Const &&
                         other->rhs->kind == Kind::Const;
  return twoValues ? 0 : -1;
}

ExprPtr assuming(const ExprPtr& c, const ExprPtr& atom, bool value) {
  if (c->kind == Kind::Const) return c;
  if (is(c, BinaryOp::And) || is(c, BinaryOp::Or)) {
    return both(c->binary, assuming(c->lhs, atom, value), assuming(c->rhs, atom, value));
  }
  const ExprPtr own = atomOf(c);
  const int known = consequence(atom, value, own);
  if (known < 0) return c;
  const bool negated = !equal(own, c);
  return constant((known == 1) != negated ? 1 : 0);
}

bool holdsBySplitting(const ExprPtr& c, int depth) {
  if (c->kind == Kind::Const) return c->value != 0;
  if (depth >= kMaxAtoms) return false;
  const ExprPtr atom = firstAtom(c);
  return holdsBySplitting(assuming(c, atom, true), depth + 1) &&
         holdsBySplitting(assuming(c, atom, false), depth + 1);
}

}  // namespace

bool isConstant(const ExprPtr& e, std::int64_t value) {
  return e->kind == Kind::Const && e->value == value;
}

ExprPtr truth(const ExprPtr& e) {
  if (e->kind == Kind::Const) return constant(e->value != 0 ? 1 : 0);
  if (e->kind == Kind::Unary && e->unary == UnaryOp::Not) return negation(truth(e->lhs));
  if (e->kind == Kind::Binary) {
    if (e->binary == BinaryOp::And || e->binary == BinaryOp::Or) {
      return both(e->binary, truth(e->lhs), truth(e->rhs));
    }
    if (e->binary >= BinaryOp::Eq) return comparison(e->binary, folded(e->lhs), folded(e->rhs));
  }
  return comparison(BinaryOp::Ne, folded(e), constant(0));
}

ExprPtr negation(const ExprPtr& c) {
  if (c->kind == Kind::Const) return constant(c->value == 0 ? 1 : 0);
  switch (c->binary) {
    case BinaryOp::And:
      return both(BinaryOp::Or, negation(c->lhs), negation(c->rhs));
    case BinaryOp::Or:
      return both(BinaryOp::And, negation(c->lhs), negation(c->rhs));
    case BinaryOp::Eq:
      return binary(BinaryOp::Ne, c->lhs, c->rhs);
    case BinaryOp::Ne:
      return binary(BinaryOp::Eq, c->lhs, c->rhs);
    case BinaryOp::Lt:
      return binary(BinaryOp::Le, c->rhs, c->lhs);
    default:
      return binary(BinaryOp::Lt, c->rhs, c->lhs);
  }
}

ExprPtr conjunction(const std::vector<ExprPtr>& conditions) {
  ExprPtr all = constant(1);
  for (const ExprPtr& c : conditions) all = both(BinaryOp::And, std::move(all), c);
  return all;
}

ExprPtr disjunction(const std::vector<ExprPtr>& conditions) {
  ExprPtr any = constant(0);
  for (const ExprPtr& c : conditions) any = both(BinaryOp::Or, std::move(any), c);
  return any;
}

bool alwaysHolds(const ExprPtr& condition) {
  return holdsBySplitting(condition, 0);
}

std::uint64_t costOf(const ExprPtr& condition) {
  std::uint64_t nodes = 0;
  std::uint64_t comparisons = 0;
  forEachNode(condition, [&](const Expr& node) {
    ++nodes;
    comparisons +=
        node.kind == Kind::Binary && node.binary >= BinaryOp::Eq && node.binary <= BinaryOp::Ge;
  });
  return nodes << std::min<std::uint64_t>(comparisons, kMaxAtoms);
}

bool exclude(const ExprPtr& a, const ExprPtr& b) {
  return alwaysHolds(both(BinaryOp::Or, negation(a), negation(b)));
}

}  // namespace robur::frontend_trencher
