// Several transitions out of one state are a choice in Trencher, and a check that fails blocks its
// transition. Checks that exclude each other become branches; all others become a choice whose
// alternatives begin with an assumption, which is equivalent.
#include "frontend/trencher/lowering.h"

#include <algorithm>

#include "frontend/trencher/logic.h"

namespace robur::frontend_trencher {

Lowering::Lowering(const Automaton& automaton, std::size_t thread, const Values& values,
                   const Memory& memory, std::uint64_t& budget, Errors& errors)
    : automaton_(automaton),
      thread_(thread),
      values_(values),
      memory_(memory),
      budget_(budget),
      errors_(errors),
      marks_(automaton.states.size()) {}

Code Lowering::run() {
  for (const RegisterUse& r : automaton_.registers) {
    builder_.addRegister({r.name, kInt32, 0, r.firstUse});
  }
  markOf(automaton_.initial);
  while (!pending_.empty()) {
    const StateId state = pending_.back();
    pending_.pop_back();
    builder_.place(*marks_[static_cast<std::size_t>(state)]);
    emitState(state);
  }
  for (std::size_t s = 0; s < marks_.size(); ++s) {
    if (marks_[s]) builder_.label(automaton_.states[s].name, *marks_[s]);
  }
  return builder_.finish(automaton_.name, automaton_.span);
}

CodeBuilder::Mark Lowering::markOf(StateId state) {
  std::optional<Mark>& mark = marks_[static_cast<std::size_t>(state)];
  if (!mark) {
    mark = builder_.mark();
    pending_.push_back(state);
  }
  return *mark;
}

void Lowering::emitState(StateId id) {
  const State& state = automaton_.states[static_cast<std::size_t>(id)];
  if (state.out.empty()) return builder_.halt({});
  std::vector<std::uint32_t> possible;
  for (const std::uint32_t t : state.out) {
    if (values_.possible(thread_, t)) possible.push_back(t);
  }
  const Span span = automaton_.transitions[state.out[0]].span;
  if (possible.empty()) {
    emitAssume(constant(0), span);
    return builder_.halt({});
  }
  if (possible.size() == 1) return emitTransition(possible[0]);
  std::vector<Case> cases;
  for (const std::uint32_t index : possible) {
    const Transition& t = automaton_.transitions[index];
    if (t.kind != Transition::Kind::Check) break;
    cases.push_back({truth(t.value), t.span, [this, &t] { builder_.jump(markOf(t.to), t.span); }});
  }
  if (cases.size() == possible.size()) return emitCases(std::move(cases), span);
  std::vector<std::function<void()>> bodies;
  for (const std::uint32_t index : possible) {
    bodies.push_back([this, index] { emitTransition(index); });
  }
  alternatives(bodies, span);
}

// Proofs take time, so none is attempted if there are many cases or the budget is exhausted.
bool Lowering::distinct(const std::vector<Case>& cases) {
  constexpr std::size_t kMostCases = 8;
  if (cases.size() > kMostCases) return false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (std::size_t j = i + 1; j < cases.size(); ++j) {
      const std::uint64_t cost =
          costOf(binary(BinaryOp::And, cases[i].condition, cases[j].condition));
      if (cost > budget_) return false;
      budget_ -= cost;
      if (!exclude(cases[i].condition, cases[j].condition)) return false;
    }
  }
  return true;
}

void Lowering::emitCases(std::vector<Case> cases, Span span) {
  if (!distinct(cases)) {
    std::vector<std::function<void()>> bodies;
    for (const Case& c : cases) {
      bodies.push_back([this, &c] {
        emitAssume(c.condition, c.span);
        c.body();
      });
    }
    return alternatives(bodies, span);
  }
  std::vector<ExprPtr> conditions;
  for (const Case& c : cases) conditions.push_back(c.condition);
  const bool complete = alwaysHolds(disjunction(conditions));
  for (std::size_t i = 0; i + 1 < cases.size(); ++i) {
    const Mark yes = builder_.mark();
    const Mark no = builder_.mark();
    builder_.branch(cases[i].condition, yes, no, cases[i].span);
    builder_.place(yes);
    cases[i].body();
    builder_.place(no);
  }
  if (!complete) emitAssume(cases.back().condition, cases.back().span);
  cases.back().body();
}

void Lowering::alternatives(const std::vector<std::function<void()>>& bodies, Span span) {
  if (bodies.size() == 1) return bodies[0]();
  const Pc choice = builder_.choice(span);
  for (const auto& body : bodies) {
    const Mark mark = builder_.mark();
    builder_.alternative(choice, mark);
    builder_.place(mark);
    body();
  }
}

void Lowering::emitTransition(std::uint32_t index) {
  const Transition& t = automaton_.transitions[index];
  Instr instr;
  instr.span = t.span;
  if (accesses(t.kind)) {
    instr.op = t.kind == Transition::Kind::Read ? Instr::Op::Load : Instr::Op::Store;
    instr.address = memory_.at(t.address, values_.addresses(thread_, index));
    instr.dst = t.reg;
    instr.value = t.value;
    instr.orderGiven = false;
    builder_.emit(std::move(instr));
  } else if (t.kind == Transition::Kind::Local) {
    emitAssign(t.reg, t.value, t.span);
  } else if (t.kind == Transition::Kind::Check) {
    emitAssume(t.value, t.span);
  } else if (t.kind == Transition::Kind::Mfence) {
    emitFence(t.span);
  } else if (t.kind == Transition::Kind::Lock) {
    return emitRegion(t);
  } else if (t.kind == Transition::Kind::Unlock) {
    errors_.add(t.span, "this unlock can be reached without a lock before it");
  }
  builder_.jump(markOf(t.to), t.span);
}

void Lowering::emitAssume(const ExprPtr& condition, Span span) {
  if (condition->kind == Expr::Kind::Const && condition->value != 0) return;
  Instr instr;
  instr.op = Instr::Op::Assume;
  instr.span = span;
  instr.value = condition;
  builder_.emit(std::move(instr));
}

void Lowering::emitAssign(RegId dst, ExprPtr value, Span span) {
  Instr instr;
  instr.op = Instr::Op::Assign;
  instr.span = span;
  instr.dst = dst;
  instr.value = std::move(value);
  builder_.emit(std::move(instr));
}

void Lowering::emitFence(Span span) {
  Instr instr;
  instr.op = Instr::Op::Fence;
  instr.span = span;
  instr.order = Order::Sc;
  builder_.emit(std::move(instr));
}

}  // namespace robur::frontend_trencher
