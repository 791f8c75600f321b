// The code of one thread, from statements to a graph of actions.
//
// Jumps cost nothing: the place where a jump stands and the place it leads to become one, by
// union-find, so that every node of the graph is a place where other threads can interfere
// and nothing else. Accesses inside expressions become actions of their own from left to right
// and leave their values in hidden registers, as in the exhaustive checks.
#pragma once

#include <unordered_map>

#include "frontend/rob/operations.h"
#include "prove/scope.h"

namespace robur::prove {

class ThreadCode {
 public:
  ThreadCode(System& system, Scope& scope, const rob::ThreadNode& node);
  Thread run();

  // A claim about memory, ghosts and this thread's registers, for invariants of the program too.
  TermPtr claim(const rob::ExprNode& e);

 private:
  struct Loop {
    NodeId exit;
    NodeId again;
  };
  struct Place {
    std::optional<VarId> var;
    TermPtr index;
  };
  struct JumpLabel {
    NodeId node{};
    rob::Word used;
    bool defined = false;
  };
  // Where an expression stands decides what it may mention.
  enum class In : std::uint8_t { Code, Claim, Assertion };

  // thread_code.cpp: nodes and statements
  NodeId fresh();
  NodeId find(NodeId node);
  void unify(NodeId a, NodeId b);
  void place(NodeId node);
  void jump(NodeId target);
  Action action(Action::Kind kind, rob::Range at) const;
  void emit(Action a);
  void emitTo(Action a, NodeId to);
  SlotId temporary();
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
  void setSlot(SlotId dst, TermPtr value, rob::Range at);
  std::optional<SlotId> access(const rob::ExprNode& e, std::optional<SlotId> into);
  struct Operands {
    const rob::Operation* operation = nullptr;  // null: reported
    Place place;
    std::vector<TermPtr> values;
  };
  Operands operands(const rob::ExprNode& e);
  std::vector<Outcome> outcomes(const rob::ExprNode& e, const Operands& given);
  void emitBoth(std::vector<Action> alternatives);
  std::optional<SlotId> waiting(const rob::ExprNode& call, std::optional<SlotId> into);
  std::optional<SlotId> anyOf(const rob::ExprNode& call, std::optional<SlotId> into);
  std::optional<SlotId> callInto(const rob::ExprNode& call, std::optional<SlotId> into);
  void store(const Place& p, TermPtr value, rob::Range at);
  Place cellOf(const rob::ExprNode& e, bool needsAtomic);
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
  TermPtr read(const Place& p, rob::Range at);
  bool touchesMemory(const rob::ExprNode& e) const;
  void note(std::int64_t number);

  System& system_;
  Scope& scope_;
  const rob::ThreadNode& node_;
  Thread thread_;
  std::vector<NodeId> parent_;
  std::vector<std::pair<NodeId, Claim>> invariants_;
  std::vector<Claim> ensures_;
  std::vector<std::size_t> last_;  // actions that ended where control is now
  NodeId here_{};
  NodeId end_{};
  std::vector<Loop> loops_;
  std::unordered_map<std::string_view, JumpLabel> labels_;
  std::vector<std::pair<std::string_view, std::int64_t>> bound_;  // quantifiers around
  std::int64_t quantifiers_ = 0;
  std::size_t instructions_ = 0;
  // In the condition of a wait or a havoc: the cell that it speaks of stands for this.
  struct Stands {
    std::optional<VarId> var;
    TermPtr index;
    std::optional<SlotId> slot;  // a register that stands for the value picked
    bool change = false;         // the cell's name is its new value, old(x) the value before
    bool several = false;
  };
  Stands* stands_ = nullptr;
};

}  // namespace robur::prove
