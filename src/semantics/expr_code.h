// Expressions compiled to a few words of postfix code.
//
// Most expressions of concurrent programs are a constant or one register; these are evaluated
// without entering the loop. Walking the shared tree instead would follow three pointers per node
// in the innermost loop of the search.
#pragma once

#include <cstdint>
#include <vector>

#include "program/operators.h"
#include "program/program.h"

namespace robur {

struct EvalContext {
  const std::int64_t* registers = nullptr;
  std::int64_t loaded = 0;
  bool divisionByZero = false;  // set by evaluation
};

class ExprCode {
 public:
  ExprCode() = default;
  // The thread index and addresses become constants; constant subexpressions are folded.
  ExprCode(const Program& program, std::int64_t threadIndex, const ExprPtr& e);

  bool empty() const { return code.empty(); }
  bool isConstant() const { return code.size() == 1 && code[0].op == Op::Const; }
  std::int64_t constantValue() const { return code[0].value; }
  bool usesLoaded() const;

  std::int64_t eval(EvalContext& context) const {
    if (code.size() == 1) {
      if (code[0].op == Op::Const) return code[0].value;
      if (code[0].op == Op::Reg) return context.registers[code[0].value];
    }
    return evalLoop(context);
  }

 private:
  enum class Op : std::uint8_t { Const, Reg, Loaded, Unary, Binary, SkipIfZero, SkipIfNotZero };
  struct Word {
    Op op{};
    UnaryOp unary{};
    BinaryOp binary{};
    std::int64_t value = 0;
  };

  void emit(const Program& program, std::int64_t threadIndex, const Expr& e, unsigned depth);
  std::int64_t evalLoop(EvalContext& context) const;

  std::vector<Word> code;
  unsigned stackSize = 0;
};

}  // namespace robur
