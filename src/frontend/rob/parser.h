// A recursive-descent parser from tokens to the tree.
//
// After an error the parser is in panic: it reports nothing more, and every function returns as
// soon as it can, until the enclosing statement or declaration skips to a token from which parsing
// can continue. The tree is therefore always complete; an expression that could not be parsed is a
// Broken node. Depth and length are limited, so that hostile input can neither overflow the stack,
// here or in any later walk over the tree, nor exhaust memory.
#pragma once

#include <string_view>
#include <unordered_set>

#include "frontend/rob/ast.h"
#include "frontend/rob/lexer.h"
#include "frontend/rob/line_table.h"

namespace robur::frontend_rob {

class Parser {
 public:
  static constexpr int kMaxNesting = 200;
  static constexpr std::uint32_t kMaxHeight = 1000;
  static constexpr std::size_t kMaxTokens = 1'000'000;

  Parser(std::string_view text, Arena& arena, Errors& errors);

  FileNode file();
  // Parsing stopped before the end, for a reason that was reported.
  bool gaveUp() const { return stopped_; }
  // Names in text that was skipped: they may have been declared there.
  const std::unordered_set<std::string_view>& skippedNames() const { return skipped_; }

 private:
  // parser.cpp: tokens, errors and recovery.
  bool is(Tok kind) const { return token_.kind == kind; }
  void advance();
  bool accept(Tok kind);
  bool expect(Tok kind, std::string_view where);
  Word expectName(std::string_view what);
  void semicolonAfter(std::string_view what);
  bool onNewLine() const;
  std::string found() const;
  Range here() const;
  Range since(std::uint32_t begin) const { return {begin, previousEnd_}; }
  void error(Range at, std::string message, std::string help = {});
  void complain(Range at, std::string message, std::string help = {});
  void stop() { stopped_ = true; }
  bool enter();
  void leave() { --nesting_; }
  ExprNode* make(ExprNode::Kind kind, std::uint32_t begin);
  ExprNode* broken();
  void setHeight(ExprNode* node);
  void skip();
  void recoverTop();
  void recoverStatement();
  void recoverParenthesis();

  // parse_declarations.cpp
  void topLevel(FileNode& file);
  Tok misspeltTop() const;
  bool proofTop(FileNode& file);
  ThreadNode* thread();
  Declaration* declaration(Declaration::Kind kind);
  TypeNode type();
  bool beginsRange() const;
  TypeNode range(TypeNode::Kind kind, std::uint32_t begin);
  Declarator declarator(Declaration::Kind kind);

  // parse_statements.cpp and parse_control.cpp
  StmtNode* block(std::string_view owner);
  StmtNode* body();
  void statements(std::vector<StmtNode*>& out);
  void statement(std::vector<StmtNode*>& out);
  StmtNode* compound(Tok keyword);
  StmtNode* simple();
  StmtNode* ifStatement();
  StmtNode* doStatement();
  StmtNode* forStatement();
  StmtNode* chooseStatement();
  StmtNode* jump(StmtNode::Kind kind);
  ExprNode* condition(std::string_view keyword);
  StmtNode* node(StmtNode::Kind kind);
  void misplaced();

  // parse_proof.cpp
  bool beginsProof() const;
  StmtNode* proofStatement();
  StmtNode* claim(StmtNode::Kind kind);
  StmtNode* havocStatement();
  StmtNode* ghostStatement();
  bool acceptWord(std::string_view word);
  bool acceptStar();
  Tok misspeltStatement() const;

  // parse_expressions.cpp
  ExprNode* expression() { return binary(1); }
  ExprNode* binary(int level);
  ExprNode* unary();
  ExprNode* postfix();
  ExprNode* primary();
  ExprNode* number(bool negative, std::uint32_t begin);
  ExprNode* addressOf();
  std::span<ExprNode*> arguments();

  Arena& arena_;
  Errors& errors_;
  Lexer lexer_;
  Token token_;  // the current token
  Token ahead_;  // the next token
  std::uint32_t previousEnd_ = 0;
  std::size_t tokens_ = 0;
  int nesting_ = 0;
  bool panic_ = false;
  bool stopped_ = false;   // nothing more is parsed or reported
  bool unclosed_ = false;  // a missing brace has been reported; further ones would follow from it
  std::unordered_set<std::string_view> skipped_;
  FileNode* file_ = nullptr;
};

}  // namespace robur::frontend_rob
