// Lowers the body of one thread: resolves names, checks the rules of the language, flattens control
// flow.
//
// Expressions of instructions never access memory, so an access inside an expression becomes a
// separate instruction that puts its value into a temporary register; accesses are lowered from
// left to right. If the right operand of && or || contains an access, control flow decides whether
// the access happens.
#pragma once

#include <unordered_map>
#include <vector>

#include "frontend/rob/ast.h"
#include "frontend/rob/file_lowering.h"
#include "frontend/rob/operations.h"
#include "frontend/rob/scope.h"
#include "program/program.h"

namespace robur::frontend_rob {

class ThreadLowering {
 public:
  ThreadLowering(Scope& scope, Refusals& refusals, const Lowering& context,
                 const ThreadNode& thread, Emitter& emitter);
  void run();

  // The instruction of an access, without a destination. Empty if the access is wrong, which has
  // been reported.
  std::optional<Instr> accessInstr(const ExprNode& e);

 private:
  using Mark = Emitter::Mark;

  // An expression of the IR. If it was built from named constants alone, it is a constant.
  struct Value {
    ExprPtr expr;
    bool named = false;
  };

  // The destination of the result of an access: none, or a register, which is a temporary one if
  // none is given.
  struct Result {
    bool wanted = true;
    RegId reg = kNoReg;
  };

  struct Place {
    Address address;
    const Variable* variable = nullptr;  // null for a pointer, and if it is unknown
    bool valid = false;
  };

  // The cell that the condition of a wait refers to.
  struct WaitedFor {
    Place place;
    bool broken = false;  // a part of the condition is wrong and has been reported
  };

  struct Loop {
    Mark exit;
    Mark again;
  };

  struct JumpLabel {
    Mark mark;
    Word used;     // the first goto
    Word defined;  // empty: not yet
  };

  // lower_statements.cpp
  void statement(const StmtNode& s);
  void local(const StmtNode& s, bool atStart);
  void declareRegister(const Declarator& declarator, const std::optional<IntType>& type,
                       bool atStart);
  std::optional<std::int64_t> initialValue(const Declarator& declarator,
                                           const std::optional<IntType>& type);
  void ifStatement(const StmtNode& s);
  void whileStatement(const StmtNode& s);
  void doStatement(const StmtNode& s);
  void forStatement(const StmtNode& s);
  void loopStatement(const StmtNode& s);
  void chooseStatement(const StmtNode& s);
  void body(const StmtNode& s, Loop loop);
  std::optional<Mark> jumpTarget(const StmtNode& s);
  std::optional<Mark> armTarget(const StmtNode& s, Mark join);

  // lower_labels.cpp
  JumpLabel& label(std::string_view name);
  void defineLabel(Word name);
  Mark labelNamed(Word name);
  void checkLabels();
  bool withinLimits(Range at);

  // lower_simple.cpp
  void assign(const StmtNode& s);
  void assignRegister(const StmtNode& s, RegId target);
  ExprPtr rightHandSide(const ExprNode& e);
  void assignCell(const StmtNode& s);
  void evaluate(const StmtNode& s);

  // lower_values.cpp
  ExprPtr value(const ExprNode& e) { return operand(e).expr; }
  Value operand(const ExprNode& e);
  Value named(const ExprNode& e);
  ExprPtr ghost(const ExprNode& e, const Symbol& symbol);
  Value address(const ExprNode& e);
  void readWithoutOrder(const ExprNode& e);
  Value binary(const ExprNode& e);
  bool touchesMemory(const ExprNode& e) const;
  bool splits(const ExprNode& e) const;
  void condition(const ExprNode& e, Mark yes, Mark no);
  void into(const ExprNode& e, RegId target, Range statement);
  void truthInto(const ExprNode& e, RegId target);
  // Lowers a part of an assertion that is executed before it, and so cannot mention ghosts.
  template <class Lower>
  auto beforeAssertion(const Lower& lower) {
    struct Restore {
      bool& flag;
      bool value;
      ~Restore() { flag = value; }
    } restore{asserts_, asserts_};
    asserts_ = false;
    return lower();
  }

  // lower_access.cpp
  Place cell(const ExprNode& e);
  Place namedCell(const ExprNode& e, const Symbol& symbol);
  RegId access(const ExprNode& e, Result result);
  bool accessible(const ExprNode& e, const Operation& operation, const Place& place);
  std::optional<Order> order(const ExprNode& e);
  bool orders(const ExprNode& e, const Operation& operation, const Place& place, Instr& instr);
  RegId plainLoad(const ExprNode& e, Result result);
  RegId destination(Result result, const std::optional<IntType>& type);
  std::optional<IntType> typeOf(const Address& address, Order order) const;
  IntType typeBehind(bool atomic) const;

  // lower_calls.cpp
  void callStatement(const ExprNode& call);
  void fence(const ExprNode& call);
  void check(const ExprNode& call, Instr::Op op);
  void lock(const ExprNode& call, bool acquire);
  RegId wait(const ExprNode& call, Result result);
  ExprPtr waitCondition(const ExprNode& e, WaitedFor& seen);
  ExprPtr waitCell(const ExprNode& e, WaitedFor& seen);
  RegId nondet(const ExprNode& call, Result result);
  bool countArguments(const ExprNode& call, std::size_t least, std::size_t most,
                      std::string_view usage);
  RegId callInto(const ExprNode& call, Result result);
  void misplacedCall(const ExprNode& call);
  void unknownCall(const ExprNode& call);

  Instr instr(Instr::Op op, Range at) const;
  void error(Range at, std::string message, std::string help = {});
  Span span(Range at) const { return context_.lines.span(at); }

  Scope& scope_;
  Refusals& refusals_;
  const Lowering& context_;
  const ThreadNode& thread_;
  Emitter& emitter_;
  std::vector<Loop> loops_;
  std::vector<JumpLabel> labels_;
  std::unordered_map<std::string_view, std::size_t> labelIndex_;
  Mark end_{};
  bool asserts_ = false;  // inside an assertion, which may mention ghosts
  bool tooLong_ = false;
};

}  // namespace robur::frontend_rob
