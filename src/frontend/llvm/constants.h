// Constants of the module as values: numbers, addresses of variables and functions, and
// expressions over them.
#pragma once

#include <llvm/IR/Constant.h>

#include "frontend/llvm/arithmetic.h"

namespace robur::frontend_llvm {

class Constants {
 public:
  Constants(ThreadTranslation& code, Context& c, Arithmetic& arithmetic)
      : code(code), c(c), arithmetic(arithmetic) {}

  Val constantVal(const llvm::Constant* constant);

 private:
  Val expressionVal(const llvm::ConstantExpr* expression);
  Val aggregateVal(const llvm::Constant* constant);

  ThreadTranslation& code;
  Context& c;
  Arithmetic& arithmetic;
};

}  // namespace robur::frontend_llvm
