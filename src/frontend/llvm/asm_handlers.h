// What the instructions of inline assembly do: a function for each kind of instruction, which
// writes the LLVM instructions that mean the same.
#pragma once

#include "frontend/llvm/asm_machine.h"

namespace robur::frontend_llvm {

namespace assembly {

using M = AsmMachine;
using In = AsmInstruction;
using Value = llvm::Value;
using Update = llvm::AtomicRMWInst;

inline constexpr auto kSc = llvm::AtomicOrdering::SequentiallyConsistent;
// The metadata of a locked instruction.
inline constexpr const char* kLocked = "robur.locked";
// That of a subtraction from its operand, which LLVM has no operation for.
inline constexpr const char* kReversed = "robur.reversed";

// What a handler is given: the width of the operation in bits, and the row's own operation.
struct Form {
  unsigned width = 0;
  unsigned op = 0;
};

void expectOperands(const In& in, std::size_t count);
void noteClobber(M& m);

// Flags (asm_flags.cpp).
M::Flags zeroAndSign(M& m, Value* result);
// After an operation on a and b.
M::Flags flagsOf(M& m, unsigned op, Value* a, Value* b, Value* result);
Value* combined(M& m, unsigned op, Value* a, Value* b);
void setFlagsLater(M& m, unsigned op, Value* old, Value* operand);

// Hints and fences (asm_instructions.cpp).
void fence(M& m, const In& in, Form form);

// Read-modify-writes (asm_updates.cpp).
void update(M& m, const In& in, Form form);
void updateByOne(M& m, const In& in, Form form);
void negateBits(M& m, const In& in, Form form);
void negate(M& m, const In& in, Form form);
void exchange(M& m, const In& in, Form form);
void exchangeAndAdd(M& m, const In& in, Form form);
void compareAndExchange(M& m, const In& in, Form form);
void compareAndExchangePair(M& m, const In& in, Form form);
void updateBit(M& m, const In& in, Form form);

// Moves and arithmetic (asm_arithmetic.cpp).
void move(M& m, const In& in, Form form);
void compare(M& m, const In& in, Form form);
void shift(M& m, const In& in, Form form);
void scanBits(M& m, const In& in, Form form);
void countBits(M& m, const In& in, Form form);
void swapBytes(M& m, const In& in, Form form);
void readClock(M& m, const In& in, Form form);

}  // namespace assembly

}  // namespace robur::frontend_llvm
