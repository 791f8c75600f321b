// Instructions that compute: moves, comparisons, shifts, bits that are counted, clocks.
#include "frontend/llvm/asm_handlers.h"

#include <llvm/IR/Intrinsics.h>

namespace robur::frontend_llvm {

namespace assembly {

namespace {

Value* counted(M& m, llvm::Intrinsic::ID what, Value* value) {
  return m.builder.CreateIntrinsic(what, {value->getType()}, {value, m.builder.getFalse()});
}

}  // namespace

void move(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  m.write(in.operands[1], m.read(in.operands[0], form.width), form.width);
}

void compare(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  Value* b = m.read(in.operands[0], form.width);
  Value* a = m.read(in.operands[1], form.width);
  m.flags = flagsOf(m, form.op, a, b, combined(m, form.op, a, b));
}

void shift(M& m, const In& in, Form form) {
  const bool byOne = in.operands.size() == 1;
  if (!byOne) expectOperands(in, 2);
  if (!byOne && in.operands[0].kind != AsmOperand::Kind::Immediate) {
    throw AsmUnsupported("it shifts by a register");
  }
  const AsmOperand& to = in.operands.back();
  const auto amount =
      static_cast<std::uint64_t>(byOne ? 1 : in.operands[0].value) % (form.width == 64 ? 64 : 32);
  if (amount >= form.width) throw AsmUnsupported("it shifts all bits out of a register");
  Value* value = m.read(to, form.width);
  switch (form.op) {
    case llvm::Instruction::Shl:
      value = m.builder.CreateShl(value, amount);
      break;
    case llvm::Instruction::LShr:
      value = m.builder.CreateLShr(value, amount);
      break;
    default:
      value = m.builder.CreateAShr(value, amount);
  }
  m.write(to, value, form.width);
  m.flags = amount != 0 ? zeroAndSign(m, value) : M::Flags{};
}

// bsf and bsr leave their destination as it was if no bit is set; with the prefix rep they are
// tzcnt and lzcnt.
void scanBits(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  if (in.repeated && form.op == llvm::Intrinsic::ctlz) {
    throw AsmUnsupported("`rep bsr` depends on the processor");
  }
  Value* from = m.read(in.operands[0], form.width);
  Value* zero = llvm::Constant::getNullValue(from->getType());
  Value* count = counted(m, form.op, from);
  if (form.op == llvm::Intrinsic::ctlz) {
    count = m.builder.CreateSub(llvm::ConstantInt::get(from->getType(), form.width - 1), count);
  }
  if (Value* before = m.readIfSet(in.operands[1], form.width)) {
    count = m.builder.CreateSelect(m.builder.CreateICmpEQ(from, zero), before, count);
  }
  m.write(in.operands[1], count, form.width);
  m.flags = {};
  m.flags.zero = [&m, from, zero] { return m.builder.CreateICmpEQ(from, zero); };
}

void countBits(M& m, const In& in, Form form) {
  expectOperands(in, 2);
  Value* from = m.read(in.operands[0], form.width);
  Value* zero = llvm::Constant::getNullValue(from->getType());
  Value* count = form.op == llvm::Intrinsic::ctpop
                     ? m.builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, from)
                     : counted(m, form.op, from);
  m.write(in.operands[1], count, form.width);
  m.flags = {};
  if (form.op == llvm::Intrinsic::ctpop) {
    m.flags.zero = [&m, from, zero] { return m.builder.CreateICmpEQ(from, zero); };
  } else {
    m.flags.carry = [&m, from, zero] { return m.builder.CreateICmpEQ(from, zero); };
    m.flags.zero = [&m, count, zero] { return m.builder.CreateICmpEQ(count, zero); };
  }
}

void swapBytes(M& m, const In& in, Form form) {
  expectOperands(in, 1);
  if (form.width < 32) throw AsmUnsupported("`bswap` of 16 bits is undefined");
  Value* value = m.read(in.operands[0], form.width);
  m.write(in.operands[0], m.builder.CreateUnaryIntrinsic(llvm::Intrinsic::bswap, value),
          form.width);
}

// A clock shows zero or a time after every limit, as the clocks of the library do.
void readClock(M& m, const In& in, Form) {
  llvm::Module* module = m.builder.GetInsertBlock()->getModule();
  const llvm::FunctionCallee choose =
      module->getOrInsertFunction("__robur_nondet", m.integer(32), m.integer(32), m.integer(32));
  Value* late = m.builder.CreateCall(choose, {m.builder.getInt32(0), m.builder.getInt32(1)});
  m.writeRegister("rax", m.builder.getInt32(0), 32);
  m.writeRegister("rdx", m.builder.CreateShl(late, 28), 32);
  if (in.name == "rdtscp") m.writeRegister("rcx", m.builder.getInt32(0), 32);
  m.note("`" + in.name + "` is treated as a clock that shows zero or a time after every limit");
}

}  // namespace assembly

}  // namespace robur::frontend_llvm
