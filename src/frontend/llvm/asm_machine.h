// The registers, flags and operands of one statement of inline assembly while it is rewritten as
// LLVM instructions.
//
// A register holds the value that was last written to it: an operand of the statement, or a
// register that the statement names. A write of 32 bits clears the upper half, as on x86-64; a
// narrower one leaves the rest as it was. Flags are functions, so that only those that are used are
// computed.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

#include "frontend/llvm/asm_text.h"

namespace robur::frontend_llvm {

// Why a statement cannot be rewritten.
struct AsmUnsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class AsmMachine {
 public:
  explicit AsmMachine(llvm::CallInst& call);

  llvm::IRBuilder<> builder;

  bool inMemory(const AsmOperand& operand) const;
  // In bits; 0 if the operand does not tell.
  unsigned widthOf(const AsmOperand& operand) const;
  llvm::Value* addressOf(const AsmOperand& operand);
  llvm::Value* read(const AsmOperand& operand, unsigned width);
  // Nothing if the operand has no value yet.
  llvm::Value* readIfSet(const AsmOperand& operand, unsigned width);
  void write(const AsmOperand& operand, llvm::Value* value, unsigned width);
  llvm::Value* readRegister(const std::string& name, unsigned width);
  void writeRegister(const std::string& name, llvm::Value* value, unsigned width);
  // Is this memory at the stack pointer, which no operand of the statement is?
  static bool onStack(const AsmOperand& operand);

  using Flag = std::function<llvm::Value*()>;
  struct Flags {
    Flag zero, sign, carry, overflow;
  };
  Flags flags;
  // Whether the condition of an instruction like `setz` holds, `z` being its name.
  llvm::Value* condition(llvm::StringRef name);

  llvm::IntegerType* integer(unsigned width) { return builder.getIntNTy(width); }
  // Does the compiler keep all accesses to memory where they are relative to the statement?
  bool clobbersMemory() const { return clobbersMemory_; }
  // Adds a note for the user that is shown if the statement is reached.
  void note(const std::string& text);
  // The outputs of the statement, as its call returns them; null if it returns nothing.
  llvm::Value* result();
  // Where control flow meets: registers are kept in memory of the statement before, and read from
  // there after. Flags do not survive.
  void keepRegisters();
  void readRegisters();

 private:
  struct Bound {
    llvm::Value* pointer = nullptr;  // in memory
    std::string place;               // in a register: its key in registers_
    llvm::Type* type = nullptr;
  };
  void bind(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned index);
  void bindTied(unsigned output, llvm::Value* argument);
  const Bound& bound(unsigned number) const;
  llvm::Value* asInteger(llvm::Value* value);
  llvm::Value* readPlace(const std::string& place, unsigned width);
  void writePlace(const std::string& place, llvm::Value* value, unsigned width);
  llvm::Value* output(const std::string& place, llvm::Type* type);

  llvm::CallInst& call_;
  bool clobbersMemory_ = false;
  std::vector<Bound> operands_;
  std::vector<std::string> outputs_;  // places of outputs in registers, and conditions as "@ccz"
  std::map<std::string, llvm::Value*> registers_;
  std::map<std::string, llvm::AllocaInst*> kept_;
};

}  // namespace robur::frontend_llvm
