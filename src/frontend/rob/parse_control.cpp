// Statements that contain other statements, and jumps.
#include <fmt/format.h>

#include "frontend/rob/parser.h"
#include "frontend/rob/suggest.h"

namespace robur::frontend_rob {

namespace {

bool isCallee(std::string_view name) {
  return name == "wait" || name == "fence" || name == "lock" || name == "unlock" ||
         name == "assert" || name == "assume" || name == "nondet";
}

}  // namespace

// The parenthesised condition after a keyword. If it is broken, parsing resumes after it.
ExprNode* Parser::condition(std::string_view keyword) {
  if (panic_) return broken();
  if (!is(Tok::LeftParen)) {
    complain(here(), fmt::format("expected '(' after '{}', found {}", keyword, found()),
             fmt::format("conditions stand in parentheses: {} (...)", keyword));
    ExprNode* const value = is(Tok::LeftBrace) ? broken() : expression();
    if (panic_) recoverParenthesis();
    return value;
  }
  advance();
  ExprNode* const value = expression();
  if (is(Tok::Assign)) error(here(), "'=' assigns and has no value", "compare with '=='");
  expect(Tok::RightParen, "after the condition");
  if (panic_) recoverParenthesis();
  return value;
}

StmtNode* Parser::ifStatement() {
  StmtNode* const made = node(StmtNode::Kind::If);
  advance();
  made->value = condition("if");
  made->body = body();
  if (panic_) recoverStatement();
  if (accept(Tok::Else)) made->other = body();
  made->at = since(made->at.begin);
  return made;
}

StmtNode* Parser::doStatement() {
  StmtNode* const made = node(StmtNode::Kind::DoWhile);
  advance();
  made->body = body();
  if (panic_) recoverStatement();
  made->value = expect(Tok::While, "after the body of 'do'") ? condition("while") : broken();
  made->at = since(made->at.begin);
  semicolonAfter("'do ... while (...)'");
  return made;
}

StmtNode* Parser::forStatement() {
  StmtNode* const made = node(StmtNode::Kind::For);
  advance();
  expect(Tok::LeftParen, "after 'for'");
  if (!panic_ && is(Tok::Local)) {
    made->init = node(StmtNode::Kind::Local);
    made->init->local = declaration(Declaration::Kind::Local);
    made->init->at = since(made->init->at.begin);
  } else if (!panic_ && !is(Tok::Semicolon)) {
    made->init = simple();
  }
  expect(Tok::Semicolon, "after the first part of 'for'");
  if (!panic_ && !is(Tok::Semicolon)) made->value = expression();
  expect(Tok::Semicolon, "after the condition of 'for'");
  if (!panic_ && !is(Tok::RightParen)) made->step = simple();
  expect(Tok::RightParen, "after the last part of 'for'");
  if (panic_) {
    while (!is(Tok::End) && !is(Tok::LeftBrace) && !is(Tok::RightBrace)) skip();
    panic_ = false;
  }
  made->body = body();
  made->at = since(made->at.begin);
  return made;
}

StmtNode* Parser::chooseStatement() {
  StmtNode* const made = node(StmtNode::Kind::Choose);
  advance();
  std::vector<StmtNode*> alternatives = {block("this alternative")};
  if (!panic_ && is(Tok::LeftBrace)) {
    complain(here(), "expected 'or' before the next alternative");
    alternatives.push_back(block("this alternative"));
  }
  while (accept(Tok::Or)) alternatives.push_back(block("this alternative"));
  if (alternatives.size() == 1) {
    error(made->at, "'choose' has only one alternative",
          "add another one: choose { ... } or { ... }");
  }
  made->list = arena_.keep(alternatives);
  made->at = since(made->at.begin);
  return made;
}

// One keyword, or goto and a label.
StmtNode* Parser::jump(StmtNode::Kind kind) {
  StmtNode* const made = node(kind);
  const std::string_view word = lexer_.text(token_.at);
  advance();
  if (kind == StmtNode::Kind::Goto) made->name = expectName("a label");
  made->at = since(made->at.begin);
  semicolonAfter(quoted(word));
  return made;
}

// The keyword that a name which cannot begin a statement is probably a misspelling of, or
// Tok::Name. An unknown name in front of a parenthesis may be a misspelt if, while or for, unless
// it resembles a built-in call.
Tok Parser::misspeltStatement() const {
  const std::string_view name = lexer_.text(token_.at);
  Suggestion suggestion(name);
  switch (ahead_.kind) {
    case Tok::LeftParen:
      if (isCallee(name)) return Tok::Name;
      suggestion.consider({"assert", "assume", "unlock", "nondet", "lock", "wait", "fence"});
      if (suggestion.found()) return Tok::Name;
      suggestion.consider({"if", "while", "for"});
      break;
    case Tok::LeftBrace:
      suggestion.consider({"loop", "choose", "do"});
      break;
    case Tok::Name:
    case Tok::Bool:
    case Tok::Wrap:
    case Tok::Number:
      suggestion.consider({"local", "goto"});
      break;
    case Tok::Semicolon:
      suggestion.consider({"skip", "break", "continue", "return"});
      break;
    default:
      break;
  }
  return suggestion.found() ? keywordNamed(suggestion.best()) : Tok::Name;
}

}  // namespace robur::frontend_rob
