// Operands and results of instructions that do not access memory.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "frontend/llvm/private_memory.h"

namespace robur::frontend_llvm {

class Values {
 public:
  Values(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
         Constants& constants, PrivateMemory& privateMemory)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        constants(constants),
        privateMemory(privateMemory) {}

  Val operand(State& s, const llvm::Value* value);
  void set(State& s, const llvm::Instruction& in, Val val);
  Val compute(State& s, const llvm::Instruction& in);  // computed.cpp
  Val number(const Val& v) { return arithmetic.number(v); }
  Val coded(const Val& v) { return arithmetic.coded(v); }
  Val select(State& s, const Val& condition, const Val& yes, const Val& no);

  // Floating point (floating_point.cpp).
  static bool isFloating(const llvm::Instruction& in);
  Val floating(State& s, const llvm::Instruction& in);

 private:
  std::optional<Val> comparedBits(State& s, const llvm::Instruction& in,
                                  const std::vector<llvm::Constant*>& operands);
  llvm::Constant* asConstant(State& s, const llvm::Value* value);
  Val fromConstant(const llvm::Constant* constant);
  // The value in a register of its own, if its expression has grown large.
  Val shrink(Val v);
  // The value as it goes into a register: what it points to has escaped.
  Val merged(State& s, Val v);
  Val extracted(State& s, const llvm::ExtractValueInst& in);
  Val inserted(State& s, const llvm::InsertValueInst& in);

  // addresses.cpp
  Val gep(State& s, const llvm::GEPOperator& in);
  // The pointer moved by an index that is not known. `count`: the number of elements, if the
  // type gives it; 0 if not. `end`: the address after the last element may be used.
  Val indexed(State& s, const Val& pointer, const Val& index, std::int64_t stride,
              std::int64_t count, bool end);

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  Constants& constants;
  PrivateMemory& privateMemory;
};

}  // namespace robur::frontend_llvm
