// One row per instruction: its name without the letter for its width, and what it does. Operands
// are in AT&T's order: the destination is last.
//
//   nop pause yield wfe sev isb prefetch…      nothing
//   mfence, lock add $0,(%rsp), dmb            a seq_cst fence (dmb ishld: acquire)
//   lfence sfence                              nothing, with a note: x86 keeps them in order
//   xchg, lock xadd/cmpxchg/add/bts/…          a seq_cst read-modify-write between two seq_cst
//   fences the same without lock, mov                 a load, and then a store bsf bsr tzcnt lzcnt
//   popcnt bswap, …        arithmetic rdtsc rdtscp                               zero, or a time
//   after every limit
//
// A locked instruction empties the store buffer before it and after it, so it orders whatever a
// fence would. C's read-modify-writes promise less: a compiler for another processor need not fence
// there.
#include "frontend/llvm/asm_instructions.h"

#include <algorithm>

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace robur::frontend_llvm {

namespace {

using M = AsmMachine;
using In = AsmInstruction;
using Value = llvm::Value;
using Update = llvm::AtomicRMWInst;

constexpr auto kSc = llvm::AtomicOrdering::SequentiallyConsistent;

constexpr const char* kLocked = "robur.locked";

void markLocked(llvm::Instruction& in) {
  in.setMetadata(kLocked, llvm::MDNode::get(in.getContext(), {}));
}

// What a handler is given: the width of the operation in bits, and the row's own operation.
struct Form {
  unsigned width = 0;
  unsigned op = 0;
};

void expectOperands(const In& in, std::size_t count) {
  if (in.operands.size() != count) {
    throw AsmUnsupported("`" + in.name + "` has operands that are not understood");
  }
}

void noteClobber(M& m) {
  if (m.clobbersMemory()) return;
  m.note(
      "this assembly does not list \"memory\", so that compilers may move other accesses across "
      "it; it is treated as if it did");
}

// ---- Flags

M::Flags zeroAndSign(M& m, Value* result) {
  Value* zero = llvm::Constant::getNullValue(result->getType());
  M::Flags out;
  out.zero = [&m, result, zero] { return m.builder.CreateICmpEQ(result, zero); };
  out.sign = [&m, result, zero] { return m.builder.CreateICmpSLT(result, zero); };
  return out;
}

// After an operation on a and b.
M::Flags flagsOf(M& m, unsigned op, Value* a, Value* b, Value* result) {
  M::Flags out = zeroAndSign(m, result);
  if (op != Update::Add && op != Update::Sub) {
    out.carry = out.overflow = [&m] { return m.builder.getFalse(); };
    return out;
  }
  const bool subtracted = op == Update::Sub;
  out.carry = [&m, a, b, result, subtracted] {
    return subtracted ? m.builder.CreateICmpULT(a, b) : m.builder.CreateICmpULT(result, a);
  };
  out.overflow = [&m, a, b, result, subtracted] {
    Value* other = subtracted ? m.builder.CreateXor(a, b) : m.builder.CreateXor(b, result);
    Value* signs = m.builder.CreateAnd(m.builder.CreateXor(a, result), other);
    return m.builder.CreateICmpSLT(signs, llvm::Constant::getNullValue(signs->getType()));
  };
  return out;
}

Value* combined(M& m, unsigned op, Value* a, Value* b) {
  switch (op) {
    case Update::Add:
      return m.builder.CreateAdd(a, b);
    case Update::Sub:
      return m.builder.CreateSub(a, b);
    case Update::And:
      return m.builder.CreateAnd(a, b);
    case Update::Or:
      return m.builder.CreateOr(a, b);
    default:
      return m.builder.CreateXor(a, b);
  }
}

// The new value is computed from the old one only if a flag asks for it: a result that nobody uses
// would be one more register of the thread.
void setFlagsLater(M& m, unsigned op, Value* old, Value* operand) {
  const auto flag = [&m, op, old, operand](M::Flag M::Flags::*which) {
    return [&m, op, old, operand, which] {
      return (flagsOf(m, op, old, operand, combined(m, op, old, operand)).*which)();
    };
  };
  m.flags = {flag(&M::Flags::zero), flag(&M::Flags::sign), flag(&M::Flags::carry),
             flag(&M::Flags::overflow)};
}

// ---- Hints and fences

void doNothing(M&, const In&, Form) {}

// A call that hints.cpp knows, so that what only decides whether a thread pauses is dropped.
void pause(M& m, const In&, Form) {
  llvm::Module* module = m.builder.GetInsertBlock()->getModule();
  m.builder.CreateCall(llvm::Intrinsic::getDeclaration(module, llvm::Intrinsic::x86_sse2_pause));
}

void fence(M& m, const In&, Form) {
  noteClobber(m);
  m.builder.CreateFence(kSc);
}

void weakFence(M& m, const In& in, Form) {
  m.note("`" + in.name +
         "` is treated as a fence for the compiler only: the processor keeps these accesses in "
         "order anyway");
}

// AArch64: the domain in which the barrier works, and the accesses that it orders.
void dataBarrier(M& m, const In& in, Form) {
  expectOperands(in, 1);
  noteClobber(m);
  const std::string& kind = in.operands[0].name;
  const bool loads = kind == "ishld" || kind == "ld" || kind == "oshld" || kind == "nshld";
  const bool all = kind == "ish" || kind == "sy" || kind == "osh" || kind == "nsh";
  if (!loads && !all) throw AsmUnsupported("`dmb " + kind + "` orders stores only");
  m.builder.CreateFence(loads ? llvm::AtomicOrdering::Acquire : kSc);
}

// ---- Read-modify-writes

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

// Returns the old value.
Value* swapIfSame(M& m, const AsmOperand& at, Value* expected, Value* desired, unsigned width) {
  noteClobber(m);
  llvm::AtomicCmpXchgInst* both = m.builder.CreateAtomicCmpXchg(m.addressOf(at), expected, desired,
                                                                llvm::Align(width / 8), kSc, kSc);
  markLocked(*both);
  Value* old = m.builder.CreateExtractValue(both, 0);
  m.flags = {};
  m.flags.zero = [&m, both] { return m.builder.CreateExtractValue(both, 1); };
  return old;
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

// ---- Moves and arithmetic

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

Value* counted(M& m, llvm::Intrinsic::ID what, Value* value) {
  return m.builder.CreateIntrinsic(what, {value->getType()}, {value, m.builder.getFalse()});
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

// ---- The table

using Handler = void (*)(M&, const In&, Form);
struct Row {
  const char* name;
  Handler handler;
  unsigned op = 0;
  bool lockable = false;
};

// clang-format off
constexpr Row kRows[] = {
    {"nop", pause}, {"pause", pause}, {"yield", pause}, {"wfe", pause},
    {"isb", doNothing}, {"sev", doNothing}, {"sevl", doNothing},
    {"prefetcht0", doNothing}, {"prefetcht1", doNothing}, {"prefetcht2", doNothing},
    {"prefetchnta", doNothing}, {"prefetchw", doNothing},
    {"mfence", fence}, {"lfence", weakFence}, {"sfence", weakFence}, {"dmb", dataBarrier},
    {"add", update, Update::Add, true}, {"sub", update, Update::Sub, true},
    {"and", update, Update::And, true}, {"or", update, Update::Or, true},
    {"xor", update, Update::Xor, true},
    {"inc", updateByOne, Update::Add, true}, {"dec", updateByOne, Update::Sub, true},
    {"not", negateBits, 0, true},
    {"xchg", exchange, 0, true}, {"xadd", exchangeAndAdd, 0, true},
    {"cmpxchg", compareAndExchange, 0, true},
    {"cmpxchg8b", compareAndExchangePair, 32, true},
    {"cmpxchg16b", compareAndExchangePair, 64, true},
    {"bts", updateBit, Update::Or, true}, {"btr", updateBit, Update::And, true},
    {"btc", updateBit, Update::Xor, true},
    {"mov", move}, {"cmp", compare, Update::Sub}, {"test", compare, Update::And},
    {"shl", shift, llvm::Instruction::Shl}, {"shr", shift, llvm::Instruction::LShr},
    {"sar", shift, llvm::Instruction::AShr},
    {"bsf", scanBits, llvm::Intrinsic::cttz}, {"bsr", scanBits, llvm::Intrinsic::ctlz},
    {"tzcnt", countBits, llvm::Intrinsic::cttz}, {"lzcnt", countBits, llvm::Intrinsic::ctlz},
    {"popcnt", countBits, llvm::Intrinsic::ctpop}, {"bswap", swapBytes},
    {"rdtsc", readClock}, {"rdtscp", readClock},
};
// clang-format on

const Row* rowOf(llvm::StringRef name) {
  for (const Row& row : kRows) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

unsigned widthOfLetter(char letter) {
  return letter == 'b' ? 8 : letter == 'w' ? 16 : letter == 'l' ? 32 : letter == 'q' ? 64 : 0;
}

// As the letter at the end of its name says, or the last operand that has a width of its own;
// registers come before memory, which may be accessed in another width than it was declared with.
unsigned widthOf(const M& m, const In& in) {
  unsigned memory = 0;
  for (auto at = in.operands.rbegin(); at != in.operands.rend(); ++at) {
    if (at->kind == AsmOperand::Kind::Memory || at->kind == AsmOperand::Kind::Immediate) continue;
    if (!m.inMemory(*at)) {
      if (const unsigned width = m.widthOf(*at)) return width;
    } else {
      memory = m.widthOf(*at);
    }
  }
  return memory;
}

// Does the instruction lock memory? The stack is the thread's own: locking it is a fence and
// nothing else.
bool isLockedAccess(const M& m, const In& in, bool exchanges) {
  return (in.locked || exchanges) &&
         std::any_of(in.operands.begin(), in.operands.end(), [&](const AsmOperand& operand) {
           return m.inMemory(operand) && !M::onStack(operand);
         });
}

}  // namespace

void runAssembly(AsmMachine& machine, const AsmInstruction& in) {
  const llvm::StringRef name = in.name;
  if (name.starts_with("set")) {
    expectOperands(in, 1);
    Value* holds = machine.condition(name.drop_front(3));
    return machine.write(in.operands[0], machine.builder.CreateZExt(holds, machine.integer(8)), 8);
  }
  unsigned width = 0;
  const Row* row = rowOf(name);
  if (row == nullptr && name.size() > 1 && widthOfLetter(name.back()) != 0) {
    row = rowOf(name.drop_back());
    width = widthOfLetter(name.back());
  }
  if (row == nullptr || (in.locked && !row->lockable)) {
    throw AsmUnsupported("the instruction `" + in.name + "` is not known");
  }
  if (width == 0) width = widthOf(machine, in);
  if (width > 64 && row->handler != compareAndExchangePair)
    throw AsmUnsupported("`" + in.name + "` is wider than 64 bits");
  const Form form{width, row->op};
  if (!isLockedAccess(machine, in, row->handler == exchange)) {
    return row->handler(machine, in, form);
  }
  machine.builder.CreateFence(kSc);
  row->handler(machine, in, form);
  machine.builder.CreateFence(kSc);
}

bool doesNothing(const AsmInstruction& in) {
  const Row* row = rowOf(in.name);
  return row != nullptr && row->handler == doNothing;
}

bool isLocked(const llvm::Instruction& in) {
  return in.getMetadata(kLocked) != nullptr;
}

}  // namespace robur::frontend_llvm
