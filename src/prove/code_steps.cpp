// Lowering of assignments, accesses and calls.
#include <fmt/format.h>

#include "prove/thread_code.h"

namespace robur::prove {

using rob::ExprNode;
using rob::StmtNode;

void ThreadCode::assign(const StmtNode& s) {
  const ExprNode& target = *s.target;
  const bool named = target.kind == ExprNode::Kind::Name || target.kind == ExprNode::Kind::Index;
  if (!named) {
    if (target.kind != ExprNode::Kind::Broken) {
      scope_.error(target.at, "only a register or a plain cell can be assigned to");
    }
    return;
  }
  if (const auto id = scope_.registerNamed(target.name.text)) {
    if (s.compound)
      return setRegister(*id, binary(*s.compound, registerTerm(*id), value(*s.value)), s.at);
    if (s.value->kind == ExprNode::Kind::Access) {
      access(*s.value, *id);
    } else if (s.value->kind == ExprNode::Kind::Call) {
      callInto(*s.value, *id);
    } else {
      setRegister(*id, value(*s.value), s.at);
    }
    return;
  }
  const CellRef p = cellOf(target, false);
  if (!p.var) return;
  const Var& var = system_.vars[at(*p.var)];
  if (var.ghost || var.atomic) {
    scope_.error(target.at,
                 fmt::format("{} is {} and not changed by assignment", rob::quoted(var.name),
                             var.ghost ? "a ghost" : "atomic"),
                 var.ghost ? fmt::format("write ghost {} = ...", var.name)
                           : fmt::format("write {}.store(value, order)", var.name));
    return;
  }
  if (s.compound) {
    const TermPtr old = read(p, target.at);
    return store(p, binary(*s.compound, old, value(*s.value)), s.at);
  }
  if (s.value->kind == ExprNode::Kind::Call) {
    const auto got = callInto(*s.value, std::nullopt);
    return store(p, got ? registerTerm(*got) : number(0), s.at);
  }
  store(p, value(*s.value), s.at);
}

void ThreadCode::setRegister(RegisterId dst, TermPtr value, rob::Range at) {
  Action set = action(Action::Kind::Local, at);
  set.sets.push_back({dst, std::move(value)});
  emit(std::move(set));
}

void ThreadCode::store(const CellRef& p, TermPtr value, rob::Range at) {
  if (!p.var) return;
  Action a = action(Action::Kind::Write, at);
  a.var = p.var;
  a.index = p.index;
  a.stored = std::move(value);
  emit(std::move(a));
}

ThreadCode::CellRef ThreadCode::cellOf(const ExprNode& e, bool needsAtomic) {
  if (e.kind != ExprNode::Kind::Name && e.kind != ExprNode::Kind::Index) {
    if (e.kind != ExprNode::Kind::Broken) value(e);  // reports what is wrong with it
    return {};
  }
  const auto id = scope_.varNamed(e.name.text);
  if (!id) {
    if (scope_.registerNamed(e.name.text) || scope_.constantNamed(e.name.text)) {
      scope_.error(e.at, fmt::format("{} is no shared memory", rob::quoted(e.name.text)));
    } else {
      scope_.unknown(e.name);
    }
    return {};
  }
  const Var& var = system_.vars[at(*id)];
  if (var.array != (e.kind == ExprNode::Kind::Index)) {
    scope_.error(e.at, var.array ? fmt::format("{} is an array: say which element", var.name)
                                 : fmt::format("{} is no array", var.name));
    return {};
  }
  if (needsAtomic && (var.ghost || !var.atomic)) {
    scope_.error(e.at, fmt::format("{} is {} and has no operations", rob::quoted(var.name),
                                   var.ghost ? "a ghost" : "plain memory"));
    return {};
  }
  CellRef p;
  p.var = id;
  if (e.lhs != nullptr) p.index = value(*e.lhs);
  return p;
}

// The cell and the values of an access. Memory orders are checked but have no effect under TSO.
ThreadCode::Operands ThreadCode::operands(const ExprNode& e) {
  Operands given;
  const rob::Operation* const operation = rob::operationNamed(e.name.text);
  if (operation == nullptr) {
    scope_.error(e.name.at, fmt::format("there is no operation {}", rob::quoted(e.name.text)),
                 rob::helpForOperation(e.name.text));
    return given;
  }
  given.cell = cellOf(*e.lhs, true);
  const std::size_t count = e.arguments.size();
  if (count < operation->values || count > operation->values + operation->orders) {
    scope_.error(e.at,
                 fmt::format("{} has the wrong number of arguments", rob::quoted(e.name.text)),
                 fmt::format("it is used as {}", operation->usage));
    return given;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const ExprNode& argument = *e.arguments[i];
    if (i < operation->values) {
      given.values.push_back(value(argument));
    } else if (argument.kind != ExprNode::Kind::Name || !rob::orderNamed(argument.name.text)) {
      scope_.error(argument.at, "this is not a memory order",
                   rob::helpForOrder(argument.name.text));
      return given;
    }
  }
  if (given.cell.var) given.operation = operation;
  return given;
}

// The outcomes of a locked access, in terms of the value that it reads.
std::vector<Outcome> ThreadCode::outcomes(const ExprNode& e, const Operands& given) {
  const TermPtr loaded = ofAction(Term::Kind::Loaded);
  switch (given.operation->op) {
    case Instr::Op::Rmw:
      switch (given.operation->rmw) {
        case RmwOp::Exchange:
          return {{nullptr, given.values[0]}};
        case RmwOp::Add:
          return {{nullptr, binary(BinaryOp::Add, loaded, given.values[0])}};
        case RmwOp::Sub:
          return {{nullptr, binary(BinaryOp::Sub, loaded, given.values[0])}};
        default:
          scope_.error(e.name.at, "proofs do not support bit operations", "use arithmetic");
          return {};
      }
    case Instr::Op::Cas:
      return {{binary(BinaryOp::Eq, loaded, given.values[0]), given.values[1]},
              {binary(BinaryOp::Ne, loaded, given.values[0]), nullptr}};
    case Instr::Op::Bcas:
      return {{binary(BinaryOp::Eq, loaded, given.values[0]), given.values[1]}};
    default:
      return {};
  }
}

// The register with the value; empty if the access has none.
std::optional<RegisterId> ThreadCode::access(const ExprNode& e, std::optional<RegisterId> into) {
  const Operands given = operands(e);
  if (given.operation == nullptr) return std::nullopt;
  if (given.operation->op == Instr::Op::Store) {
    if (into) scope_.error(e.at, "a store gives no value");
    store(given.cell, given.values[0], e.at);
    return std::nullopt;
  }
  const RegisterId dst = into ? *into : temporary();
  const bool locked = given.operation->op != Instr::Op::Load;
  Action base = action(locked ? Action::Kind::Update : Action::Kind::Read, e.at);
  base.var = given.cell.var;
  base.index = given.cell.index;
  base.sets = {{dst, ofAction(Term::Kind::Loaded)}};
  base.instruction = ++instructions_;
  std::vector<Action> alternatives;
  if (!locked) alternatives.push_back(base);
  if (locked) {
    for (const Outcome& outcome : outcomes(e, given)) {
      Action a = base;
      a.guard = outcome.guard;
      a.stored = outcome.stored;
      alternatives.push_back(std::move(a));
    }
  }
  emitBoth(std::move(alternatives));
  return dst;
}

void ThreadCode::emitBoth(std::vector<Action> alternatives) {
  const NodeId next = fresh();
  std::vector<std::size_t> emitted;
  for (Action& a : alternatives) {
    emitTo(std::move(a), next);
    emitted.push_back(thread_.actions.size() - 1);
  }
  here_ = next;
  last_ = std::move(emitted);
}

std::optional<RegisterId> ThreadCode::callInto(const ExprNode& call,
                                               std::optional<RegisterId> into) {
  if (call.name.text == "wait") return waiting(call, into ? into : std::optional(temporary()));
  if (call.name.text == "nondet") return anyOf(call, into);
  value(call);  // reports what is wrong with it
  return std::nullopt;
}

std::optional<RegisterId> ThreadCode::waiting(const ExprNode& call,
                                              std::optional<RegisterId> into) {
  if (call.arguments.empty() || call.arguments.size() > 2) {
    scope_.error(call.at, "'wait' is used as wait(condition, order)");
    return std::nullopt;
  }
  Stands stands;
  stands_ = &stands;
  const TermPtr holds = claim(*call.arguments[0]);
  stands_ = nullptr;
  if (!stands.var || stands.several) {
    scope_.error(call.at, "the condition of a wait must mention exactly one shared cell");
    return std::nullopt;
  }
  Action a = action(Action::Kind::Read, call.at);
  a.var = stands.var;
  a.index = stands.index;
  a.guard = holds;
  if (into) a.sets = {{*into, ofAction(Term::Kind::Loaded)}};
  emit(std::move(a));
  return into;
}

std::optional<RegisterId> ThreadCode::anyOf(const ExprNode& call, std::optional<RegisterId> into) {
  if (call.arguments.size() != 2) {
    scope_.error(call.at, "'nondet' is used as nondet(lowest, highest)");
    return std::nullopt;
  }
  const TermPtr lo = value(*call.arguments[0]);
  const TermPtr hi = value(*call.arguments[1]);
  Action a = action(Action::Kind::Local, call.at);
  const TermPtr chosen = ofAction(Term::Kind::Chosen);
  a.chooses = true;
  a.guard =
      binary(BinaryOp::And, binary(BinaryOp::Le, lo, chosen), binary(BinaryOp::Le, chosen, hi));
  const RegisterId dst = into ? *into : temporary();
  a.sets = {{dst, chosen}};
  emit(std::move(a));
  return dst;
}

void ThreadCode::evaluate(const ExprNode& e) {
  if (e.kind == ExprNode::Kind::Access) {
    access(e, std::nullopt);
    return;
  }
  if (e.kind != ExprNode::Kind::Call) {
    if (e.kind != ExprNode::Kind::Broken) scope_.error(e.at, "this statement does nothing");
    return;
  }
  const std::string_view name = e.name.text;
  if (name == "wait") {
    waiting(e, std::nullopt);
    return;
  }
  if (e.arguments.size() != 1) {
    scope_.error(e.at, fmt::format("there is no call {} with {} arguments", rob::quoted(name),
                                   e.arguments.size()));
    return;
  }
  const ExprNode& argument = *e.arguments[0];
  if (name == "fence") {
    // Weaker fences have no effect under TSO.
    const auto order = rob::orderNamed(argument.name.text);
    if (!order) scope_.error(argument.at, "this is not a memory order");
    if (order == Order::Sc) emit(action(Action::Kind::Fence, e.at));
  } else if (name == "assert") {
    const TermPtr holds = value(argument, In::Assertion);
    Action a = action(Action::Kind::Local, e.at);
    a.claims.push_back({Claim::Kind::Assertion, holds, a.span, {}});
    emit(std::move(a));
  } else if (name == "assume") {
    const TermPtr holds = value(argument);
    Action a = action(Action::Kind::Local, e.at);
    a.guard = holds;
    emit(std::move(a));
  } else if (name == "lock" || name == "unlock") {
    const CellRef p = cellOf(argument, true);
    if (name == "unlock") return store(p, number(0), e.at);
    if (!p.var) return;
    Action a = action(Action::Kind::Update, e.at);
    a.var = p.var;
    a.index = p.index;
    a.guard = binary(BinaryOp::Eq, ofAction(Term::Kind::Loaded), number(0));
    a.stored = number(1);
    note(0);
    note(1);
    emit(std::move(a));
  } else {
    scope_.error(e.name.at, fmt::format("there is no {} to call", rob::quoted(name)),
                 "calls are wait, fence, lock, unlock, assert, assume and nondet");
  }
}

// Adds the claims that an action respects declared ranges and array sizes.
void ThreadCode::claimBounds(Action& a) const {
  const auto within = [](const TermPtr& t, std::int64_t lo, std::int64_t hi) {
    return binary(BinaryOp::And, binary(BinaryOp::Le, number(lo), t),
                  binary(BinaryOp::Le, t, number(hi)));
  };
  if (a.index && system_.vars[at(*a.var)].size) {
    a.claims.push_back(
        {Claim::Kind::Index, within(a.index, 0, *system_.vars[at(*a.var)].size - 1), a.span, {}});
  }
  if (a.stored && system_.vars[at(*a.var)].array && system_.vars[at(*a.var)].lo) {
    const Var& var = system_.vars[at(*a.var)];
    a.claims.push_back(
        {Claim::Kind::FitsTarget, within(a.stored, *var.lo, *var.hi), a.span, var.name});
  }
  for (const Assignment& set : a.sets) {
    const Register& reg = thread_.registers[at(set.reg)];
    if (!reg.lo) continue;
    a.claims.push_back(
        {Claim::Kind::FitsTarget, within(set.value, *reg.lo, *reg.hi), a.span, reg.name});
  }
}

}  // namespace robur::prove
