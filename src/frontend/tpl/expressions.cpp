// Expressions over registers, with the precedence of C.
//
// Operators work on plain integers, and the value of the whole expression is reduced modulo
// max_value + 1. If the value is stored, the type of the destination does that. Conditions and the
// operands of wait have no destination and are reduced here.
#include <array>

#include "frontend/tpl/parser.h"

namespace robur::frontend_tpl {

namespace {

struct Operator {
  std::string_view text;
  BinaryOp op;
  int level;
};

constexpr auto kOperators = std::to_array<Operator>({
    {"||", BinaryOp::Or, 1},
    {"&&", BinaryOp::And, 2},
    {"|", BinaryOp::BitOr, 3},
    {"^", BinaryOp::BitXor, 4},
    {"&", BinaryOp::BitAnd, 5},
    {"==", BinaryOp::Eq, 6},
    {"!=", BinaryOp::Ne, 6},
    {"<", BinaryOp::Lt, 7},
    {"<=", BinaryOp::Le, 7},
    {">", BinaryOp::Gt, 7},
    {">=", BinaryOp::Ge, 7},
    {"+", BinaryOp::Add, 8},
    {"-", BinaryOp::Sub, 8},
    {"*", BinaryOp::Mul, 9},
    {"/", BinaryOp::Div, 9},
    {"%", BinaryOp::Mod, 9},
});

const Operator* operatorAt(const Token& token) {
  if (token.kind != Token::Kind::Symbol) return nullptr;
  for (const Operator& o : kOperators) {
    if (o.text == token.text) return &o;
  }
  return nullptr;
}

bool isTruthValue(const Expr& e) {
  if (e.kind == Expr::Kind::Unary) return e.unary == UnaryOp::Not;
  return e.kind == Expr::Kind::Binary && e.binary >= BinaryOp::Eq;
}

}  // namespace

ExprPtr Parser::expression() {
  return binaryFrom(1);
}

ExprPtr Parser::binaryFrom(int level) {
  ExprPtr lhs = unaryExpression();
  for (const Operator* o = operatorAt(token_); !panic_ && o && o->level >= level;
       o = operatorAt(token_)) {
    if (!countOperator()) return lhs;
    advance();
    ExprPtr rhs = binaryFrom(o->level + 1);
    lhs = binary(o->op, std::move(lhs), std::move(rhs));
  }
  return lhs;
}

ExprPtr Parser::unaryExpression() {
  if (!is("-") && !is("+") && !is("!")) return primary();
  const bool plus = is("+");
  const bool minus = is("-");
  if (!countOperator()) return constant(0);
  advance();
  if (!enter()) return constant(0);
  ExprPtr operand = unaryExpression();
  leave();
  if (plus) return operand;
  if (minus && operand->kind == Expr::Kind::Const) return constant(-operand->value);
  return unary(minus ? UnaryOp::Neg : UnaryOp::Not, std::move(operand));
}

ExprPtr Parser::primary() {
  const Token token = token_;
  ExprPtr result = constant(0);
  if (token.kind == Token::Kind::Number) {
    advance();
    result = constant(token.value);
  } else if (accept("true")) {
    result = constant(1);
  } else if (accept("false")) {
    result = constant(0);
  } else if (accept("(")) {
    if (!enter()) return result;
    result = expression();
    leave();
    expect(")", "after an expression");
  } else if (token.kind == Token::Kind::Name && !isReserved(token.text)) {
    advance();
    if (locations_.contains(token.text)) {
      complain(token.span,
               fmt::format("{} is shared and cannot stand in an expression", quoted(token.text)),
               fmt::format("load it into a register first: r = {}.load();", token.text));
    } else if (const std::optional<RegId> r = registerNamed(token)) {
      result = reg(*r);
    }
  } else {
    error(here(), fmt::format("expected an expression, found {}", found()));
    return result;
  }
  if (is("[")) {
    error(here(), "this language has no arrays", "declare one location or register per element");
  }
  return result;
}

// Trees are walked recursively, so their depth is limited.
bool Parser::countOperator() {
  if (++operators_ <= kMaxOperators) return true;
  error(here(), fmt::format("this statement has more than {} operators", kMaxOperators));
  return false;
}

std::optional<RegId> Parser::registerNamed(const Token& name) {
  const auto known = registers_.find(name.text);
  if (known != registers_.end()) return known->second;
  complain(name.span, fmt::format("{} is not declared", quoted(name.text)),
           fmt::format("declare it at the beginning of the thread: local {};", name.text));
  return std::nullopt;
}

// Whether the whole expression, taken modulo max_value + 1, is not zero.
ExprPtr Parser::condition() {
  ExprPtr e = expression();
  if (e->kind == Expr::Kind::Const) return constant(type().wrap(e->value) != 0 ? 1 : 0);
  if (e->kind == Expr::Kind::Reg || isTruthValue(*e)) return e;
  return binary(BinaryOp::Mod, std::move(e), constant(maxValue_ + 1));
}

// A value in 0..max_value, as a register would hold it after an assignment.
ExprPtr Parser::operand() {
  const Span start = here();
  ExprPtr e = expression();
  if (panic_ || e->kind == Expr::Kind::Reg || isTruthValue(*e)) return e;
  if (e->kind == Expr::Kind::Const) return constant(type().wrap(e->value));
  Instr instr;
  instr.op = Instr::Op::Assign;
  instr.dst = builder_.temporary(type());
  instr.value = std::move(e);
  instr.span = from(start);
  const ExprPtr result = reg(instr.dst);
  builder_.emit(std::move(instr));
  return result;
}

}  // namespace robur::frontend_tpl
