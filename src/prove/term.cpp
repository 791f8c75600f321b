#include "prove/term.h"

#include <fmt/format.h>

#include "program/print_instr.h"

namespace robur::prove {

namespace {

std::shared_ptr<Term> made(Term::Kind kind) {
  auto t = std::make_shared<Term>();
  t->kind = kind;
  return t;
}

std::string spelledAt(const TermPtr& t, const Names& names, int least) {
  switch (t->kind) {
    case Term::Kind::Const:
      return fmt::format("{}", t->value);
    case Term::Kind::Tid:
      return "tid";
    case Term::Kind::Register:
      return names.registers[static_cast<std::size_t>(t->reg)];
    case Term::Kind::Cell: {
      const std::string& name = names.vars[static_cast<std::size_t>(t->var)];
      return t->lhs ? fmt::format("{}[{}]", name, spelledAt(t->lhs, names, 0)) : name;
    }
    case Term::Kind::Loaded:
      return names.loaded;
    case Term::Kind::Chosen:
      return names.chosen;
    case Term::Kind::Changed:
      return names.changed;
    case Term::Kind::Bound:
      return t->name;
    case Term::Kind::Forall:
      return fmt::format("forall({}, {})", t->name, spelledAt(t->lhs, names, 0));
    case Term::Kind::Unary:
      return fmt::format("{}{}", robur::spelling(t->unary), spelledAt(t->lhs, names, 11));
    case Term::Kind::Binary: {
      const int mine = levelOf(t->binary);
      std::string text =
          fmt::format("{} {} {}", spelledAt(t->lhs, names, mine), robur::spelling(t->binary),
                      spelledAt(t->rhs, names, mine + 1));
      return mine < least ? "(" + text + ")" : text;
    }
  }
  return {};
}

}  // namespace

TermPtr number(std::int64_t value) {
  auto t = made(Term::Kind::Const);
  t->value = value;
  return t;
}

TermPtr threadNumber() {
  return made(Term::Kind::Tid);
}

TermPtr registerTerm(RegisterId id) {
  auto t = made(Term::Kind::Register);
  t->reg = id;
  return t;
}

TermPtr cell(VarId var, TermPtr index) {
  auto t = made(Term::Kind::Cell);
  t->var = var;
  t->lhs = std::move(index);
  return t;
}

TermPtr ofAction(Term::Kind kind) {
  return made(kind);
}

TermPtr bound(std::int64_t quantifier, std::string name) {
  auto t = made(Term::Kind::Bound);
  t->value = quantifier;
  t->name = std::move(name);
  return t;
}

TermPtr forall(std::int64_t quantifier, std::string name, TermPtr body) {
  auto t = made(Term::Kind::Forall);
  t->value = quantifier;
  t->name = std::move(name);
  t->lhs = std::move(body);
  return t;
}

TermPtr unary(UnaryOp op, TermPtr operand) {
  auto t = made(Term::Kind::Unary);
  t->unary = op;
  t->lhs = std::move(operand);
  return t;
}

TermPtr binary(BinaryOp op, TermPtr lhs, TermPtr rhs) {
  auto t = made(Term::Kind::Binary);
  t->binary = op;
  t->lhs = std::move(lhs);
  t->rhs = std::move(rhs);
  return t;
}

// Negates comparisons by the opposite operator, which is easier to read.
TermPtr negation(TermPtr condition) {
  if (condition->kind == Term::Kind::Unary && condition->unary == UnaryOp::Not) {
    return condition->lhs;
  }
  if (condition->kind == Term::Kind::Binary) {
    const auto turned = [&](BinaryOp op) { return binary(op, condition->lhs, condition->rhs); };
    switch (condition->binary) {
      case BinaryOp::Eq:
        return turned(BinaryOp::Ne);
      case BinaryOp::Ne:
        return turned(BinaryOp::Eq);
      case BinaryOp::Lt:
        return turned(BinaryOp::Ge);
      case BinaryOp::Le:
        return turned(BinaryOp::Gt);
      case BinaryOp::Gt:
        return turned(BinaryOp::Le);
      case BinaryOp::Ge:
        return turned(BinaryOp::Lt);
      default:
        break;
    }
  }
  return unary(UnaryOp::Not, std::move(condition));
}

bool equal(const TermPtr& a, const TermPtr& b) {
  if (!a || !b) return !a && !b;
  if (a == b) return true;
  return a->kind == b->kind && a->unary == b->unary && a->binary == b->binary &&
         a->value == b->value && a->var == b->var && a->reg == b->reg && equal(a->lhs, b->lhs) &&
         equal(a->rhs, b->rhs);
}

bool mentions(const TermPtr& t, Term::Kind kind) {
  bool found = false;
  forEach(t, [&](const Term& part) { found |= part.kind == kind; });
  return found;
}

bool mentionsVar(const TermPtr& t, VarId var) {
  bool found = false;
  forEach(t, [&](const Term& part) { found |= part.kind == Term::Kind::Cell && part.var == var; });
  return found;
}

bool mentionsRegister(const TermPtr& t, RegisterId id) {
  bool found = false;
  forEach(t, [&](const Term& p) { found |= p.kind == Term::Kind::Register && p.reg == id; });
  return found;
}

std::string spelled(const TermPtr& t, const Names& names) {
  return spelledAt(t, names, 0);
}

}  // namespace robur::prove
