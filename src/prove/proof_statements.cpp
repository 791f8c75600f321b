// The statements that only proofs have: claims, havocs, which abstract accesses, and assignments to
// ghosts.
#include "prove/action_emitter.h"

namespace robur::prove {

using rob::ExprNode;
using rob::StmtNode;
using rob::Symbol;

void ActionEmitter::proofStatement(const StmtNode& s, rob::ThreadLowering& code) {
  const Span span = context_.lines.span(s.at);
  if (s.kind == StmtNode::Kind::Havoc) return havoc(s, code);
  if (s.kind == StmtNode::Kind::Ghost) return ghostAssignment(s);
  if (s.kind == StmtNode::Kind::Invariant) {
    invariants_.emplace_back(here_,
                             Claim{Claim::Kind::Invariant, claims_.term(*s.value), span, {}});
  } else {
    thread_.ensures.push_back({Claim::Kind::Ensures, claims_.term(*s.value), span, {}});
  }
}

// A havoc whose condition mentions a cell over-approximates a load; with two targets it
// over-approximates an update; otherwise it picks a value without an access.
void ActionEmitter::havoc(const StmtNode& s, rob::ThreadLowering& code) {
  rob::Errors& errors = context_.errors;
  const Symbol* const target =
      s.target->kind == ExprNode::Kind::Name ? scope_.peek(s.target->name.text) : nullptr;
  if (target == nullptr || target->kind != Symbol::Kind::Register) {
    errors.add(s.target->at, "'havoc' begins with the register that takes the value",
               "as in: havoc r where r <= x;");
    return;
  }
  Action made = action(Action::Kind::Local, context_.lines.span(s.at));
  ClaimTerms::Havoc havoc;
  havoc.reg = meanings_[raw(target->reg)]->reg;
  havoc.changes = s.cell != nullptr;
  made.chooses = true;
  made.sets = {{havoc.reg, ofAction(Term::Kind::Chosen)}};
  if (s.original != nullptr && !original(s, code, made)) return;
  made.guard = claims_.condition(*s.where, havoc);
  if (havoc.several) {
    errors.add(s.where->at, "a havoc may mention only one shared cell, and this is a second one");
    return;
  }
  if (mentions(havoc.index, Term::Kind::Chosen)) {
    errors.add(s.where->at, "the index of the cell cannot depend on the value that the havoc picks",
               "keep the index in another register");
    return;
  }
  if (s.original == nullptr) {
    if (s.cell != nullptr) {
      errors.add(s.at, "a havoc that changes a cell must name the update that it abstracts",
                 "end it with: for x.exchange(1, acq)");
      return;
    }
    made.var = havoc.var;
    made.index = havoc.index;
    if (havoc.var) {
      made.kind = Action::Kind::Read;
      made.originals.push_back({nullptr, nullptr});
    }
  } else if (havoc.var && (havoc.var != made.var || !equal(havoc.index, made.index))) {
    errors.add(s.where->at, "the condition mentions another cell than the access");
    return;
  }
  add({std::move(made)});
}

bool ActionEmitter::original(const StmtNode& s, rob::ThreadLowering& code, Action& made) {
  rob::Errors& errors = context_.errors;
  const ExprNode& e = *s.original;
  if (e.kind != ExprNode::Kind::Access) {
    errors.add(e.at, "a havoc can only abstract a load or an update",
               "as in: for x.exchange(1, acq)");
    return false;
  }
  const auto instr = code.accessInstr(e);
  if (!instr) return false;
  const Action access = accessing(Action::Kind::Read, *instr);
  made.var = access.var;
  made.index = access.index;
  const bool load = instr->op == Instr::Op::Load;
  if (load != (s.cell == nullptr) || instr->op == Instr::Op::Store) {
    errors.add(e.at, load ? "a load does not change its cell" : "an update also changes its cell",
               load ? "name the register only" : "name both, as in: havoc r, x where ...");
    return false;
  }
  if (load) {
    made.kind = Action::Kind::Read;
    made.originals.push_back({nullptr, nullptr});
    return true;
  }
  if (!equal(claims_.term(*s.cell), cell(*made.var, made.index))) {
    errors.add(s.cell->at, "this is not the cell of the update");
    return false;
  }
  made.kind = Action::Kind::Update;
  made.changes = true;
  made.stored = ofAction(Term::Kind::Changed);
  made.originals = outcomes(*instr);
  return true;
}

// A ghost is updated together with the preceding action, so that no other thread can observe a
// state in between. Where several paths join there is no such action, and the ghost is updated
// alone.
void ActionEmitter::ghostAssignment(const StmtNode& s) {
  const ExprNode& target = *s.target;
  const bool named = target.kind == ExprNode::Kind::Name || target.kind == ExprNode::Kind::Index;
  const Symbol* const symbol = named ? scope_.peek(target.name.text) : nullptr;
  if (symbol == nullptr || symbol->kind != Symbol::Kind::Cell ||
      !scope_.variable(symbol->location).ghost) {
    context_.errors.add(target.at, "only a ghost can be assigned here",
                        "declare it outside of threads: ghost int g;");
    return;
  }
  GhostUpdate update;
  update.var = VarId{raw(symbol->location)};
  update.index = claims_.term(target)->lhs;
  update.value = claims_.term(*s.value);
  if (s.where != nullptr) update.when = claims_.term(*s.where);
  update.span = context_.lines.span(s.at);
  if (last_.empty()) add({action(Action::Kind::Local, update.span)});
  for (const std::size_t i : last_) thread_.actions[i].ghosts.push_back(update);
}

}  // namespace robur::prove
