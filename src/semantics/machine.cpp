#include "semantics/machine.h"

#include <algorithm>

#include "program/internal_error.h"

namespace robur {

namespace {

CompiledInstr compile(const Program& program, const Thread& thread, const Instr& in, Pc pc) {
  CompiledInstr out;
  out.op = in.op;
  out.source = pc;
  out.dst = in.dst;
  out.rmw = in.rmw;
  out.order = in.order;
  out.failOrder = in.failOrder;
  out.unsupported = in.unsupported;
  out.plain = in.plain;
  out.value = ExprCode(program, thread.index, in.value);
  out.expected = ExprCode(program, thread.index, in.expected);
  out.lo = in.lo;
  out.hi = in.hi;
  out.next = in.next;
  if (accessesMemory(in.op)) {
    out.pointer = in.address.pointer;
    out.baseCell = in.address.pointer ? 0 : raw(program.firstCell(in.address.base));
    out.extent = in.address.pointer ? program.cellCount() : program[in.address.base].size();
    out.firstCell = in.address.pointer ? in.address.firstCell : out.baseCell;
    out.endCell = out.baseCell + out.extent;
    if (in.address.pointer) out.endCell = std::min(out.endCell, in.address.endCell);
    out.index = ExprCode(program, thread.index, in.address.index);
  }
  return out;
}

}  // namespace

CellRange cellsOf(const CompiledInstr& in) {
  if (in.index.empty()) return {in.baseCell, in.baseCell + 1};
  if (!in.index.isConstant()) return {in.firstCell, in.endCell};
  const std::int64_t i = in.index.constantValue();
  if (i < 0 || i >= static_cast<std::int64_t>(in.extent)) return {};  // faults and accesses no cell
  const std::uint32_t cell = in.baseCell + static_cast<std::uint32_t>(i);
  return {cell, cell + 1};
}

std::int64_t applyRmw(RmwOp op, std::int64_t old, std::int64_t operand) {
  const auto a = static_cast<std::uint64_t>(old);
  const auto b = static_cast<std::uint64_t>(operand);
  switch (op) {
    case RmwOp::Add:
      return static_cast<std::int64_t>(a + b);
    case RmwOp::Sub:
      return static_cast<std::int64_t>(a - b);
    case RmwOp::And:
      return static_cast<std::int64_t>(a & b);
    case RmwOp::Or:
      return static_cast<std::int64_t>(a | b);
    case RmwOp::Xor:
      return static_cast<std::int64_t>(a ^ b);
    case RmwOp::Exchange:
      return operand;
  }
  return operand;
}

Machine::Machine(const Program& program) : source(&program) {
  for (const Location& location : program.locations) {
    for (const std::int64_t value : location.init) {
      cellTypes.push_back(location.type);
      cellAtomics.push_back(location.atomic);
      cellInit.push_back(value);
    }
  }
  size = cellTypes.size();
  for (const Thread& thread : program.threads) {
    const Code& code = program[thread.code];
    CompiledThread out;
    out.entry = code.entry;
    out.rest = static_cast<Pc>(code.instrs.size());
    for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
      out.instrs.push_back(compile(program, thread, code.instrs[pc], pc));
    }
    for (CompiledInstr& in : out.instrs) in.safe = cannotFault(in);
    out.instrs.emplace_back();
    out.instrs.back().source = out.rest;
    out.instrs.back().safe = true;
    for (const Register& r : code.registers) {
      out.registerTypes.push_back(r.type);
      out.registerInit.push_back(r.init);
    }
    out.base = static_cast<std::uint32_t>(size);
    size += 1 + code.registers.size();
    threads.push_back(std::move(out));
  }
}

// Recognises only the obvious cases: a scalar of the right kind, and operands that are constants of
// its type or cannot fault.
bool Machine::cannotFault(const CompiledInstr& in) const {
  if (in.op == Instr::Op::Fence) return true;
  if (!accessesMemory(in.op) || in.extent == 0) return false;
  if (!in.index.empty()) return false;
  if ((in.order == Order::NonAtomic) == static_cast<bool>(cellAtomics[in.baseCell])) return false;
  const IntType& type = cellTypes[in.baseCell];
  for (const ExprCode* e : {&in.value, &in.expected}) {
    if (in.op == Instr::Op::Load || in.op == Instr::Op::Wait || e->empty()) continue;
    if (!e->isConstant() || !type.contains(e->constantValue())) return false;
  }
  return true;
}

