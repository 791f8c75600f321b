#include "frontend/llvm/updates.h"

#include "frontend/llvm/asm_instructions.h"
#include "frontend/llvm/numeric_addresses.h"
#include "frontend/llvm/threads.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;
using Update = llvm::AtomicRMWInst::BinOp;

// Updates that the IR has; the others are exchanges for a value that is computed from the value
// read.
bool plainUpdate(const llvm::AtomicRMWInst& in, RmwOp& ours) {
  if (isReversed(in)) return false;
  switch (in.getOperation()) {
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
Val Updates::updated(State& s, const llvm::AtomicRMWInst& in, const Val& old, const Val& operand) {
  using P = llvm::CmpInst;
  const Val one = integer(1, old.width);
  const Val zero = integer(0, old.width);
  const auto larger = [&](unsigned predicate) {
    return values.select(s, arithmetic.compare(predicate, old, operand), old, operand);
  };
  if (isReversed(in)) return arithmetic.binaryOp(I::Sub, operand, old);
  switch (in.getOperation()) {
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

Val Updates::rmw(State& s, const Val& given, const llvm::AtomicRMWInst& in, const Val& operand) {
  const Order order = orderOf(in.getOrdering());
  const unsigned width = code.widthOf(in.getType());
  const Val pointer = memory.uniform(s, arithmetic.coded(given), width / 8);
  if (const auto part = memory.partOfAtomic(pointer, width / 8); part && s.concurrent) {
    const Val whole = arithmetic.moved(pointer, -static_cast<std::int64_t>(part->distance));
    return rmwOnPart(s, whole, *part, in, operand);
  }
  Access a = memory.access(s, pointer, width / 8, order, true, isPointer(operand), width / 8);
  if (!a.memory) {
    const Val old = privateMemory.readBytes(s, a.target, width / 8);
    privateMemory.writeBytes(s, a.target, width / 8, updated(s, in, old, operand));
    return old;
  }
  Instr instr;
  instr.op = Instr::Op::Rmw;
  instr.order = order;
  const bool moves = (a.pointer || !a.contents.empty()) && in.getOperation() != Update::Xchg;
  Val after = operand;
  if (moves || a.unset || !plainUpdate(in, instr.rmw)) {
    instr.rmw = RmwOp::Exchange;
    after = updated(s, in, memory.valueIn(a, loaded(), width), operand);
  }
  memory.noteStored(s, a, after);
  instr.value = memory.heldIn(a, after);
  if (!in.use_empty() || a.unset) return memory.result(s, std::move(instr), a, width);
  instr.address = a.address;
  code.emit(s, std::move(instr));
  return undef(width);
}

// Part of a cell that is accessed as a whole elsewhere: the whole cell is exchanged. What a half of
// a pair becomes must be known to fit before the exchange.
Val Updates::rmwOnPart(State& s, const Val& pointer, Memory::Part part,
                       const llvm::AtomicRMWInst& in, const Val& operand) {
  const unsigned size = code.widthOf(in.getType()) / 8;
  const unsigned whole = part.size * 8;
  if (whole == kPairWidth && in.getOperation() != Update::Xchg) {
    code.refuse(s, "this updates one half of an atomic object of 16 bytes",
                "update the whole object with a compare-exchange");
  }
  return exchangePart(s, pointer, part, size, orderOf(in.getOrdering()), [&](const Val& old) {
    return arithmetic.number(updated(s, in, old, operand));
  });
}

// Exchanges the cell for one whose part is `next` of what it was. Returns what the part was.
template <class Next>
Val Updates::exchangePart(State& s, const Val& pointer, Memory::Part part, unsigned size,
                          Order order, const Next& next) {
  const unsigned whole = part.size * 8;
  Access a = memory.access(s, pointer, part.size, order, true, false);
  const Val old = a.memory ? memory.valueIn(a, loaded(), whole)
                           : privateMemory.readBytes(s, a.target, part.size);
  const Val before = memory.partOf(old, part, size);
  const Val after = memory.withPart(old, part, next(before));
  if (!a.memory) {
    privateMemory.writeBytes(s, a.target, part.size, after);
    return before;
  }
  memory.noteStored(s, a, after);
  Instr instr;
  instr.op = Instr::Op::Rmw;
  instr.order = order;
  instr.rmw = RmwOp::Exchange;
  instr.value = memory.heldIn(a, after);
  return memory.partOf(memory.result(s, std::move(instr), a, whole), part, size);
}

// A locked instruction writes what it read if the comparison fails, so it is an exchange either
// way.
Val Updates::lockedCasOnPart(State& s, const Val& pointer, Memory::Part part, const Val& expected,
                             const Val& desired, Order order) {
  const Val old = exchangePart(s, pointer, part, expected.width / 8, order, [&](const Val& before) {
    const Val same = arithmetic.compare(llvm::CmpInst::ICMP_EQ, before, expected);
    return values.select(s, same, desired, before);
  });
  Val both;
  both.kind = Val::Kind::Agg;
  both.parts = {old, arithmetic.compare(llvm::CmpInst::ICMP_EQ, old, expected)};
  return both;
}

Val Updates::cas(State& s, const Val& given, const Val& expected, const Val& desired, Order order,
                 Order failOrder, bool locked) {
  const unsigned width = expected.width;
  const Val pointer = memory.uniform(s, arithmetic.coded(given), width / 8);
  if (const auto part = memory.partOfAtomic(pointer, width / 8); part && s.concurrent && locked) {
    const Val whole = arithmetic.moved(pointer, -static_cast<std::int64_t>(part->distance));
    return lockedCasOnPart(s, whole, *part, expected, desired, order);
  }
  Access a = memory.access(s, pointer, width / 8, order, true,
                           isPointer(desired) || isPointer(expected), width / 8);
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
  noteCompared(a, expected);
  Instr instr;
  instr.op = Instr::Op::Cas;
  instr.order = order;
  instr.failOrder = failOrder;
  instr.expected = memory.heldIn(a, expected);
  instr.value = memory.heldIn(a, desired);
  const Val old = memory.result(s, std::move(instr), a, width);
  both.parts = {old, arithmetic.compare(llvm::CmpInst::ICMP_EQ, old, expected)};
  return both;
}

// The cells hold their values in a form in which they can be compared with this one.
void Updates::noteCompared(Access& a, const Val& expected) {
  for (Leaf* leaf : a.leaves) {
    if (isPair(expected)) {
      for (unsigned i = 0; i < 2; ++i) {
        const Val half = halfOf(expected, i);
        c.assumed.point(leaf->halves[i].targets, originsOf(half));
        if (isWide(half)) c.assumed.raise(leaf->halves[i].wide);
      }
    } else if (isWide(expected)) {
      c.assumed.raise(leaf->wide);
    }
  }
}

bool Updates::bcas(State& s, const Val& pointer, const Val& expected, const Val& desired,
                   Order order) {
  const unsigned width = expected.width;
  Access a = memory.access(s, pointer, width / 8, order, true,
                           isPointer(desired) || isPointer(expected), width / 8);
  if (!a.memory) return bcasPrivately(s, a.target, expected, desired);
  memory.noteStored(s, a, desired);
  noteCompared(a, expected);
  Instr instr;
  instr.op = Instr::Op::Bcas;
  instr.order = order;
  instr.address = a.address;
  instr.expected = memory.heldIn(a, expected);
  instr.value = memory.heldIn(a, desired);
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
