// Expressions over registers and numbers. One access may stand in an expression, where it is always
// evaluated: C does not say in which order several ones happen.
#include "frontend/litmus/parser.h"

namespace robur::frontend_litmus {

namespace {

struct Operator {
  std::string_view text;
  BinaryOp op;
  int level;
};

constexpr Operator kOperators[] = {
    {"||", BinaryOp::Or, 0},    {"&&", BinaryOp::And, 1},   {"|", BinaryOp::BitOr, 2},
    {"^", BinaryOp::BitXor, 3}, {"&", BinaryOp::BitAnd, 4}, {"==", BinaryOp::Eq, 5},
    {"!=", BinaryOp::Ne, 5},    {"<", BinaryOp::Lt, 6},     {"<=", BinaryOp::Le, 6},
    {">", BinaryOp::Gt, 6},     {">=", BinaryOp::Ge, 6},    {"+", BinaryOp::Add, 7},
    {"-", BinaryOp::Sub, 7},    {"*", BinaryOp::Mul, 8},
};
constexpr int kUnary = 9;

// The result of the access in an expression, until it has a register.
ExprPtr resultOfAccess() {
  Expr e;
  e.kind = Expr::Kind::Reg;
  e.reg = kNoReg;
  return std::make_shared<const Expr>(std::move(e));
}
bool isResultOfAccess(const Expr& e) {
  return e.kind == Expr::Kind::Reg && e.reg == kNoReg;
}

// The expression with the register in which that result is.
ExprPtr withResult(const ExprPtr& e, RegId result) {
  switch (e->kind) {
    case Expr::Kind::Reg:
      return isResultOfAccess(*e) ? reg(result) : e;
    case Expr::Kind::Unary:
      return unary(e->unary, withResult(e->lhs, result));
    case Expr::Kind::Binary:
      return binary(e->binary, withResult(e->lhs, result), withResult(e->rhs, result));
    default:
      return e;
  }
}

}  // namespace

ExprPtr Parser::expression(Reading& reading) {
  if (!enter()) return nullptr;
  ExprPtr e = binaryFrom(0, reading);
  --nesting_;
  return e;
}

ExprPtr Parser::binaryFrom(int level, Reading& reading) {
  if (level == kUnary) return unaryExpression(reading);
  ExprPtr lhs = binaryFrom(level + 1, reading);
  for (int count = 0; !stopped_; ++count) {
    const Operator* found = nullptr;
    for (const Operator& o : kOperators) {
      if (o.level == level && is(o.text)) found = &o;
    }
    if (found == nullptr) return lhs;
    if (count == kMaxNesting) error("this expression has too many operators");
    advance();
    const bool before = reading.conditional;
    if (found->op == BinaryOp::And || found->op == BinaryOp::Or) reading.conditional = true;
    ExprPtr rhs = binaryFrom(level + 1, reading);
    reading.conditional = before;
    if (stopped_) return nullptr;
    lhs = binary(found->op, std::move(lhs), std::move(rhs));
  }
  return nullptr;
}

ExprPtr Parser::unaryExpression(Reading& reading) {
  const Span start = token_.span;
  if (accept("*")) return plainLoad(start, reading);
  if (is("/") || is("%")) error("division is not supported");
  const bool negative = is("-");
  const bool logical = is("!");
  const bool bits = is("~");
  if (!negative && !logical && !bits) return primary(reading);
  if (!enter()) return nullptr;
  advance();
  ExprPtr operand = unaryExpression(reading);
  --nesting_;
  if (stopped_) return nullptr;
  return unary(negative  ? UnaryOp::Neg
               : logical ? UnaryOp::Not
                         : UnaryOp::BitNot,
               std::move(operand));
}

ExprPtr Parser::primary(Reading& reading) {
  if (stopped_) return nullptr;
  if (token_.kind == Token::Kind::Number) {
    const std::int64_t value = token_.value;
    advance();
    return constant(value);
  }
  if (accept("(")) {
    if (is("int") || is("atomic_int")) error("casts are not supported");
    ExprPtr e = expression(reading);
    expect(")", "after the expression");
    return e;
  }
  const Token name = expectName("an expression");
  if (stopped_) return nullptr;
  if (is("(")) {
    return callIn(name, reading);
  }
  const auto found = proc_->registers.find(name.text);
  if (found != proc_->registers.end()) return reg(found->second);
  token_ = name;
  if (proc_->parameters.contains(name.text)) {
    error(fmt::format("'{}' is the address of a location", name.text),
          fmt::format("write *{}, or an atomic load", name.text));
  } else {
    error(fmt::format("'{}' is not declared", name.text));
  }
  return nullptr;
}

ExprPtr Parser::plainLoad(Span start, Reading& reading) {
  Instr instr;
  instr.op = Instr::Op::Load;
  instr.order = Order::NonAtomic;
  instr.address.base = location(false);
  instr.span = from(start);
  return stopped_ ? nullptr : access(std::move(instr), reading);
}

ExprPtr Parser::access(Instr instr, Reading& reading) {
  if (reading.access) {
    error("there are several accesses in this expression, and C leaves their order open",
          "assign each to a variable first");
  } else if (reading.conditional) {
    error("this access need not be evaluated", "write it in an if statement");
  }
  reading.access = std::move(instr);
  return resultOfAccess();
}

ExprPtr Parser::value(std::optional<RegId> target) {
  Reading reading;
  ExprPtr e = expression(reading);
  if (stopped_ || !e || !reading.access) return e;
  const bool alone = isResultOfAccess(*e);
  const RegId result = alone && target ? *target : builder_.temporary(kInt32);
  reading.access->dst = result;
  builder_.emit(std::move(*reading.access));
  return withResult(e, result);
}

}  // namespace robur::frontend_litmus
