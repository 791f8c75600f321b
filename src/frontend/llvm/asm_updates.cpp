// Instructions that read and write memory: locked ones are read-modify-writes, others a load and a
// store.
#include "frontend/llvm/asm_handlers.h"

namespace robur::frontend_llvm {

namespace assembly {

namespace {

void mark(llvm::Instruction& in, const char* kind) {
  in.setMetadata(kind, llvm::MDNode::get(in.getContext(), {}));
}

bool fenceByStack(M& m, const In& in, unsigned op) {
  const bool changesNothing = in.operands.size() == 2 && op != Update::And &&
                              in.operands[0].kind == AsmOperand::Kind::Immediate &&
                              in.operands[0].value == 0;
  if (!in.locked || !changesNothing || !M::onStack(in.operands[1])) return false;
  fence(m, in, {});
  return true;
}

void updateBy(M& m, const In& in, const AsmOperand& at, Value* operand, Form form) {
  if (in.locked) {
    if (!m.inMemory(at)) throw AsmUnsupported("it locks an instruction without memory");
    noteClobber(m);
    Value* old = m.builder.CreateAtomicRMW(static_cast<Update::BinOp>(form.op), m.addressOf(at),
                                           operand, llvm::Align(form.width / 8), kSc);
    setFlagsLater(m, form.op, old, operand);
    return;
  }
  Value* old = m.read(at, form.width);
  Value* result = combined(m, form.op, old, operand);
  m.write(at, result, form.width);
  m.flags = flagsOf(m, form.op, old, operand, result);
}

// Returns the old value.
Value* swapIfSame(M& m, const AsmOperand& at, Value* expected, Value* desired, unsigned width) {
  noteClobber(m);
  llvm::AtomicCmpXchgInst* both = m.builder.CreateAtomicCmpXchg(m.addressOf(at), expected, desired,
                                                                llvm::Align(width / 8), kSc, kSc);
  mark(*both, kLocked);
  Value* old = m.builder.CreateExtractValue(both, 0);
  m.flags = {};
  m.flags.zero = [&m, both] { return m.builder.CreateExtractValue(both, 1); };
  return old;
}

}  // namespace

void update(M& m, const In& in, Form form) {
  if (fenceByStack(m, in, form.op)) return;
  expectOperands(in, 2);
  const AsmOperand& from = in.operands[0];
  const AsmOperand& to = in.operands[1];
  // A register combined with itself by xor is how zero is written.
  const bool clears = form.op == Update::Xor && !m.inMemory(to) && from.kind == to.kind &&
                      from.number == to.number && from.name == to.name;
  if (clears) return m.write(to, llvm::Constant::getNullValue(m.integer(form.width)), form.width);
  updateBy(m, in, to, m.read(from, form.width), form);
}

// Leaves the carry flag as it was.
void updateByOne(M& m, const In& in, Form form) {
  expectOperands(in, 1);
  const M::Flag carry = m.flags.carry;
  updateBy(m, in, in.operands[0], llvm::ConstantInt::get(m.integer(form.width), 1), form);
  m.flags.carry = carry;
}

void negateBits(M& m, const In& in, Form form) {
  expectOperands(in, 1);
  const M::Flags flags = m.flags;
  form.op = Update::Xor;
  updateBy(m, in, in.operands[0], llvm::Constant::getAllOnesValue(m.integer(form.width)), form);
  m.flags = flags;
}

// Zero minus the operand, with the flags of that subtraction.
void negate(M& m, const In& in, Form form) {
  expectOperands(in, 1);
  const AsmOperand& at = in.operands[0];
  Value* zero = llvm::Constant::getNullValue(m.integer(form.width));
  Value* old = nullptr;
  if (in.locked) {
    if (!m.inMemory(at)) throw AsmUnsupported("it locks an instruction without memory");
    noteClobber(m);
    llvm::AtomicRMWInst* both = m.builder.CreateAtomicRMW(Update::Sub, m.addressOf(at), zero,
                                                          llvm::Align(form.width / 8), kSc);
    mark(*both, kReversed);
    old = both;
  } else {
    old = m.read(at, form.width);
    m.write(at, m.builder.CreateNeg(old), form.width);
  }
  setFlagsLater(m, Update::Sub, zero, old);
}

// With memory it is locked, whether it says so or not.
void exchange(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  const bool second = m.inMemory(in.operands[1]);
  const AsmOperand& mine = in.operands[second ? 0 : 1];
  const AsmOperand& other = in.operands[second ? 1 : 0];
  Value* value = m.read(mine, form.width);
  if (!m.inMemory(other)) {
    m.write(mine, m.read(other, form.width), form.width);
    m.write(other, value, form.width);
    return;
  }
  noteClobber(m);
  Value* old = m.builder.CreateAtomicRMW(Update::Xchg, m.addressOf(other), value,
                                         llvm::Align(form.width / 8), kSc);
  m.write(mine, old, form.width);
}

void exchangeAndAdd(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  Value* value = m.read(in.operands[0], form.width);
  Value* old = nullptr;
  if (in.locked && m.inMemory(in.operands[1])) {
    noteClobber(m);
    old = m.builder.CreateAtomicRMW(Update::Add, m.addressOf(in.operands[1]), value,
                                    llvm::Align(form.width / 8), kSc);
  } else {
    if (in.locked) throw AsmUnsupported("it locks an instruction without memory");
    old = m.read(in.operands[1], form.width);
    m.write(in.operands[1], m.builder.CreateAdd(old, value), form.width);
  }
  m.write(in.operands[0], old, form.width);
  setFlagsLater(m, Update::Add, old, value);
}

void compareAndExchange(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  Value* expected = m.readRegister("rax", form.width);
  Value* desired = m.read(in.operands[0], form.width);
  if (in.locked && m.inMemory(in.operands[1])) {
    m.writeRegister("rax", swapIfSame(m, in.operands[1], expected, desired, form.width),
                    form.width);
    return;
  }
  if (in.locked) throw AsmUnsupported("it locks an instruction without memory");
  Value* old = m.read(in.operands[1], form.width);
  Value* same = m.builder.CreateICmpEQ(old, expected);
  m.write(in.operands[1], m.builder.CreateSelect(same, desired, old), form.width);
  m.writeRegister("rax", old, form.width);
  m.flags = {};
  m.flags.zero = [same] { return same; };
}

// cmpxchg8b and cmpxchg16b: the registers d:a are compared with memory, c:b are written.
void compareAndExchangePair(M& m, const In& in, Form form) {
  expectOperands(in, 1);
  if (!in.locked) throw AsmUnsupported("`" + in.name + "` without lock is not atomic");
  const unsigned half = form.op;
  llvm::Type* whole = m.integer(2 * half);
  const auto pair = [&](const char* high, const char* low) {
    Value* top = m.builder.CreateZExt(m.readRegister(high, half), whole);
    Value* bottom = m.builder.CreateZExt(m.readRegister(low, half), whole);
    return m.builder.CreateOr(m.builder.CreateShl(top, half), bottom);
  };
  Value* old = swapIfSame(m, in.operands[0], pair("rdx", "rax"), pair("rcx", "rbx"), 2 * half);
  m.writeRegister("rax", m.builder.CreateTrunc(old, m.integer(half)), half);
  m.writeRegister("rdx", m.builder.CreateTrunc(m.builder.CreateLShr(old, half), m.integer(half)),
                  half);
}

// The bit may be outside the word that the operand names, if its number is in a register.
void updateBit(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  const AsmOperand& at = in.operands[1];
  const bool immediate = in.operands[0].kind == AsmOperand::Kind::Immediate;
  Value* number = m.read(in.operands[0], form.width);
  llvm::Type* type = m.integer(form.width);
  Value* within = m.builder.CreateAnd(number, llvm::ConstantInt::get(type, form.width - 1));
  Value* bit = m.builder.CreateShl(llvm::ConstantInt::get(type, 1), within);
  Value* mask = form.op == Update::And ? m.builder.CreateNot(bit) : bit;
  Value* old = nullptr;
  if (!m.inMemory(at)) {
    old = m.read(at, form.width);
    m.write(at, combined(m, form.op, old, mask), form.width);
  } else {
    if (!in.locked) throw AsmUnsupported("`" + in.name + "` of memory without lock");
    Value* pointer = m.addressOf(at);
    if (!immediate) {
      Value* words = m.builder.CreateAShr(number, form.width == 64 ? 6 : form.width == 32 ? 5 : 4);
      pointer = m.builder.CreateGEP(type, pointer, m.builder.CreateSExt(words, m.integer(64)));
    }
    noteClobber(m);
    old = m.builder.CreateAtomicRMW(static_cast<Update::BinOp>(form.op), pointer, mask,
                                    llvm::Align(form.width / 8), kSc);
  }
  m.flags = {};
  m.flags.carry = [&m, old, bit] {
    Value* set = m.builder.CreateAnd(old, bit);
    return m.builder.CreateICmpNE(set, llvm::Constant::getNullValue(set->getType()));
  };
}

}  // namespace assembly

}  // namespace robur::frontend_llvm
