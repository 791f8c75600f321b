// The text of inline assembly, as LLVM keeps it, taken apart into instructions.
//
// Operands of the statement are `$0`, `${0:b}`; `$$` is a dollar sign; of alternatives for several
// dialects, `$(att$|intel$)`, the first is taken. Instructions are separated by newlines and
// semicolons, so that a prefix may be an instruction of its own (`lock; addl ...`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>

namespace robur::frontend_llvm {

struct AsmOperand {
  // Memory: at the address in a register or operand, plus `value`.
  enum class Kind : std::uint8_t { Operand, Register, Immediate, Memory };
  Kind kind{};
  unsigned number = 0;     // Operand; Memory unless it names a register
  char modifier = 0;       // Operand: the letter that chooses a part of it
  std::string name;        // Register, Memory: without its percent sign
  std::int64_t value = 0;  // Immediate, Memory
};

struct AsmInstruction {
  std::string label;  // if it is one, and no instruction
  bool locked = false;
  bool repeated = false;
  std::string name;  // in small letters
  std::vector<AsmOperand> operands;
};

// The text on one line, with operands as the source spells them.
std::string asWritten(llvm::StringRef text);

// Nothing if the text has something else in it: directives, indexed addresses.
std::optional<std::vector<AsmInstruction>> parseAssembly(llvm::StringRef text);

}  // namespace robur::frontend_llvm
