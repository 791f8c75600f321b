#include "prove/movers.h"

#include <fmt/format.h>

namespace robur::prove {

namespace {

bool independent(const Action& a, const Action& b) {
  if (!a.var || !b.var || *a.var != *b.var) return true;
  return !a.writes() && !b.writes();
}

}  // namespace

Movement Movers::movesRight(std::size_t thread, std::size_t action) {
  return moves(thread, action, true);
}

Movement Movers::movesLeft(std::size_t thread, std::size_t action) {
  return moves(thread, action, false);
}

Movement Movers::moves(std::size_t thread, std::size_t action, bool right) {
  Movement movement;
  const Action& a = system_.threads[thread].actions[action];
  for (std::size_t u = 0; u < system_.threads.size(); ++u) {
    const Thread& other = system_.threads[u];
    if (u == thread && !other.replicated()) continue;
    for (std::size_t b = 0; b < other.actions.size(); ++b) {
      if (!invariants_.together(thread, a.from, u, other.actions[b].from)) continue;
      const Commutes grade = right ? commute(thread, action, u, b) : commute(u, b, thread, action);
      movement.grade = worse(movement.grade, grade);
      if (grade != Commutes::No && grade != Commutes::Unknown) continue;
      movement.conflict = Conflict{thread, action, u, b, state_};
      if (grade == Commutes::No) return movement;
    }
  }
  return movement;
}

Commutes Movers::commute(std::size_t t, std::size_t first, std::size_t u, std::size_t second) {
  const Action& a = system_.threads[t].actions[first];
  const Action& b = system_.threads[u].actions[second];
  state_.clear();
  if (independent(a, b)) return Commutes::Apart;
  const Commutes simple = commute(t, first, u, second, Invariants::How::WithoutQuantifiers);
  if (simple <= Commutes::Equal || !invariants_.quantifies()) return simple;
  return commute(t, first, u, second, Invariants::How::All);
}

Commutes Movers::commute(std::size_t t, std::size_t first, std::size_t u, std::size_t second,
                         Invariants::How how) {
  const Action& a = system_.threads[t].actions[first];
  const Action& b = system_.threads[u].actions[second];
  z3::expr_vector assumed(smt_.context());
  invariants_.assume(assumed, t, a.from, Side::I, how);
  invariants_.assume(assumed, u, b.from, Side::J, how);
  invariants_.assumeApart(assumed, t, u);
  const Choice ca = smt_.choice("i:");
  const Choice cb = smt_.choice("j:");
  // Both in the given order.
  Memory memory = invariants_.memory();
  Local i = invariants_.local(t, Side::I);
  Local j = invariants_.local(u, Side::J);
  assumed.push_back(smt_.take(a, memory, i, ca));
  assumed.push_back(smt_.take(b, memory, j, cb));
  const std::string title =
      fmt::format("line {}: {}, then line {}: {}", a.span.line, a.text, b.span.line, b.text);
  const z3::expr apart =
      a.index ? smt_.index(a, invariants_.memory(), invariants_.local(t, Side::I)) !=
                    smt_.index(b, invariants_.memory(), invariants_.local(u, Side::J))
              : smt_.no();
  if (smt_.prove(assumed, apart, title + ": never the same cell") == Answer::Valid) {
    return Commutes::Apart;
  }
  // Both in the other order. A havoc must pick the same value for its register, which is
  // observable; the value it picks for a cell may differ if the cell is overwritten, so leaving the
  // cell unchanged is tried as well.
  z3::expr_vector ways(smt_.context());
  for (const bool keepB : {false, true}) {
    for (const bool keepA : {false, true}) {
      if ((keepA && !a.changes) || (keepB && !b.changes)) continue;
      Memory memory2 = invariants_.memory();
      Local i2 = invariants_.local(t, Side::I);
      Local j2 = invariants_.local(u, Side::J);
      const Choice cb2{cb.chosen, keepB ? smt_.loaded(b, memory2, j2) : cb.changed};
      const z3::expr canB = smt_.take(b, memory2, j2, cb2);
      const Choice ca2{ca.chosen, keepA ? smt_.loaded(a, memory2, i2) : ca.changed};
      const z3::expr canA = smt_.take(a, memory2, i2, ca2);
      ways.push_back(canB && canA && smt_.sameMemory(memory, memory2) && Smt::sameLocal(i, i2) &&
                     Smt::sameLocal(j, j2));
    }
  }
  switch (smt_.prove(assumed, z3::mk_or(ways), title + ": the same in the other order")) {
    case Answer::Valid:
      return Commutes::Equal;
    case Answer::Refuted:
      state_ = invariants_.describe(t, u, &a, &b);
      return Commutes::No;
    case Answer::Unknown:
      break;
  }
  return Commutes::Unknown;
}

}  // namespace robur::prove
