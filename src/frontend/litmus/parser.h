// Parses a litmus test and emits code in the same pass. What the intermediate representation cannot
// say exactly as herd means it is refused with the construct's name and place.
//
// A syntax error ends parsing: a test is a page at most, and what follows an error in C is seldom
// worth a message. Constructs that are understood but not supported are reported without that.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus/lexer.h"
#include "frontend/litmus/parse_litmus.h"
#include "program/code_builder.h"
#include "program/final_condition.h"

namespace robur::frontend_litmus {

class Parser {
 public:
  explicit Parser(Source source);
  Parsed run();

 private:
  static constexpr int kMaxNesting = 100;
  static constexpr int kMaxOperators = 1000;  // of the condition

  struct Global {
    LocationId id{};
    std::optional<bool> atomic;  // not known until a thread or the initial state gives a type
  };

  struct Proc {
    std::map<std::string, RegId, std::less<>> registers;
    std::map<std::string, LocationId, std::less<>> parameters;
    Code code;
  };

  // The expression that is being read. Its access comes before its value is used, and is emitted
  // when it is known where its result goes; until then kNoReg stands for it.
  struct Reading {
    std::optional<Instr> access;
    bool conditional = false;  // this part need not be evaluated
  };

  // Tokens (parser.cpp).
  bool is(std::string_view text) const { return token_.is(text); }
  void advance();
  bool accept(std::string_view text);
  bool expect(std::string_view text, std::string_view where);
  Token expectName(std::string_view what);
  std::optional<std::int64_t> expectInteger(std::string_view what);
  std::string found() const;
  Span from(Span start) const { return spanning(start, previous_); }
  // Reports that this cannot be parsed; nothing is read from here on.
  void error(std::string message, std::string help = {});
  // Reports a construct that has been understood.
  void refuse(Span span, std::string message, std::string help = {});
  bool enter();

  // The file (parser.cpp).
  bool heading();
  void validateProgram();

  // The initial state and the threads (declarations.cpp).
  void initialState();
  void initialItem();
  void thread();
  void parameter(Proc& proc);
  bool type(bool& atomic);
  Global& global(const Token& name);
  void setAtomic(const Token& name, bool atomic);
  std::optional<std::int64_t> initialValue();

  // Threads in x86 instructions (x86.cpp).
  struct Operand {
    std::optional<LocationId> location = {};
    std::optional<RegId> reg = {};
    ExprPtr value = nullptr;  // of a register or number
  };
  void machineThreads();
  bool isInstruction() const;
  void instruction();
  Operand operand();
  void move(Span start);
  void exchange(Span start);

  // Statements (statements.cpp).
  void block();
  void statement();
  void declaration();
  void ifStatement();
  void whileStatement();
  void assignment(const Token& name);
  void plainStore(Span start);
  void assign(RegId target, Span start);
  void semicolon(std::string_view what);
  RegId registerFor(const Token& name);

  // Accesses (accesses.cpp).
  void callStatement(const Token& name);
  ExprPtr callIn(const Token& name, Reading& reading);
  std::optional<Instr> call(const Token& name, bool hasResult);
  void fence(Span start);
  LocationId location(bool atomic);
  std::optional<Order> order();
  void checkOrder(const Token& name, Instr::Op op, Order order, Span span);

  // Expressions (expressions.cpp).
  ExprPtr expression(Reading& reading);
  ExprPtr binaryFrom(int level, Reading& reading);
  ExprPtr unaryExpression(Reading& reading);
  ExprPtr primary(Reading& reading);
  ExprPtr plainLoad(Span start, Reading& reading);
  ExprPtr access(Instr instr, Reading& reading);
  // The value of a whole expression, in `target` if it is nothing but an access.
  ExprPtr value(std::optional<RegId> target = std::nullopt);

  // The condition (condition.cpp).
  void observedLocations();
  void finalCondition();
  PropositionPtr proposition(int level);
  PropositionPtr atom();
  std::optional<std::size_t> observed();
  std::size_t add(FinalCondition::Observed observed);
  void sortObserved();

  Source source_;
  Errors errors_;
  Lexer lexer_;
  Token token_;
  Token ahead_;
  Span previous_;
  bool stopped_ = false;
  bool machine_ = false;  // x86, not C
  int nesting_ = 0;

  Program program_;
  std::vector<Proc> procs_;
  std::map<std::string, Global, std::less<>> globals_;
  Proc* proc_ = nullptr;
  CodeBuilder builder_;
  FinalCondition condition_;
  std::map<std::string, std::size_t> observedAt_;
  int operators_ = 0;
};

}  // namespace robur::frontend_litmus
