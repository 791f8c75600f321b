// One row per instruction: its name without the letter for its width, and what it does. Operands
// are in AT&T's order: the destination is last.
//
// clang-format off
//   nop pause yield wfe sev isb prefetch…      nothing
//   mfence, lock add $0,(%rsp), dmb            a seq_cst fence (dmb ishld: acquire)
//   lfence sfence                              nothing, with a note: x86 keeps them in order
//   xchg, lock xadd/cmpxchg/add/bts/…          a seq_cst read-modify-write between two seq_cst fences
//   the same without lock, mov                 a load, and then a store
//   bsf bsr tzcnt lzcnt popcnt bswap, …        arithmetic
//   rdtsc rdtscp                               zero, or a time after every limit
// clang-format on
//
// A locked instruction empties the store buffer before it and after it, so it orders whatever a
// fence would. C's read-modify-writes promise less: a compiler for another processor need not fence
// there.
#include "frontend/llvm/asm_instructions.h"

#include <algorithm>

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "frontend/llvm/asm_handlers.h"

namespace robur::frontend_llvm {

namespace assembly {

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

void fence(M& m, const In&, Form) {
  noteClobber(m);
  m.builder.CreateFence(kSc);
}

namespace {

void doNothing(M&, const In&, Form) {}

// A call that hints.cpp knows, so that what only decides whether a thread pauses is dropped.
void pause(M& m, const In&, Form) {
  llvm::Module* module = m.builder.GetInsertBlock()->getModule();
  m.builder.CreateCall(llvm::Intrinsic::getDeclaration(module, llvm::Intrinsic::x86_sse2_pause));
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
    {"not", negateBits, 0, true}, {"neg", negate, 0, true},
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

}  // namespace assembly

using namespace assembly;

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

bool isReversed(const llvm::Instruction& in) {
  return in.getMetadata(kReversed) != nullptr;
}

}  // namespace robur::frontend_llvm
