// Parses Rocker's language and emits code in the same pass: every name is declared before it is
// used, except labels, which are marks until the end of their thread.
//
// A syntax error starts a panic, in which nothing is accepted and nothing reported, until the
// parser has left the statement or declaration and has found a token from which it can continue.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/tpl/lexer.h"
#include "frontend/tpl/parse_tpl.h"
#include "program/code_builder.h"

namespace robur::frontend_tpl {

class Parser {
 public:
  explicit Parser(Source source);
  Parsed run();

 private:
  static constexpr int kMaxNesting = 200;
  static constexpr int kMaxOperators = 1000;  // in one statement

  struct LabelInfo {
    CodeBuilder::Mark mark{};
    Span firstUse;
    bool defined = false;
  };

  // Tokens (parser.cpp).
  bool is(std::string_view text) const { return token_.is(text); }
  void advance();
  bool accept(std::string_view text);
  bool expect(std::string_view text, std::string_view where);
  Token expectName(std::string_view what);
  std::optional<std::int64_t> expectNumber(std::string_view what);
  void semicolonAfter(std::string_view what);
  std::string found() const;
  Span here() const;
  Span from(Span start) const { return spanning(start, previous_); }
  void error(Span span, std::string message, std::string help = {});
  void complain(Span span, std::string message, std::string help = {});
  void stop(Span span, std::string message, std::string help = {});
  bool enter();
  void leave() { --nesting_; }

  // Declarations (declarations.cpp).
  void declaration();
  void maxValue();
  void locations(bool atomic);
  void location(bool atomic);
  void track();
  void thread();
  void locals();
  void endLabels();
  IntType type() const { return {0, maxValue_, IntType::Overflow::Wrap}; }

  // Statements (statements.cpp).
  void block(std::string_view what);
  void statementList();
  void statement();
  bool labels();
  void keywordStatement();
  void ifStatement();
  void whileStatement();
  void oneofStatement();
  void gotoStatement();
  void conditionStatement(Instr::Op op);
  void verifyStatement();
  void recoverStatement();
  CodeBuilder::Mark labelMark(const Token& name);

  // Accesses and assignments (accesses.cpp).
  void nameStatement();
  void assignment(const Token& target);
  void methodCall(Token location, std::optional<RegId> dst);
  void rmw(RegId dst);
  void cas(Instr::Op op, RegId dst);
  void wait(RegId dst);
  void fence();
  void lockOrUnlock();
  void callEnd(Instr instr, Span start);
  void orders(Instr& instr);
  bool givenOrder(std::string_view other, Order strong, bool& isStrong);
  std::optional<LocationId> locationNamed(const Token& name, bool atomic);

  // Expressions (expressions.cpp).
  ExprPtr expression();
  ExprPtr binaryFrom(int level);
  ExprPtr unaryExpression();
  ExprPtr primary();
  ExprPtr condition();
  ExprPtr operand();
  bool countOperator();
  std::optional<RegId> registerNamed(const Token& name);

  Source source_;
  Errors errors_;
  Lexer lexer_;
  Token token_;
  Token ahead_;
  Span previous_;
  bool panic_ = false;
  bool stopped_ = false;
  int nesting_ = 0;
  int operators_ = 0;

  Program program_;
  std::vector<Span> gaps_;
  std::int64_t maxValue_ = 255;
  std::map<std::string_view, LocationId> locations_;
  std::map<std::string_view, RegId> registers_;
  std::map<std::string_view, LabelInfo> labels_;
  CodeBuilder builder_;
};

// Words that cannot be names of locations, registers and labels.
bool isReserved(std::string_view word);

}  // namespace robur::frontend_tpl
