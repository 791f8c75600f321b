// Statements. Each function is called when its first token is the current one, and returns after it
// has consumed its last one.
#include <fmt/format.h>

#include "frontend/rob/parser.h"

namespace robur::frontend_rob {

namespace {

std::optional<BinaryOp> compoundOperator(Tok kind) {
  switch (kind) {
    case Tok::PlusAssign:
      return BinaryOp::Add;
    case Tok::MinusAssign:
      return BinaryOp::Sub;
    case Tok::StarAssign:
      return BinaryOp::Mul;
    case Tok::PipeAssign:
      return BinaryOp::BitOr;
    case Tok::AmpAssign:
      return BinaryOp::BitAnd;
    case Tok::CaretAssign:
      return BinaryOp::BitXor;
    default:
      return std::nullopt;
  }
}

}  // namespace

StmtNode* Parser::node(StmtNode::Kind kind) {
  StmtNode* const node = arena_.make<StmtNode>();
  node->kind = kind;
  node->at = token_.at;
  return node;
}

// `owner` describes, for messages, what the braces belong to.
StmtNode* Parser::block(std::string_view owner) {
  StmtNode* const result = node(StmtNode::Kind::Block);
  const Range open = token_.at;
  if (!accept(Tok::LeftBrace)) {
    error(here(), fmt::format("expected '{{' to begin {}, found {}", owner, found()));
    return result;
  }
  std::vector<StmtNode*> list;
  statements(list);
  result->list = arena_.keep(list);
  if (!is(Tok::RightBrace) && !unclosed_ && !lexer_.truncated()) {
    unclosed_ = true;
    complain(
        open, fmt::format("the '{{' of {} is never closed", owner),
        is(Tok::Thread) ? "a thread cannot begin inside another one: close this one with '}'" : "");
  }
  accept(Tok::RightBrace);
  result->at = since(open.begin);
  return result;
}

void Parser::statements(std::vector<StmtNode*>& out) {
  while (!is(Tok::RightBrace) && !is(Tok::End) && !is(Tok::Thread)) {
    const std::uint32_t before = token_.at.begin;
    if (!is(Tok::Local)) file_->gaps.push_back(token_.at);
    statement(out);
    if (panic_) recoverStatement();
    if (token_.at.begin == before && !is(Tok::End) && !is(Tok::RightBrace)) skip();
  }
  if (is(Tok::RightBrace)) file_->gaps.push_back(token_.at);
}

// The body of a condition or a loop: one statement, with its labels if it has any.
StmtNode* Parser::body() {
  if (is(Tok::LeftBrace)) return block("this block");
  StmtNode* const result = node(StmtNode::Kind::Block);
  std::vector<StmtNode*> list;
  if (is(Tok::RightBrace) || is(Tok::End)) {
    error(here(), fmt::format("expected a statement, found {}", found()));
  } else {
    statement(list);
  }
  if (list.size() == 1) return list[0];
  result->list = arena_.keep(list);
  result->at = since(result->at.begin);
  return result;
}

void Parser::statement(std::vector<StmtNode*>& out) {
  while (!panic_ && is(Tok::Name) && ahead_.kind == Tok::Colon) {
    StmtNode* const label = node(StmtNode::Kind::Label);
    label->name = {lexer_.text(token_.at), token_.at};
    advance();
    advance();
    out.push_back(label);
    if (is(Tok::RightBrace)) return;
  }
  if (!panic_ && beginsProof()) {
    out.push_back(proofStatement());
    return;
  }
  const Tok kind = is(Tok::Name) ? misspeltStatement() : token_.kind;
  if (is(Tok::Name) && kind != Tok::Name) {
    complain(here(), fmt::format("{} is not a statement", found()),
             fmt::format("did you mean {}?", describe(kind)));
  } else if (is(Tok::Name) && ahead_.kind == Tok::Name) {
    error(here(), fmt::format("{} is not a statement", found()),
          "a register is declared with 'local', as in: local 0..3 r;");
    return;
  }
  if (!enter()) return;
  if (StmtNode* const made = compound(kind)) out.push_back(made);
  leave();
}

StmtNode* Parser::compound(Tok keyword) {
  switch (keyword) {
    case Tok::LeftBrace:
      return block("this block");
    case Tok::If:
      return ifStatement();
    case Tok::While: {
      StmtNode* const made = node(StmtNode::Kind::While);
      advance();
      made->value = condition("while");
      made->body = body();
      made->at = since(made->at.begin);
      return made;
    }
    case Tok::Do:
      return doStatement();
    case Tok::For:
      return forStatement();
    case Tok::Loop: {
      StmtNode* const made = node(StmtNode::Kind::Loop);
      advance();
      made->body = body();
      return made;
    }
    case Tok::Choose:
      return chooseStatement();
    case Tok::Break:
      return jump(StmtNode::Kind::Break);
    case Tok::Continue:
      return jump(StmtNode::Kind::Continue);
    case Tok::Return:
      return jump(StmtNode::Kind::Return);
    case Tok::Skip:
      return jump(StmtNode::Kind::Skip);
    case Tok::Goto:
      return jump(StmtNode::Kind::Goto);
    case Tok::Local: {
      StmtNode* const made = node(StmtNode::Kind::Local);
      made->local = declaration(Declaration::Kind::Local);
      made->at = since(made->at.begin);
      semicolonAfter("the declaration");
      return made;
    }
    case Tok::Name:
    case Tok::LeftParen:
    case Tok::Star: {
      StmtNode* const made = simple();
      semicolonAfter("the statement");
      return made;
    }
    default:
      misplaced();
      return nullptr;
  }
}

// Reports tokens that begin no statement; the help depends on what they were probably meant for.
void Parser::misplaced() {
  switch (token_.kind) {
    case Tok::Semicolon:
      complain(here(), "an empty statement is written 'skip;' or '{ }'");
      advance();
      return;
    case Tok::Else:
      complain(here(), "this 'else' has no 'if'");
      advance();
      return;
    case Tok::Or:
      complain(here(), "this 'or' has no 'choose'");
      advance();
      return;
    case Tok::Atomic:
    case Tok::Plain:
    case Tok::Const:
      complain(here(), fmt::format("{} declarations stand outside of threads", found()),
               "inside a thread, 'local' declares a register of its own");
      topLevel(*file_);
      return;
    case Tok::Bool:
    case Tok::Wrap:
      error(here(), fmt::format("expected 'local' before {}", found()),
            "registers are declared as in: local bool seen;");
      return;
    default:
      error(here(), fmt::format("expected a statement, found {}", found()));
  }
}

// An assignment, an access or a call, without a semicolon, because the head of `for` has none.
StmtNode* Parser::simple() {
  StmtNode* const made = node(StmtNode::Kind::Evaluate);
  ExprNode* const first = expression();
  const auto compoundOp = compoundOperator(token_.kind);
  if (!panic_ && (is(Tok::Assign) || compoundOp)) {
    advance();
    made->kind = StmtNode::Kind::Assign;
    made->target = first;
    made->compound = compoundOp;
    made->value = expression();
    if (is(Tok::Assign)) {
      error(here(), "an assignment is a statement and has no value", "write two statements");
    }
  } else if (!panic_ && (is(Tok::PlusPlus) || is(Tok::MinusMinus))) {
    const char sign = is(Tok::PlusPlus) ? '+' : '-';
    error(here(), fmt::format("there is no operator {}", describe(token_.kind)),
          fmt::format("write {} {}= 1", lexer_.text(first->at), sign));
    made->value = broken();
  } else {
    made->value = first;
  }
  made->at = since(made->at.begin);
  return made;
}

}  // namespace robur::frontend_rob
