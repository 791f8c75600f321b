// The actions of an instruction. Memory orders have no effect under TSO.
#include "prove/action_emitter.h"

namespace robur::prove {

TermPtr ActionEmitter::term(const ExprPtr& e) {
  switch (e->kind) {
    case Expr::Kind::Const:
      system_.note(e->value);
      return number(e->value);
    case Expr::Kind::Reg:
      return meanings_[raw(e->reg)];
    case Expr::Kind::ThreadIndex:
      return threadNumber();
    case Expr::Kind::Loaded:
      return ofAction(Term::Kind::Loaded);
    case Expr::Kind::Unary:
      return unary(e->unary, term(e->lhs));
    case Expr::Kind::Binary: {
      const TermPtr lhs = term(e->lhs);
      return binary(e->binary, lhs, term(e->rhs));
    }
    case Expr::Kind::AddressOf:
      break;  // refused
  }
  return number(0);
}

// The action of an access, with the value that it reads in its destination.
Action ActionEmitter::accessing(Action::Kind kind, const Instr& instr) {
  Action a = action(kind, instr.span);
  a.var = VarId{raw(instr.address.base)};
  if (instr.address.index) a.index = term(instr.address.index);
  if (instr.dst != kNoReg) {
    a.sets = {{meanings_[raw(instr.dst)]->reg, ofAction(Term::Kind::Loaded)}};
  }
  return a;
}

// The outcomes of a locked access, in terms of the value that it reads.
std::vector<Outcome> ActionEmitter::outcomes(const Instr& instr) {
  const TermPtr loaded = ofAction(Term::Kind::Loaded);
  const TermPtr value = term(instr.value);
  if (instr.op == Instr::Op::Rmw) {
    if (instr.rmw == RmwOp::Exchange) return {{nullptr, value}};
    const BinaryOp op = instr.rmw == RmwOp::Add ? BinaryOp::Add : BinaryOp::Sub;
    return {{nullptr, binary(op, loaded, value)}};
  }
  const TermPtr expected = term(instr.expected);
  std::vector<Outcome> all{{binary(BinaryOp::Eq, loaded, expected), value}};
  if (instr.op == Instr::Op::Cas) all.push_back({binary(BinaryOp::Ne, loaded, expected), nullptr});
  return all;
}

void ActionEmitter::emit(Instr instr) {
  switch (instr.op) {
    case Instr::Op::Load:
      return add({accessing(Action::Kind::Read, instr)});
    case Instr::Op::Wait: {
      Action a = accessing(Action::Kind::Read, instr);
      a.guard = term(instr.value);
      return add({std::move(a)});
    }
    case Instr::Op::Store: {
      Action a = accessing(Action::Kind::Write, instr);
      a.stored = term(instr.value);
      return add({std::move(a)});
    }
    case Instr::Op::Rmw:
    case Instr::Op::Cas:
    case Instr::Op::Bcas: {
      // Invariants may need the value that an update read even if the program ignores it. Of a Bcas
      // it is known.
      if (instr.dst == kNoReg && instr.op != Instr::Op::Bcas) instr.dst = temporary({});
      Action a = accessing(Action::Kind::Update, instr);
      a.instruction = ++instructions_;
      std::vector<Action> all;
      for (const Outcome& outcome : outcomes(instr)) {
        a.guard = outcome.guard;
        a.stored = outcome.stored;
        all.push_back(a);
      }
      return add(std::move(all));
    }
    case Instr::Op::Fence:  // weaker fences have no effect under TSO
      if (instr.order == Order::Sc) add({action(Action::Kind::Fence, instr.span)});
      return;
    default:
      return local(instr);
  }
}

void ActionEmitter::local(const Instr& instr) {
  Action a = action(Action::Kind::Local, instr.span);
  switch (instr.op) {
    case Instr::Op::Assign:
      a.sets = {{meanings_[raw(instr.dst)]->reg, term(instr.value)}};
      break;
    case Instr::Op::Havoc: {
      const TermPtr chosen = ofAction(Term::Kind::Chosen);
      a.chooses = true;
      a.guard = binary(BinaryOp::And, binary(BinaryOp::Le, term(constant(instr.lo)), chosen),
                       binary(BinaryOp::Le, chosen, term(constant(instr.hi))));
      a.sets = {{meanings_[raw(instr.dst)]->reg, chosen}};
      break;
    }
    case Instr::Op::Assume:
      a.guard = term(instr.value);
      break;
    case Instr::Op::Assert:
      a.claims.push_back({Claim::Kind::Assertion, term(instr.value), a.span, {}});
      break;
    default:
      return;  // jumps, branches and choices have functions of their own
  }
  add({std::move(a)});
}

}  // namespace robur::prove
