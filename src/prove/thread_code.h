// Lowers the statements of one thread to a graph of actions.
//
// A jump is not an action: its source and target nodes are unified (union-find), so the nodes of
// the graph are exactly the points where other threads can interfere. Accesses inside expressions
// become actions of their own, from left to right, and leave their values in hidden registers, as
// in the lowering for exhaustive checks.
#pragma once

#include <unordered_map>

#include "frontend/rob/operations.h"
#include "prove/scope.h"

namespace robur::prove {

class ThreadCode {
 public:
  ThreadCode(System& system, Scope& scope, const rob::ThreadNode& node);
  Thread run();

  // A claim about memory, ghosts and this thread's registers; also used for global invariants.
  TermPtr claim(const rob::ExprNode& e);

 private:
  struct Loop {
    NodeId exit;
    NodeId again;
  };
  struct CellRef {
    std::optional<VarId> var;
    TermPtr index;
  };
  struct JumpLabel {
    NodeId node{};
    rob::Word used;
    bool defined = false;
  };
  // The context of an expression decides what it may mention.
  enum class In : std::uint8_t { Code, Claim, Assertion };

  // thread_code.cpp: nodes and statements
  NodeId fresh();
  NodeId find(NodeId node);
  void unify(NodeId a, NodeId b);
  void bind(NodeId node);
  void jump(NodeId target);
  Action action(Action::Kind kind, rob::Range at) const;
  void emit(Action a);
  void emitTo(Action a, NodeId to);
  RegisterId temporary();
  void statement(const rob::StmtNode& s);
  void local(const rob::StmtNode& s);
  void ifStatement(const rob::StmtNode& s);
  void loopStatement(const rob::StmtNode& s);
  void forStatement(const rob::StmtNode& s);
  void choose(const rob::StmtNode& s);
  void jumpStatement(const rob::StmtNode& s);
  void condition(const rob::ExprNode& e, NodeId yes, NodeId no);
  JumpLabel& label(const rob::Word& name);
  Thread finish();

  // code_steps.cpp: assignments, accesses, calls
  void assign(const rob::StmtNode& s);
  void evaluate(const rob::ExprNode& e);
  void setRegister(RegisterId dst, TermPtr value, rob::Range at);
  std::optional<RegisterId> access(const rob::ExprNode& e, std::optional<RegisterId> into);
  struct Operands {
    const rob::Operation* operation = nullptr;  // null: an error was reported
    CellRef cell;
    std::vector<TermPtr> values;
  };
  Operands operands(const rob::ExprNode& e);
  std::vector<Outcome> outcomes(const rob::ExprNode& e, const Operands& given);
  void emitBoth(std::vector<Action> alternatives);
  std::optional<RegisterId> waiting(const rob::ExprNode& call, std::optional<RegisterId> into);
  std::optional<RegisterId> anyOf(const rob::ExprNode& call, std::optional<RegisterId> into);
  std::optional<RegisterId> callInto(const rob::ExprNode& call, std::optional<RegisterId> into);
  void store(const CellRef& p, TermPtr value, rob::Range at);
  CellRef cellOf(const rob::ExprNode& e, bool needsAtomic);
  void claimBounds(Action& a) const;

  // code_proof.cpp: havoc and ghosts
  void havoc(const rob::StmtNode& s);
  void ghost(const rob::StmtNode& s);
  bool original(const rob::StmtNode& s, Action& made);

  // code_terms.cpp: expressions
  TermPtr value(const rob::ExprNode& e, In in = In::Code);
  TermPtr named(const rob::ExprNode& e, In in);
  TermPtr operators(const rob::ExprNode& e, In in);
  TermPtr quantifier(const rob::ExprNode& e);
  TermPtr read(const CellRef& p, rob::Range at);
  bool touchesMemory(const rob::ExprNode& e) const;
  void note(std::int64_t number);

  System& system_;
  Scope& scope_;
  const rob::ThreadNode& node_;
  Thread thread_;
  std::vector<NodeId> parent_;
  std::vector<std::pair<NodeId, Claim>> invariants_;
  std::vector<Claim> ensures_;
  std::vector<std::size_t> last_;  // actions that lead to `here_`
  NodeId here_{};
  NodeId end_{};
  std::vector<Loop> loops_;
  std::unordered_map<std::string_view, JumpLabel> labels_;
  std::vector<std::pair<std::string_view, std::int64_t>> bound_;  // enclosing quantifiers
  std::int64_t quantifiers_ = 0;
  std::size_t instructions_ = 0;
  // Set while the condition of a wait or havoc is lowered: how it may mention its cell.
  struct Stands {
    std::optional<VarId> var;
    TermPtr index;
    std::optional<RegisterId> reg;  // the register that denotes the value picked
    bool change = false;            // x denotes the new value, old(x) the value before
    bool several = false;
  };
  Stands* stands_ = nullptr;
};

}  // namespace robur::prove
