// Expressions by precedence climbing, with C's levels.
#include <fmt/format.h>

#include "frontend/rob/parser.h"

namespace robur::frontend_rob {

namespace {

struct Operator {
  int level = 0;  // 0: no binary operator
  BinaryOp op{};
};

Operator binaryOperator(Tok kind) {
  switch (kind) {
    case Tok::PipePipe:
      return {1, BinaryOp::Or};
    case Tok::AmpAmp:
      return {2, BinaryOp::And};
    case Tok::Pipe:
      return {3, BinaryOp::BitOr};
    case Tok::Caret:
      return {4, BinaryOp::BitXor};
    case Tok::Amp:
      return {5, BinaryOp::BitAnd};
    case Tok::EqualEqual:
      return {6, BinaryOp::Eq};
    case Tok::BangEqual:
      return {6, BinaryOp::Ne};
    case Tok::Less:
      return {7, BinaryOp::Lt};
    case Tok::LessEqual:
      return {7, BinaryOp::Le};
    case Tok::Greater:
      return {7, BinaryOp::Gt};
    case Tok::GreaterEqual:
      return {7, BinaryOp::Ge};
    case Tok::LessLess:
      return {8, BinaryOp::Shl};
    case Tok::GreaterGreater:
      return {8, BinaryOp::Shr};
    case Tok::Plus:
      return {9, BinaryOp::Add};
    case Tok::Minus:
      return {9, BinaryOp::Sub};
    case Tok::Star:
      return {10, BinaryOp::Mul};
    case Tok::Slash:
      return {10, BinaryOp::Div};
    case Tok::Percent:
      return {10, BinaryOp::Mod};
    default:
      return {};
  }
}

std::optional<UnaryOp> unaryOperator(Tok kind) {
  switch (kind) {
    case Tok::Minus:
      return UnaryOp::Neg;
    case Tok::Bang:
      return UnaryOp::Not;
    case Tok::Tilde:
      return UnaryOp::BitNot;
    default:
      return std::nullopt;
  }
}

}  // namespace

ExprNode* Parser::binary(int level) {
  const std::uint32_t begin = token_.at.begin;
  ExprNode* lhs = unary();
  for (;;) {
    if (is(Tok::Question)) {
      error(here(), "there is no conditional operator", "use if and else");
    }
    const Operator found = binaryOperator(token_.kind);
    if (panic_ || found.level < level || found.level == 0) return lhs;
    advance();
    ExprNode* const rhs = binary(found.level + 1);
    ExprNode* const both = make(ExprNode::Kind::Binary, begin);
    both->binary = found.op;
    both->lhs = lhs;
    both->rhs = rhs;
    setHeight(both);
    lhs = both;
  }
}

ExprNode* Parser::unary() {
  const std::uint32_t begin = token_.at.begin;
  if (is(Tok::Minus) && ahead_.kind == Tok::Number) {
    advance();
    return number(true, begin);
  }
  const auto op = unaryOperator(token_.kind);
  if (!op && !is(Tok::Star) && !is(Tok::Amp)) return postfix();
  if (!enter()) return broken();
  ExprNode* node = nullptr;
  if (is(Tok::Amp)) {
    node = addressOf();
  } else {
    advance();
    ExprNode* const operand = unary();
    node = make(op ? ExprNode::Kind::Unary : ExprNode::Kind::Deref, begin);
    if (op) node->unary = *op;
    node->lhs = operand;
    setHeight(node);
  }
  leave();
  return node;
}

ExprNode* Parser::addressOf() {
  const std::uint32_t begin = token_.at.begin;
  advance();
  ExprNode* const place = postfix();
  if (place->kind != ExprNode::Kind::Name && place->kind != ExprNode::Kind::Index) {
    error(place->at, "'&' needs the name of a cell", "write &x, or &a[0] for an element");
  }
  ExprNode* const node = make(ExprNode::Kind::AddressOf, begin);
  node->lhs = place;
  setHeight(node);
  return node;
}

ExprNode* Parser::postfix() {
  const std::uint32_t begin = token_.at.begin;
  ExprNode* place = primary();
  while (!panic_ && is(Tok::Dot)) {
    advance();
    ExprNode* const access = make(ExprNode::Kind::Access, begin);
    access->name = expectName("an operation such as load");
    access->lhs = place;
    if (!panic_ && !is(Tok::LeftParen)) {
      error(here(), fmt::format("expected '(' after '{}', found {}", access->name.text, found()));
    }
    access->arguments = arguments();
    access->at = since(begin);
    setHeight(access);
    place = access;
  }
  return place;
}

// The current token is the opening parenthesis.
std::span<ExprNode*> Parser::arguments() {
  std::vector<ExprNode*> list;
  if (!accept(Tok::LeftParen) || !enter()) return {};
  while (!panic_ && !is(Tok::RightParen)) {
    list.push_back(expression());
    if (!accept(Tok::Comma)) break;
  }
  expect(Tok::RightParen, "after the arguments");
  leave();
  return arena_.keep(list);
}

ExprNode* Parser::number(bool negative, std::uint32_t begin) {
  const std::uint64_t magnitude = token_.value;
  const Range at = token_.at;
  advance();
  if (!negative && magnitude == std::uint64_t{1} << 63) {
    complain(at, "this number is too large", "the largest one is 9223372036854775807");
  }
  ExprNode* const node = make(ExprNode::Kind::Number, begin);
  node->value = static_cast<std::int64_t>(negative ? ~magnitude + 1 : magnitude);
  return node;
}

ExprNode* Parser::primary() {
  const Token first = token_;
  switch (first.kind) {
    case Tok::Number:
      return number(false, first.at.begin);
    case Tok::True:
    case Tok::False: {
      advance();
      ExprNode* const node = make(ExprNode::Kind::Number, first.at.begin);
      node->value = first.kind == Tok::True ? 1 : 0;
      return node;
    }
    case Tok::Tid:
      advance();
      return make(ExprNode::Kind::Tid, first.at.begin);
    case Tok::LeftParen: {
      advance();
      if (!enter()) return broken();
      ExprNode* const inner = expression();
      expect(Tok::RightParen, "to close the parenthesis");
      leave();
      return inner;
    }
    case Tok::Name: {
      advance();
      ExprNode* const node = make(ExprNode::Kind::Name, first.at.begin);
      node->name = {lexer_.text(first.at), first.at};
      if (is(Tok::LeftParen)) {
        node->kind = ExprNode::Kind::Call;
        node->arguments = arguments();
      } else if (is(Tok::LeftBracket)) {
        advance();
        if (!enter()) return node;
        node->kind = ExprNode::Kind::Index;
        node->lhs = expression();
        expect(Tok::RightBracket, "after the index");
        leave();
      }
      node->at = since(first.at.begin);
      setHeight(node);
      return node;
    }
    case Tok::PlusPlus:
    case Tok::MinusMinus:
      error(here(), fmt::format("there is no operator {}", describe(first.kind)));
      return broken();
    default:
      error(here(), fmt::format("expected an expression, found {}", found()));
      return broken();
  }
}

}  // namespace robur::frontend_rob
