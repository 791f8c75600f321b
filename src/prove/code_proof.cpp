// Havoc in place of an access, and ghosts.
#include <fmt/format.h>

#include "prove/thread_code.h"

namespace robur::prove {

using rob::ExprNode;
using rob::StmtNode;

// With a cell in its condition a havoc is a read that may see more than there is; with two
// names it is an update of which the same is true; else it picks a value of its own.
void ThreadCode::havoc(const StmtNode& s) {
  const auto dst =
      s.target->kind == ExprNode::Kind::Name ? scope_.slotNamed(s.target->name.text) : std::nullopt;
  if (!dst) {
    scope_.error(s.target->at, "'havoc' begins with the register that takes the value",
                 "as in: havoc r where r <= x;");
    return;
  }
  Action made = action(Action::Kind::Local, s.at);
  made.chooses = true;
  made.sets = {{*dst, ofAction(Term::Kind::Chosen)}};
  if (s.original != nullptr && !original(s, made)) return;
  Stands stands;
  stands.slot = *dst;
  stands.change = s.cell != nullptr;
  stands_ = &stands;
  made.guard = claim(*s.where);
  stands_ = nullptr;
  if (stands.several) {
    scope_.error(s.where->at, "a havoc speaks of one shared cell only, and this is a second one");
    return;
  }
  if (mentions(stands.index, Term::Kind::Chosen)) {
    scope_.error(s.where->at, "which element this is about cannot depend on the value picked",
                 "keep the index in another register");
    return;
  }
  if (s.original == nullptr) {
    if (s.cell != nullptr) {
      scope_.error(s.at, "a havoc that changes a cell says which update it stands for",
                   "end it with: for x.exchange(1, acq)");
      return;
    }
    made.var = stands.var;
    made.index = stands.index;
    if (stands.var) {
      made.kind = Action::Kind::Read;
      made.originals.push_back({nullptr, nullptr});
    }
  } else if (stands.var && (stands.var != made.var || !equal(stands.index, made.index))) {
    scope_.error(s.where->at, "the condition speaks of another cell than the access");
    return;
  }
  emit(std::move(made));
}

bool ThreadCode::original(const StmtNode& s, Action& made) {
  const ExprNode& e = *s.original;
  if (e.kind != ExprNode::Kind::Access) {
    scope_.error(e.at, "a havoc stands for a load or for an update",
                 "as in: for x.exchange(1, acq)");
    return false;
  }
  const Operands given = operands(e);
  if (given.operation == nullptr) return false;
  made.var = given.place.var;
  made.index = given.place.index;
  const bool load = given.operation->op == Instr::Op::Load;
  if (load != (s.cell == nullptr) || given.operation->op == Instr::Op::Store) {
    scope_.error(e.at, load ? "a load changes no cell" : "an update also changes its cell",
                 load ? "name the register only" : "name both, as in: havoc r, x where ...");
    return false;
  }
  if (load) {
    made.kind = Action::Kind::Read;
    made.originals.push_back({nullptr, nullptr});
    return true;
  }
  const Place cell = cellOf(*s.cell, true);
  if (cell.var != made.var || !equal(cell.index, made.index)) {
    scope_.error(s.cell->at, "this is another cell than that of the update");
    return false;
  }
  made.kind = Action::Kind::Update;
  made.changes = true;
  made.stored = ofAction(Term::Kind::Changed);
  made.originals = outcomes(e, given);
  return true;
}

// A ghost changes together with the action before it, so that no other thread sees one without
// the other. Where control comes together there is no such action, and it changes alone.
void ThreadCode::ghost(const StmtNode& s) {
  const ExprNode& target = *s.target;
  const bool named = target.kind == ExprNode::Kind::Name || target.kind == ExprNode::Kind::Index;
  const auto id = named ? scope_.varNamed(target.name.text) : std::nullopt;
  if (!id || !system_.vars[at(*id)].ghost) {
    scope_.error(target.at, "only a ghost can be given a value here",
                 "declare it outside of threads: ghost int g;");
    return;
  }
  const TermPtr place = claim(target);
  GhostUpdate update{*id, place->lhs, claim(*s.value), nullptr, scope_.span(s.at)};
  if (s.where != nullptr) update.when = claim(*s.where);
  if (last_.empty()) {
    Action alone = action(Action::Kind::Local, s.at);
    emit(std::move(alone));
  }
  for (const std::size_t i : last_) thread_.actions[i].ghosts.push_back(update);
}

}  // namespace robur::prove
