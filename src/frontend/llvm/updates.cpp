#include "frontend/llvm/updates.h"

#include "frontend/llvm/threads.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;
using Update = llvm::AtomicRMWInst::BinOp;

// Updates that the IR has; the others are exchanges for a value that is computed from the value
// read.
bool plainUpdate(Update op, RmwOp& ours) {
  switch (op) {
    case Update::Xchg:
      return ours = RmwOp::Exchange, true;
    case Update::Add:
      return ours = RmwOp::Add, true;
    case Update::Sub:
      return ours = RmwOp::Sub, true;
    case Update::And:
      return ours = RmwOp::And, true;
    case Update::Or:
      return ours = RmwOp::Or, true;
    case Update::Xor:
      return ours = RmwOp::Xor, true;
    default:
      return false;
  }
}

}  // namespace

// The value that the update writes.
Val Updates::updated(State& s, unsigned op, const Val& old, const Val& operand) {
  using P = llvm::CmpInst;
  const Val one = integer(1, old.width);
  const Val zero = integer(0, old.width);
  const auto larger = [&](unsigned predicate) {
    return values.select(s, arithmetic.compare(predicate, old, operand), old, operand);
  };
  switch (static_cast<Update>(op)) {
    case Update::Xchg:
      return operand;
    case Update::Add:
      return arithmetic.binaryOp(I::Add, old, operand);
    case Update::Sub:
      return arithmetic.binaryOp(I::Sub, old, operand);
    case Update::And:
      return arithmetic.binaryOp(I::And, old, operand);
    case Update::Or:
      return arithmetic.binaryOp(I::Or, old, operand);
    case Update::Xor:
      return arithmetic.binaryOp(I::Xor, old, operand);
    case Update::Nand:
      return arithmetic.binaryOp(I::Xor, arithmetic.binaryOp(I::And, old, operand),
                                 integer(-1, old.width));
    case Update::Max:
      return larger(P::ICMP_SGT);
    case Update::Min:
      return larger(P::ICMP_SLT);
    case Update::UMax:
      return larger(P::ICMP_UGT);
    case Update::UMin:
      return larger(P::ICMP_ULT);
    case Update::UIncWrap:
      return values.select(s, arithmetic.compare(P::ICMP_UGE, old, operand), zero,
                           arithmetic.binaryOp(I::Add, old, one));
    case Update::UDecWrap: {
      const Val less = values.select(s, arithmetic.compare(P::ICMP_UGT, old, operand), operand,
                                     arithmetic.binaryOp(I::Sub, old, one));
      return values.select(s, arithmetic.compare(P::ICMP_EQ, old, zero), operand, less);
    }
    default:
      code.refuse(s, "this atomic operation is not supported",
                  "write it as a compare-exchange loop");
  }
}

Val Updates::rmw(State& s, const Val& pointer, const llvm::AtomicRMWInst& in, const Val& operand) {
  const Order order = orderOf(in.getOrdering());
  const unsigned width = code.widthOf(in.getType());
  Access a = memory.access(s, pointer, width / 8, order, true, !targetsOf(operand).empty());
  if (!a.memory) {
    const Val old = privateMemory.readBytes(s, a.target, width / 8);
    privateMemory.writeBytes(s, a.target, width / 8, updated(s, in.getOperation(), old, operand));
    return old;
  }
  Instr instr;
  instr.op = Instr::Op::Rmw;
  instr.order = order;
  const bool moves = a.pointer && in.getOperation() != Update::Xchg;
  Val after = operand;
  if (moves || a.unset || !plainUpdate(in.getOperation(), instr.rmw)) {
    instr.rmw = RmwOp::Exchange;
    after = updated(s, in.getOperation(), memory.valueIn(a, loaded(), width), operand);
    if (moves) keepInside(after);
  }
  memory.noteStored(s, a, after);
  instr.value = cells.exprOf(after);
  if (!in.use_empty() || a.unset) return memory.result(s, std::move(instr), a, width);
  instr.address = a.address;
  code.emit(s, std::move(instr));
  return undef(width);
}

// A pointer that is moved repeatedly leaves its object at some point; then it points to nothing.
void Updates::keepInside(Val& pointer) {
  if (!pointer.is(Val::Kind::Dyn) || !pointer.targets) return;
  Targets inside = *pointer.targets;
  erase_if(inside,
           [&](const Target& t) { return t.offset < 0 || t.offset > c.objects[t.object].size; });
  pointer.targets = std::make_shared<Targets>(std::move(inside));
}

Val Updates::cas(State& s, const Val& pointer, const Val& expected, const Val& desired, Order order,
                 Order failOrder) {
  const unsigned width = expected.width;
  const bool isPointer = !targetsOf(desired).empty() || !targetsOf(expected).empty();
  Access a = memory.access(s, pointer, width / 8, order, true, isPointer);
  Val both;
  both.kind = Val::Kind::Agg;
  if (!a.memory) {
    const Val old = privateMemory.readBytes(s, a.target, width / 8);
    const Val same = arithmetic.compare(llvm::CmpInst::ICMP_EQ, old, expected);
    privateMemory.writeBytes(s, a.target, width / 8, values.select(s, same, desired, old));
    both.parts = {old, same};
    return both;
  }
  memory.noteStored(s, a, desired);
  Instr instr;
  instr.op = Instr::Op::Cas;
  instr.order = order;
  instr.failOrder = failOrder;
  instr.expected = cells.exprOf(expected);
  instr.value = cells.exprOf(desired);
  const Val old = memory.result(s, std::move(instr), a, width);
  both.parts = {old, arithmetic.compare(llvm::CmpInst::ICMP_EQ, old, expected)};
  return both;
}

bool Updates::bcas(State& s, const Val& pointer, const Val& expected, const Val& desired,
                   Order order) {
  const unsigned width = expected.width;
  const bool isPointer = !targetsOf(desired).empty() || !targetsOf(expected).empty();
  Access a = memory.access(s, pointer, width / 8, order, true, isPointer);
  if (!a.memory) return bcasPrivately(s, a.target, expected, desired);
  memory.noteStored(s, a, desired);
  Instr instr;
  instr.op = Instr::Op::Bcas;
  instr.order = order;
  instr.address = a.address;
  instr.expected = cells.exprOf(expected);
  instr.value = cells.exprOf(desired);
  code.emit(s, std::move(instr));
  return true;
}

// Nobody else can change the object: the operation succeeds now or never.
bool Updates::bcasPrivately(State& s, const Target& at, const Val& expected, const Val& desired) {
  const unsigned size = expected.width / 8;
  const Val old = privateMemory.readBytes(s, at, size);
  const Val same = arithmetic.compare(llvm::CmpInst::ICMP_EQ, old, expected);
  if (!waitUnless(code, c, s, same)) return false;
  privateMemory.writeBytes(s, at, size, desired);
  return true;
}

}  // namespace robur::frontend_llvm