void Machine::initial(std::int64_t* state) const {
  std::copy(cellInit.begin(), cellInit.end(), state);
  for (const CompiledThread& th : threads) {
    state[th.base] = th.entry;
    std::copy(th.registerInit.begin(), th.registerInit.end(), state + th.base + 1);
  }
}

Fault Machine::resolve(const CompiledInstr& in, EvalContext& context, std::uint32_t& cell) const {
  cell = in.baseCell;
  if (!in.index.empty()) {
    const std::int64_t i = in.index.eval(context);
    if (context.divisionByZero) return Fault::DivisionByZero;
    if (i < 0 || i >= static_cast<std::int64_t>(in.extent)) return Fault::Bounds;
    cell += static_cast<std::uint32_t>(i);
    if (cell < in.firstCell || cell >= in.endCell) [[unlikely]] {
      throw InternalError("a pointer denotes a cell that the front end has excluded");
    }
  } else if (in.extent == 0) {
    return Fault::Bounds;
  }
  if ((in.order == Order::NonAtomic) == static_cast<bool>(cellAtomics[cell])) {
    return Fault::MixedAccess;
  }
  return Fault::None;
}

Fault Machine::operand(const ExprCode& e, std::uint32_t cell, EvalContext& context,
                       std::int64_t& value) const {
  value = e.eval(context);
  if (context.divisionByZero) return Fault::DivisionByZero;
  const IntType& type = cellTypes[cell];
  if (type.contains(value)) return Fault::None;
  if (type.overflow == IntType::Overflow::Error) return Fault::Overflow;
  value = type.wrap(value);
  return Fault::None;
}

bool Machine::accepts(const std::int64_t* state, unsigned t, std::int64_t value) const {
  const CompiledThread& th = threads[t];
  const CompiledInstr& in = th.instrs[static_cast<Pc>(state[th.base])];
  EvalContext context{state + th.base + 1, value, false};
  // A condition that divides by zero for this value does not hold for it.
  return in.value.eval(context) != 0 && !context.divisionByZero;
}

Action Machine::pending(const std::int64_t* state, unsigned t) const {
  const CompiledThread& th = threads[t];
  const Pc at = static_cast<Pc>(state[th.base]);
  const CompiledInstr& in = th.instrs[at];
  Action action;
  action.op = in.op;
  action.order = in.order;
  if (in.op == Instr::Op::Halt) return action;
  action.enabled = true;
  if (th.isLocal(at)) {
    action.kind = Action::Kind::Local;
    return action;
  }
  if (in.op == Instr::Op::Fence) {
    action.kind = Action::Kind::Fence;
    return action;
  }
  EvalContext context{state + th.base + 1, 0, false};
  const auto faulty = [&](Fault fault) {
    action.kind = Action::Kind::Local;
    action.fault = fault;
    return action;
  };
  if (const Fault f = resolve(in, context, action.cell); f != Fault::None) return faulty(f);
  action.read = state[action.cell];
  switch (in.op) {
    case Instr::Op::Load:
      action.kind = Action::Kind::Read;
      break;
    case Instr::Op::Wait:
      action.kind = Action::Kind::Read;
      action.enabled = accepts(state, t, action.read);
      break;
    case Instr::Op::Store:
      action.kind = Action::Kind::Write;
      if (const Fault f = operand(in.value, action.cell, context, action.written);
          f != Fault::None) {
        return faulty(f);
      }
      break;
    case Instr::Op::Rmw: {
      action.kind = Action::Kind::Update;
      context.loaded = action.read;
      const std::int64_t operandValue = in.value.eval(context);
      if (context.divisionByZero) return faulty(Fault::DivisionByZero);
      action.written = applyRmw(in.rmw, action.read, operandValue);
      break;
    }
    case Instr::Op::Cas:
    case Instr::Op::Bcas: {
      Fault f = operand(in.expected, action.cell, context, action.expected);
      if (f == Fault::None) f = operand(in.value, action.cell, context, action.written);
      if (f != Fault::None) return faulty(f);
      const bool succeeds = action.read == action.expected;
      action.kind = Action::Kind::Update;
      if (in.op == Instr::Op::Bcas) {
        action.enabled = succeeds;
      } else if (!succeeds) {
        action.kind = Action::Kind::Read;
        action.order = in.failOrder;
      }
      break;
    }
    default:
      break;
  }
  return action;
}

