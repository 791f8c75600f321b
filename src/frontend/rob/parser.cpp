// Access to tokens, error reports, and recovery after errors.
#include "frontend/rob/parser.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::frontend_rob {

namespace {

bool beginsTopLevel(Tok kind) {
  return kind == Tok::Atomic || kind == Tok::Plain || kind == Tok::Const || kind == Tok::Thread;
}

bool beginsStatement(Tok kind) {
  switch (kind) {
    case Tok::If:
    case Tok::While:
    case Tok::Do:
    case Tok::For:
    case Tok::Loop:
    case Tok::Break:
    case Tok::Continue:
    case Tok::Goto:
    case Tok::Choose:
    case Tok::Skip:
    case Tok::Return:
    case Tok::Local:
      return true;
    default:
      return false;
  }
}

}  // namespace

Parser::Parser(std::string_view text, Arena& arena, Errors& errors)
    : arena_(arena), errors_(errors), lexer_(text, errors) {
  token_ = lexer_.next();
  ahead_ = lexer_.next();
}

FileNode Parser::file() {
  FileNode file;
  file_ = &file;
  while (!is(Tok::End)) {
    const std::uint32_t before = token_.at.begin;
    topLevel(file);
    if (panic_) recoverTop();
    if (token_.at.begin == before && !is(Tok::End)) skip();
  }
  file_ = nullptr;
  return file;
}

// Once parsing has stopped, the text appears to end here.
void Parser::advance() {
  previousEnd_ = token_.at.end;
  if (errors_.full()) stop();
  if (++tokens_ == kMaxTokens) {
    complain(token_.at, fmt::format("the file is too long: this is word number {}", kMaxTokens),
             "no more can be read from here on");
    stop();
  }
  if (stopped_) {
    token_.kind = Tok::End;
    return;
  }
  token_ = ahead_;
  ahead_ = token_.kind == Tok::End ? token_ : lexer_.next();
}

bool Parser::accept(Tok kind) {
  if (panic_ || !is(kind)) return false;
  advance();
  return true;
}

bool Parser::expect(Tok kind, std::string_view where) {
  if (accept(kind)) return true;
  error(here(), fmt::format("expected {} {}, found {}", describe(kind), where, found()));
  return false;
}

Word Parser::expectName(std::string_view what) {
  const Word word{lexer_.text(token_.at), token_.at};
  if (accept(Tok::Name)) return word;
  if (!panic_ && isKeyword(token_.kind) && !onNewLine()) {
    // The reserved word was meant as a name and is treated as one.
    complain(here(), fmt::format("{} is a reserved word and cannot be {}", found(), what));
    advance();
  } else {
    error(here(), fmt::format("expected {}, found {}", what, found()));
  }
  return {};
}

// A missing semicolon is the most frequent error, so it causes no panic: if the next token is on a
// new line, or begins a statement, parsing continues as if the semicolon were there.
void Parser::semicolonAfter(std::string_view what) {
  if (panic_ || accept(Tok::Semicolon)) return;
  const Range gap{previousEnd_, previousEnd_};
  const bool goesOn = onNewLine() || is(Tok::RightBrace) || is(Tok::End) ||
                      beginsStatement(token_.kind) || beginsTopLevel(token_.kind);
  if (goesOn) {
    complain(gap, fmt::format("expected ';' after {}", what));
  } else {
    error(here(), fmt::format("expected ';' after {}, found {}", what, found()));
  }
}

bool Parser::onNewLine() const {
  const Range gap{previousEnd_, token_.at.begin};
  return gap.begin < gap.end && lexer_.text(gap).find('\n') != std::string_view::npos;
}

std::string Parser::found() const {
  if (is(Tok::Name) || is(Tok::Number)) return quoted(lexer_.text(token_.at));
  return std::string(describe(token_.kind));
}

// The end of the file is reported where the last token ended.
Range Parser::here() const {
  return is(Tok::End) ? Range{previousEnd_, previousEnd_} : token_.at;
}

void Parser::error(Range at, std::string message, std::string help) {
  if (panic_) return;
  if (!token_.afterStray) complain(at, std::move(message), std::move(help));
  panic_ = true;
}

// Reports an error without panic: the parser can continue from here.
void Parser::complain(Range at, std::string message, std::string help) {
  if (!stopped_) errors_.add(at, std::move(message), std::move(help));
}

bool Parser::enter() {
  if (++nesting_ <= kMaxNesting) return true;
  error(here(), fmt::format("this is nested more than {} levels deep", kMaxNesting),
        "split the program up: no more can be read from here on");
  stop();
  advance();
  return false;
}

ExprNode* Parser::make(ExprNode::Kind kind, std::uint32_t begin) {
  ExprNode* const node = arena_.make<ExprNode>();
  node->kind = kind;
  node->at = since(begin);
  return node;
}

ExprNode* Parser::broken() {
  ExprNode* const node = arena_.make<ExprNode>();
  node->at = here();
  return node;
}

// A loop parses long chains of operators, but the resulting tree is high, and later walks over it
// are recursive.
void Parser::setHeight(ExprNode* node) {
  std::uint32_t below = 0;
  if (node->lhs != nullptr) below = std::max(below, node->lhs->height);
  if (node->rhs != nullptr) below = std::max(below, node->rhs->height);
  for (const ExprNode* argument : node->arguments) below = std::max(below, argument->height);
  node->height = below + 1;
  if (node->height <= kMaxHeight || panic_) return;
  error(node->at, fmt::format("this expression has more than {} operators", kMaxHeight),
        "split it up: no more can be read from here on");
  stop();
  advance();
}

void Parser::skip() {
  if (is(Tok::Name)) skipped_.insert(lexer_.text(token_.at));
  advance();
}

void Parser::recoverTop() {
  int depth = 0;
  while (!is(Tok::End) && !(depth == 0 && beginsTopLevel(token_.kind))) {
    if (is(Tok::LeftBrace)) ++depth;
    if (is(Tok::RightBrace) && depth > 0) --depth;
    if (is(Tok::Thread)) break;
    const bool done = depth == 0 && is(Tok::Semicolon);
    skip();
    if (done) break;
  }
  panic_ = false;
}

void Parser::recoverStatement() {
  while (!is(Tok::End) && !is(Tok::LeftBrace) && !is(Tok::RightBrace) &&
         !beginsStatement(token_.kind) && !beginsTopLevel(token_.kind)) {
    const bool done = is(Tok::Semicolon);
    skip();
    if (done) break;
  }
  panic_ = false;
}

// Skips from within a condition to after its closing parenthesis, if there is one before the
// statement continues.
void Parser::recoverParenthesis() {
  int depth = 0;
  while (!is(Tok::End) && !is(Tok::LeftBrace) && !is(Tok::RightBrace) && !is(Tok::Semicolon)) {
    if (is(Tok::LeftParen)) ++depth;
    const bool closes = is(Tok::RightParen) && depth-- == 0;
    skip();
    if (closes) break;
  }
  panic_ = false;
}

}  // namespace robur::frontend_rob
