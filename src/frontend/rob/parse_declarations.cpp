// Cells, constants, types and threads.
#include <fmt/format.h>

#include "frontend/rob/parser.h"
#include "frontend/rob/suggest.h"

namespace robur::frontend_rob {

namespace {

// u8, i32: a letter and digits. Lowering checks that the width exists.
bool looksLikeWidth(std::string_view text) {
  if (text.size() < 2 || (text[0] != 'u' && text[0] != 'i')) return false;
  return text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

Declaration::Kind kindOf(Tok keyword) {
  return keyword == Tok::Atomic  ? Declaration::Kind::Atomic
         : keyword == Tok::Plain ? Declaration::Kind::Plain
                                 : Declaration::Kind::Const;
}

}  // namespace

void Parser::topLevel(FileNode& file) {
  Tok kind = token_.kind;
  if (kind == Tok::Name && proofTop(file)) return;
  if (kind == Tok::Name) {
    kind = misspeltTop();
    if (kind != Tok::Name) {
      complain(here(), fmt::format("expected a declaration or a thread, found {}", found()),
               fmt::format("did you mean {}?", describe(kind)));
    }
  }
  switch (kind) {
    case Tok::Atomic:
    case Tok::Plain:
    case Tok::Const:
      file.declarations.push_back(declaration(kindOf(kind)));
      semicolonAfter("the declaration");
      return;
    case Tok::Thread:
      file.threads.push_back(thread());
      return;
    case Tok::RightBrace:
      complain(here(), "this '}' closes nothing");
      advance();
      return;
    case Tok::Local:
      error(here(), "a local belongs to a thread and is declared inside it",
            "write 'atomic' or 'plain' for a cell that threads share");
      return;
    case Tok::Bool:
    case Tok::Wrap:
      error(here(), fmt::format("expected 'atomic' or 'plain' before {}", found()),
            "a shared cell is either atomic or plain memory: atomic bool flag;");
      return;
    default:
      error(here(), fmt::format("expected a declaration or a thread, found {}", found()),
            "a program consists of 'atomic', 'plain' and 'const' declarations and of threads");
  }
}

// The top-level keyword that this name is probably a misspelling of.
Tok Parser::misspeltTop() const {
  Suggestion suggestion(lexer_.text(token_.at));
  for (const Tok kind : {Tok::Atomic, Tok::Plain, Tok::Const, Tok::Thread}) {
    suggestion.consider(keywordText(kind));
  }
  return suggestion.found() ? keywordNamed(suggestion.best()) : Tok::Name;
}

ThreadNode* Parser::thread() {
  ThreadNode* const node = arena_.make<ThreadNode>();
  const std::uint32_t begin = token_.at.begin;
  advance();
  node->name = expectName("the name of the thread");
  if (accept(Tok::LeftBracket)) {
    node->star = token_.at;
    node->any = acceptStar();
    if (!node->any) node->count = expression();
    expect(Tok::RightBracket, "after the number of copies");
  }
  if (panic_) {
    // The body is parsed nevertheless, to report its errors.
    while (!is(Tok::End) && !is(Tok::LeftBrace) && !is(Tok::Semicolon)) skip();
    panic_ = false;
  }
  unclosed_ = false;
  node->body = block(fmt::format("thread {}", quoted(node->name.text)));
  node->at = since(begin);
  return node;
}

Declaration* Parser::declaration(Declaration::Kind kind) {
  Declaration* const node = arena_.make<Declaration>();
  node->kind = kind;
  advance();
  if (kind != Declaration::Kind::Const) node->type = type();
  std::vector<Declarator> declarators;
  do {
    declarators.push_back(declarator(kind));
  } while (accept(Tok::Comma));
  node->declarators = arena_.keep(declarators);
  return node;
}

// The token after a name decides whether the name is a type or the declared name itself.
TypeNode Parser::type() {
  TypeNode node;
  node.at = token_.at;
  if (accept(Tok::Bool)) {
    node.kind = TypeNode::Kind::Bool;
    return node;
  }
  if (accept(Tok::Wrap)) return range(TypeNode::Kind::WrappingRange, node.at.begin);
  if (beginsRange()) return range(TypeNode::Kind::Range, node.at.begin);
  if (is(Tok::Name) && ahead_.kind == Tok::Name) {
    const std::string_view name = lexer_.text(token_.at);
    if (name == "int") {
      node.kind = TypeNode::Kind::Unbounded;
    } else if (looksLikeWidth(name)) {
      node.kind = TypeNode::Kind::Width;
      node.width = {name, token_.at};
    } else {
      complain(token_.at, fmt::format("{} is not a type", quoted(name)),
               "types are bool, a range such as 0..3, wrap 0..3, u1 to u63 and i2 to i64");
    }
    advance();
  }
  return node;
}

bool Parser::beginsRange() const {
  switch (token_.kind) {
    case Tok::Number:
    case Tok::Minus:
    case Tok::Tilde:
    case Tok::LeftParen:
    case Tok::True:
    case Tok::False:
      return true;
    case Tok::Name:
      return ahead_.kind == Tok::DotDot || ahead_.kind == Tok::Plus || ahead_.kind == Tok::Minus ||
             ahead_.kind == Tok::Star || ahead_.kind == Tok::Slash || ahead_.kind == Tok::LessLess;
    default:
      return false;
  }
}

TypeNode Parser::range(TypeNode::Kind kind, std::uint32_t begin) {
  TypeNode node;
  node.kind = kind;
  node.lo = expression();
  expect(Tok::DotDot, "between the bounds of the range");
  node.hi = panic_ ? broken() : expression();
  node.at = since(begin);
  return node;
}

Declarator Parser::declarator(Declaration::Kind kind) {
  Declarator node;
  const std::uint32_t begin = token_.at.begin;
  node.name = expectName(kind == Declaration::Kind::Const ? "the name of the constant" : "a name");
  if (accept(Tok::LeftBracket)) {
    if (kind == Declaration::Kind::Local || kind == Declaration::Kind::Const) {
      complain(node.name.at, fmt::format("{} cannot be an array", quoted(node.name.text)),
               "only atomic and plain memory comes in arrays");
    }
    node.unbounded = acceptStar();
    if (!node.unbounded) node.size = expression();
    expect(Tok::RightBracket, "after the size of the array");
  }
  if (accept(Tok::Assign)) {
    node.initialised = true;
    std::vector<ExprNode*> values;
    if (accept(Tok::LeftBrace)) {
      node.braces = true;
      while (!panic_ && !is(Tok::RightBrace)) {
        values.push_back(expression());
        if (!accept(Tok::Comma)) break;
      }
      expect(Tok::RightBrace, "after the initial values");
    } else {
      values.push_back(expression());
    }
    node.init = arena_.keep(values);
  } else if (kind == Declaration::Kind::Const) {
    error(here(), fmt::format("expected '=' and the value of the constant, found {}", found()));
  }
  node.at = since(begin);
  return node;
}

}  // namespace robur::frontend_rob
