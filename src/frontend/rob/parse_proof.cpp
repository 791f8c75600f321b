// The statements that `robur prove` adds to the language: invariants, ghosts, havoc, ensures.
//
// None of these words is reserved. Each begins a statement only where no other statement could
// continue after a name, so that a program may have a cell called ghost.
#include "frontend/rob/parser.h"

namespace robur::frontend_rob {

// Whether a statement for proofs begins here: after `invariant` or `ensures`, the tokens below
// continue an ordinary statement that begins with a name.
bool Parser::beginsProof() const {
  if (!is(Tok::Name)) return false;
  const std::string_view word = lexer_.text(token_.at);
  if (word == "havoc" || word == "ghost") return ahead_.kind == Tok::Name;
  if (word != "invariant" && word != "ensures") return false;
  switch (ahead_.kind) {
    case Tok::Assign:
    case Tok::PlusAssign:
    case Tok::MinusAssign:
    case Tok::StarAssign:
    case Tok::PipeAssign:
    case Tok::AmpAssign:
    case Tok::CaretAssign:
    case Tok::PlusPlus:
    case Tok::MinusMinus:
    case Tok::Dot:
    case Tok::LeftBracket:
    case Tok::Colon:
    case Tok::Semicolon:
      return false;
    default:
      return true;
  }
}

bool Parser::proofTop(FileNode& file) {
  const std::string_view word = lexer_.text(token_.at);
  if (word == "invariant") {
    file.invariants.push_back(claim(StmtNode::Kind::Invariant));
  } else if (word == "ghost") {
    file.declarations.push_back(declaration(Declaration::Kind::Ghost));
    semicolonAfter("the declaration");
  } else if (word == "ensures") {
    error(here(), "'ensures' belongs to a thread: it holds when the thread ends",
          "'invariant' is what holds all the time");
  } else {
    return false;
  }
  return true;
}

StmtNode* Parser::proofStatement() {
  const std::string_view word = lexer_.text(token_.at);
  if (word == "havoc") return havocStatement();
  if (word == "ghost") return ghostStatement();
  return claim(word == "invariant" ? StmtNode::Kind::Invariant : StmtNode::Kind::Ensures);
}

StmtNode* Parser::claim(StmtNode::Kind kind) {
  StmtNode* const made = node(kind);
  advance();
  made->value = expression();
  made->at = since(made->at.begin);
  semicolonAfter("the claim");
  return made;
}

// havoc r where φ; or havoc r, x where φ for access;
StmtNode* Parser::havocStatement() {
  StmtNode* const made = node(StmtNode::Kind::Havoc);
  advance();
  made->target = primary();
  if (accept(Tok::Comma)) made->cell = primary();
  if (!panic_ && !acceptWord("where")) {
    error(here(), "expected 'where' and what the value has to satisfy",
          "as in: havoc r where r <= x;");
  }
  made->where = panic_ ? broken() : expression();
  if (accept(Tok::For)) made->original = expression();
  made->at = since(made->at.begin);
  semicolonAfter("'havoc'");
  return made;
}

// ghost g = e; or ghost g = e if (condition);
StmtNode* Parser::ghostStatement() {
  StmtNode* const made = node(StmtNode::Kind::Ghost);
  advance();
  made->target = primary();
  expect(Tok::Assign, "after the ghost");
  made->value = panic_ ? broken() : expression();
  if (accept(Tok::If)) made->where = condition("if");
  made->at = since(made->at.begin);
  semicolonAfter("the ghost's new value");
  return made;
}

bool Parser::acceptWord(std::string_view word) {
  if (!is(Tok::Name) || lexer_.text(token_.at) != word) return false;
  advance();
  return true;
}

bool Parser::acceptStar() {
  if (!is(Tok::Star) || ahead_.kind != Tok::RightBracket) return false;
  advance();
  return true;
}

}  // namespace robur::frontend_rob
