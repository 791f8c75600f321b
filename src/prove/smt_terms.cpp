// Translates terms to Z3, which distinguishes integers from Booleans; terms do not.
#include "prove/smt.h"

namespace robur::prove {

namespace {

bool isTruth(const Term& t) {
  if (t.kind == Term::Kind::Forall) return true;
  if (t.kind == Term::Kind::Unary) return t.unary == UnaryOp::Not;
  return t.kind == Term::Kind::Binary && t.binary >= BinaryOp::Eq;
}

}  // namespace

z3::expr Smt::boolean(const TermPtr& t, const Env& env) {
  if (t->kind == Term::Kind::Const) return context_.bool_val(t->value != 0);
  if (t->kind == Term::Kind::Forall) return quantified(t, env);
  if (t->kind == Term::Kind::Unary && t->unary == UnaryOp::Not) return !boolean(t->lhs, env);
  if (t->kind == Term::Kind::Binary) {
    switch (t->binary) {
      case BinaryOp::And:
        return boolean(t->lhs, env) && boolean(t->rhs, env);
      case BinaryOp::Or:
        return boolean(t->lhs, env) || boolean(t->rhs, env);
      case BinaryOp::Eq:
      case BinaryOp::Ne: {
        const bool truths = isTruth(*t->lhs) && isTruth(*t->rhs);
        const z3::expr same = truths ? boolean(t->lhs, env) == boolean(t->rhs, env)
                                     : num(t->lhs, env) == num(t->rhs, env);
        return t->binary == BinaryOp::Eq ? same : !same;
      }
      case BinaryOp::Lt:
        return num(t->lhs, env) < num(t->rhs, env);
      case BinaryOp::Le:
        return num(t->lhs, env) <= num(t->rhs, env);
      case BinaryOp::Gt:
        return num(t->lhs, env) > num(t->rhs, env);
      case BinaryOp::Ge:
        return num(t->lhs, env) >= num(t->rhs, env);
      default:
        break;
    }
  }
  return num(t, env) != 0;
}

z3::expr Smt::num(const TermPtr& t, const Env& env) {
  switch (t->kind) {
    case Term::Kind::Const:
      return context_.int_val(t->value);
    case Term::Kind::Tid:
      return env.local.tid;
    case Term::Kind::Register:
      return env.local.registers[at(t->reg)];
    case Term::Kind::Cell: {
      const z3::expr& v = env.memory.vars[at(t->var)];
      return t->lhs ? z3::select(v, num(t->lhs, env)) : v;
    }
    case Term::Kind::Loaded:
      return *env.loaded;
    case Term::Kind::Chosen:
      return env.choice->chosen;
    case Term::Kind::Changed:
      return env.choice->changed;
    case Term::Kind::Bound:
      return bound_.at(t->value);
    case Term::Kind::Unary:
      if (t->unary == UnaryOp::Neg) return -num(t->lhs, env);
      break;
    case Term::Kind::Binary: {
      if (isTruth(*t)) break;
      const z3::expr lhs = num(t->lhs, env);
      const z3::expr rhs = num(t->rhs, env);
      switch (t->binary) {
        case BinaryOp::Add:
          return lhs + rhs;
        case BinaryOp::Sub:
          return lhs - rhs;
        case BinaryOp::Mul:
          return lhs * rhs;
        // In Z3 remainders are never negative; in the language division rounds toward zero.
        case BinaryOp::Div:
          return z3::ite(lhs >= 0, lhs / rhs, -((-lhs) / rhs));
        case BinaryOp::Mod:
          return z3::ite(lhs >= 0, z3::mod(lhs, rhs), -z3::mod(-lhs, rhs));
        default:
          break;
      }
      break;
    }
    case Term::Kind::Forall:
      break;
  }
  return z3::ite(boolean(t, env), context_.int_val(1), context_.int_val(0));
}

z3::expr Smt::quantified(const TermPtr& t, const Env& env) {
  const std::string name = "?" + t->name + std::to_string(t->value);
  const z3::expr variable = context_.int_const(name.c_str());
  bound_.insert_or_assign(t->value, variable);
  return z3::forall(variable, boolean(t->lhs, env));
}

}  // namespace robur::prove
