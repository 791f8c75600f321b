// Atomic operations that read and write in one step.
#include <fmt/format.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

using I = llvm::Instruction;
using Update = llvm::AtomicRMWInst::BinOp;

// What our own updates can say; the others are exchanges for a value that is computed from the one
// that is read.
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

// What the update leaves in memory.
Val Evaluator::updated(State& s, unsigned op, const Val& old, const Val& operand) {
  using P = llvm::CmpInst;
  const Val one = integer(1, old.width);
  const Val zero = integer(0, old.width);
  const auto larger = [&](unsigned predicate) {
    return select(s, compare(predicate, old, operand), old, operand);
  };
  switch (static_cast<Update>(op)) {
    case Update::Xchg:
      return operand;
    case Update::Add:
      return binaryOp(I::Add, old, operand);
    case Update::Sub:
      return binaryOp(I::Sub, old, operand);
    case Update::And:
      return binaryOp(I::And, old, operand);
    case Update::Or:
      return binaryOp(I::Or, old, operand);
    case Update::Xor:
      return binaryOp(I::Xor, old, operand);
    case Update::Nand:
      return binaryOp(I::Xor, binaryOp(I::And, old, operand), integer(-1, old.width));
    case Update::Max:
      return larger(P::ICMP_SGT);
    case Update::Min:
      return larger(P::ICMP_SLT);
    case Update::UMax:
      return larger(P::ICMP_UGT);
    case Update::UMin:
      return larger(P::ICMP_ULT);
    case Update::UIncWrap:
      return select(s, compare(P::ICMP_UGE, old, operand), zero, binaryOp(I::Add, old, one));
    case Update::UDecWrap: {
      const Val less =
          select(s, compare(P::ICMP_UGT, old, operand), operand, binaryOp(I::Sub, old, one));
      return select(s, compare(P::ICMP_EQ, old, zero), operand, less);
    }
    default:
      refuse(s, "this atomic operation is not supported", "write it as a compare-exchange loop");
  }
}

Val Evaluator::rmw(State& s, const Val& pointer, const llvm::AtomicRMWInst& in,
                   const Val& operand) {
  const Order order = orderOf(in.getOrdering());
  const unsigned width = widthOf(in.getType());
  Place p = place(s, pointer, width / 8, order, true, !targetsOf(operand).empty());
  if (!p.memory) {
    const Val old = readBytes(s, p.target, width / 8);
    writeBytes(s, p.target, width / 8, updated(s, in.getOperation(), old, operand));
    return old;
  }
  Instr instr;
  instr.op = Op::Rmw;
  instr.order = order;
  const bool moves = p.pointer && in.getOperation() != Update::Xchg;
  Val after = operand;
  if (moves || p.unset || !plainUpdate(in.getOperation(), instr.rmw)) {
    instr.rmw = RmwOp::Exchange;
    after = updated(s, in.getOperation(), valueIn(p, loaded(), width), operand);
    if (moves) keepInside(after);
  }
  noteStored(s, p, after);
  instr.value = exprOf(after);
  if (!in.use_empty() || p.unset) return result(s, std::move(instr), p, width);
  instr.address = p.address;
  emit(s, std::move(instr));
  return undef(width);
}

// A pointer that is moved on and on leaves its object at some time, and is nothing then.
void Evaluator::keepInside(Val& pointer) {
  if (!pointer.is(Val::Kind::Dyn) || !pointer.targets) return;
  Targets inside = *pointer.targets;
  std::erase_if(
      inside, [&](const Target& t) { return t.offset < 0 || t.offset > c.objects[t.object].size; });
  pointer.targets = std::make_shared<Targets>(std::move(inside));
}

Val Evaluator::cas(State& s, const Val& pointer, const Val& expected, const Val& desired,
                   Order order, Order failOrder) {
  const unsigned width = expected.width;
  const bool isPointer = !targetsOf(desired).empty() || !targetsOf(expected).empty();
  Place p = place(s, pointer, width / 8, order, true, isPointer);
  Val both;
  both.kind = Val::Kind::Agg;
  if (!p.memory) {
    const Val old = readBytes(s, p.target, width / 8);
    const Val same = compare(llvm::CmpInst::ICMP_EQ, old, expected);
    writeBytes(s, p.target, width / 8, select(s, same, desired, old));
    both.parts = {old, same};
    return both;
  }
  noteStored(s, p, desired);
  Instr instr;
  instr.op = Op::Cas;
  instr.order = order;
  instr.failOrder = failOrder;
  instr.expected = exprOf(expected);
  instr.value = exprOf(desired);
  const Val old = result(s, std::move(instr), p, width);
  both.parts = {old, compare(llvm::CmpInst::ICMP_EQ, old, expected)};
  return both;
}

void Evaluator::bcas(State& s, const Val& pointer, const Val& expected, const Val& desired,
                     Order order) {
  const unsigned width = expected.width;
  const bool isPointer = !targetsOf(desired).empty() || !targetsOf(expected).empty();
  Place p = place(s, pointer, width / 8, order, true, isPointer);
  if (!p.memory) {
    const Val old = readBytes(s, p.target, width / 8);
    const Val same = compare(llvm::CmpInst::ICMP_EQ, old, expected);
    if (!same.known()) refuse(s, "what this waits for is not known before threads are created");
    if (isUnset(same)) must(s, constant(0), "this depends on a value that was never set");
    if (same.isInt(1)) return writeBytes(s, p.target, width / 8, desired);
    Instr stuck;
    stuck.op = Op::Assume;
    stuck.value = constant(0);
    return emit(s, std::move(stuck));
  }
  noteStored(s, p, desired);
  Instr instr;
  instr.op = Op::Bcas;
  instr.order = order;
  instr.address = p.address;
  instr.expected = exprOf(expected);
  instr.value = exprOf(desired);
  emit(s, std::move(instr));
}

}  // namespace robur::llvmfront