Fault Machine::assign(std::int64_t* state, const CompiledThread& th, RegId dst,
                      std::int64_t value) const {
  if (dst == kNoReg) return Fault::None;
  const IntType& type = th.registerTypes[raw(dst)];
  Fault fault = Fault::None;
  if (!type.contains(value)) {
    if (type.overflow == IntType::Overflow::Error) fault = Fault::Overflow;
    value = type.wrap(value);
  }
  state[th.base + 1 + raw(dst)] = value;
  return fault;
}

Fault Machine::perform(std::int64_t* state, unsigned t, const Action& action) const {
  const CompiledThread& th = threads[t];
  const CompiledInstr& in = th.instrs[static_cast<Pc>(state[th.base])];
  Fault fault = Fault::None;
  if (action.kind == Action::Kind::Write || action.kind == Action::Kind::Update) {
    const IntType& type = cellTypes[action.cell];
    if (!type.contains(action.written) && type.overflow == IntType::Overflow::Error) {
      fault = Fault::Overflow;
    }
    state[action.cell] = type.wrap(action.written);
  }
  if (action.kind == Action::Kind::Read || action.kind == Action::Kind::Update) {
    const Fault f = assign(state, th, in.dst, action.read);
    if (fault == Fault::None) fault = f;
  }
  if (fault != Fault::None) {
    rest(state, th);
  } else {
    state[th.base] = in.next[0];
  }
  return fault;
}

std::uint64_t Machine::alternatives(const std::int64_t* state, unsigned t) const {
  const CompiledThread& th = threads[t];
  const CompiledInstr& in = th.instrs[static_cast<Pc>(state[th.base])];
  if (in.op == Instr::Op::Choose) return in.next.size();
  if (in.op == Instr::Op::Havoc) {
    return static_cast<std::uint64_t>(in.hi) - static_cast<std::uint64_t>(in.lo) + 1;
  }
  return 1;
}

Fault Machine::local(std::int64_t* state, unsigned t, std::uint64_t alternative) const {
  const CompiledThread& th = threads[t];
  const CompiledInstr& in = th.instrs[static_cast<Pc>(state[th.base])];
  EvalContext context{state + th.base + 1, 0, false};
  Fault fault = Fault::None;
  Pc next = in.next.empty() ? th.rest : in.next[0];
  switch (in.op) {
    case Instr::Op::Assign: {
      const std::int64_t value = in.value.eval(context);
      fault = context.divisionByZero ? Fault::DivisionByZero : assign(state, th, in.dst, value);
      break;
    }
    case Instr::Op::Havoc:
      fault = assign(state, th, in.dst,
                     static_cast<std::int64_t>(static_cast<std::uint64_t>(in.lo) + alternative));
      break;
    case Instr::Op::Branch: {
      const bool taken = in.value.eval(context) != 0;
      if (context.divisionByZero) fault = Fault::DivisionByZero;
      next = in.next[taken ? 0 : 1];
      break;
    }
    case Instr::Op::Choose:
      next = in.next[alternative];
      break;
    case Instr::Op::Assert:
    case Instr::Op::Assume: {
      const bool holds = in.value.eval(context) != 0;
      if (context.divisionByZero) {
        fault = Fault::DivisionByZero;
      } else if (!holds) {
        if (in.op == Instr::Op::Assert) {
          fault = in.unsupported ? Fault::Unsupported : Fault::Assertion;
        }
        next = th.rest;
      }
      break;
    }
    case Instr::Op::Goto:
      break;
    default: {
      // An access whose operands fault: its only step is that fault.
      fault = pending(state, t).fault;
      break;
    }
  }
  state[th.base] = fault == Fault::None ? next : th.rest;
  return fault;
}

}  // namespace robur
