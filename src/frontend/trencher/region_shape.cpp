#include "frontend/trencher/region_shape.h"

#include <algorithm>

#include "frontend/trencher/logic.h"
#include "program/arithmetic.h"

namespace robur::frontend_trencher {

namespace {

bool isExpectation(const ExprPtr& c) {
  return c->kind == Expr::Kind::Binary && c->binary == BinaryOp::Eq &&
         c->lhs->kind == Expr::Kind::Loaded && !mentionsLoaded(c->rhs);
}

// Splits a sum into the value read, which must occur once, and the rest; returns false if e is not
// such a sum.
bool splitSum(const ExprPtr& e, bool negative, bool& sawLoaded, ExprPtr& rest) {
  if (e->kind == Expr::Kind::Loaded) {
    if (negative || sawLoaded) return false;
    sawLoaded = true;
    return true;
  }
  if (!mentionsLoaded(e)) {
    rest = binary(negative ? BinaryOp::Sub : BinaryOp::Add, rest ? rest : constant(0), e);
    return true;
  }
  if (e->kind != Expr::Kind::Binary) return false;
  if (e->binary != BinaryOp::Add && e->binary != BinaryOp::Sub) return false;
  const bool flip = e->binary == BinaryOp::Sub;
  return splitSum(e->lhs, negative, sawLoaded, rest) &&
         splitSum(e->rhs, negative != flip, sawLoaded, rest);
}

bool setMask(Instr& instr, const ExprPtr& value, const ExprPtr& mask) {
  if (value->kind != Expr::Kind::Loaded || mentionsLoaded(mask)) return false;
  instr.rmw = RmwOp::And;
  instr.value = mask;
  return true;
}

}  // namespace

ExprPtr expectedOn(const RegionPath& path) {
  const auto at = std::ranges::find_if(path.conditions, isExpectation);
  return at == path.conditions.end() ? nullptr : (*at)->rhs;
}

bool has(const RegionPath& path, const ExprPtr& condition) {
  return std::ranges::any_of(path.conditions,
                             [&](const ExprPtr& c) { return equal(c, condition); });
}

ExprPtr without(const RegionPath& path, const ExprPtr& condition) {
  std::vector<ExprPtr> rest;
  for (const ExprPtr& c : path.conditions) {
    if (!equal(c, condition)) rest.push_back(c);
  }
  return conjunction(rest);
}

bool sameEffect(const RegionPath& a, const RegionPath& b) {
  const auto effects = [](const RegionPath& path) {
    std::vector<const Transition*> steps = path.steps;
    std::erase_if(steps, [](const Transition* t) { return t->kind == Transition::Kind::Check; });
    return steps;
  };
  return a.exit == b.exit && effects(a) == effects(b);
}

bool setOperation(Instr& instr, const ExprPtr& written) {
  if (!mentionsLoaded(written)) {
    instr.rmw = RmwOp::Exchange;
    instr.value = written;
    return true;
  }
  if (written->kind == Expr::Kind::Binary && written->binary == BinaryOp::BitAnd) {
    return setMask(instr, written->lhs, written->rhs) || setMask(instr, written->rhs, written->lhs);
  }
  bool sawLoaded = false;
  ExprPtr rest;
  if (!splitSum(written, false, sawLoaded, rest) || !sawLoaded) return false;
  instr.rmw = RmwOp::Add;
  instr.value = rest ? rest : constant(0);
  const bool oneTerm = rest && isConstant(rest->lhs, 0);
  if (oneTerm) {
    instr.rmw = rest->binary == BinaryOp::Sub ? RmwOp::Sub : RmwOp::Add;
    instr.value = rest->rhs;
  }
  instr.value = folded(instr.value);
  return true;
}

}  // namespace robur::frontend_trencher
