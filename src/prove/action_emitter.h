// Emits the code of one thread as a graph of actions.
//
// A jump is not an action: its source and target nodes are unified (union-find), so the nodes of
// the graph are exactly the points where other threads can interfere. A mark is a node, and an
// instruction an action, or one action for each of its outcomes. Every temporary is a register of
// its own, which is hidden from the user.
#pragma once

#include "frontend/rob/emitter.h"
#include "frontend/rob/thread_lowering.h"
#include "prove/claim_terms.h"

namespace robur::prove {

class ActionEmitter final : public rob::Emitter {
 public:
  ActionEmitter(const rob::Lowering& context, rob::FileLowering& file, System& system);

  Mark mark() override { return Mark{raw(fresh())}; }
  void place(Mark mark) override;
  void jump(Mark target, rob::Range at) override;
  void branch(const ExprPtr& condition, Mark yes, Mark no, rob::Range at) override;
  void choose(std::span<const Mark> alternatives, rob::Range at) override;
  void label(const rob::Word&, Mark) override {}
  void emit(Instr instr) override;
  std::size_t size() const override { return thread_.actions.size(); }

  RegId declare(const rob::Word& name, const std::optional<IntType>& type,
                std::int64_t init) override;
  RegId temporary(const std::optional<IntType>& type) override;
  std::size_t temporaries() const override { return 0; }
  void release(std::size_t) override {}

  void proofStatement(const rob::StmtNode& s, rob::ThreadLowering& code) override;
  ExprPtr ghost(LocationId ghost, const ExprPtr& index) override;

  // Numbers the nodes that control can reach; the others are dropped. Control ends where it is now.
  Thread finish();

 private:
  // action_emitter.cpp
  NodeId fresh();
  NodeId find(NodeId node);
  void unify(NodeId a, NodeId b);
  void continueAt(NodeId node);
  RegId meaning(TermPtr term);
  Action action(Action::Kind kind, const Span& span) const;
  void add(std::vector<Action> outcomes);
  void addTo(Action a, NodeId to);
  void claimBounds(Action& a) const;

  // actions.cpp: the actions of an instruction
  TermPtr term(const ExprPtr& e);
  Action accessing(Action::Kind kind, const Instr& instr);
  std::vector<Outcome> outcomes(const Instr& instr);
  void local(const Instr& instr);

  // proof_statements.cpp
  void havoc(const rob::StmtNode& s, rob::ThreadLowering& code);
  bool original(const rob::StmtNode& s, rob::ThreadLowering& code, Action& made);
  void ghostAssignment(const rob::StmtNode& s);

  const rob::Lowering& context_;
  rob::Scope& scope_;
  System& system_;
  Thread thread_;
  std::vector<TermPtr> meanings_;  // of each RegId: a register, or a ghost in an assertion
  ClaimTerms claims_;
  std::vector<NodeId> parent_;
  std::vector<std::pair<NodeId, Claim>> invariants_;
  std::vector<std::size_t> last_;  // actions that lead to `here_`
  NodeId here_{};
  std::size_t instructions_ = 0;
};

}  // namespace robur::prove
