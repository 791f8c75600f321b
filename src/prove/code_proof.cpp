// Lowering of havoc statements, which abstract accesses, and of ghost assignments.
#include <fmt/format.h>

#include "prove/thread_code.h"

namespace robur::prove {

using rob::ExprNode;
using rob::StmtNode;

// A havoc whose condition mentions a cell over-approximates a load; with two targets it
// over-approximates an update; otherwise it picks a value without an access.
void ThreadCode::havoc(const StmtNode& s) {
  const auto dst = s.target->kind == ExprNode::Kind::Name
                       ? scope_.registerNamed(s.target->name.text)
                       : std::nullopt;
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
  stands.reg = *dst;
  stands.change = s.cell != nullptr;
  stands_ = &stands;
  made.guard = claim(*s.where);
  stands_ = nullptr;
  if (stands.several) {
    scope_.error(s.where->at, "a havoc may mention only one shared cell, and this is a second one");
    return;
  }
  if (mentions(stands.index, Term::Kind::Chosen)) {
    scope_.error(s.where->at,
                 "the index of the cell cannot depend on the value that the havoc picks",
                 "keep the index in another register");
    return;
  }
  if (s.original == nullptr) {
    if (s.cell != nullptr) {
      scope_.error(s.at, "a havoc that changes a cell must name the update that it abstracts",
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
    scope_.error(s.where->at, "the condition mentions another cell than the access");
    return;
  }
  emit(std::move(made));
}

bool ThreadCode::original(const StmtNode& s, Action& made) {
  const ExprNode& e = *s.original;
  if (e.kind != ExprNode::Kind::Access) {
    scope_.error(e.at, "a havoc can only abstract a load or an update",
                 "as in: for x.exchange(1, acq)");
    return false;
  }
  const Operands given = operands(e);
  if (given.operation == nullptr) return false;
  made.var = given.cell.var;
  made.index = given.cell.index;
  const bool load = given.operation->op == Instr::Op::Load;
  if (load != (s.cell == nullptr) || given.operation->op == Instr::Op::Store) {
    scope_.error(e.at, load ? "a load does not change its cell" : "an update also changes its cell",
                 load ? "name the register only" : "name both, as in: havoc r, x where ...");
    return false;
  }
  if (load) {
    made.kind = Action::Kind::Read;
    made.originals.push_back({nullptr, nullptr});
    return true;
  }
  const CellRef cell = cellOf(*s.cell, true);
  if (cell.var != made.var || !equal(cell.index, made.index)) {
    scope_.error(s.cell->at, "this is not the cell of the update");
    return false;
  }
  made.kind = Action::Kind::Update;
  made.changes = true;
  made.stored = ofAction(Term::Kind::Changed);
  made.originals = outcomes(e, given);
  return true;
}

// A ghost is updated together with the preceding action, so that no other thread can observe a
// state in between. Where several paths join there is no such action, and the ghost is updated
// alone.
void ThreadCode::ghost(const StmtNode& s) {
  const ExprNode& target = *s.target;
  const bool named = target.kind == ExprNode::Kind::Name || target.kind == ExprNode::Kind::Index;
  const auto id = named ? scope_.varNamed(target.name.text) : std::nullopt;
  if (!id || !system_.vars[at(*id)].ghost) {
    scope_.error(target.at, "only a ghost can be assigned here",
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
