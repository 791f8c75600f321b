// Names of functions and variables as the user wrote them.
#pragma once

#include <string>

#include <llvm/IR/Function.h>
#include <llvm/Support/AtomicOrdering.h>

#include "frontend/llvm/objects.h"
#include "program/types.h"

namespace robur::frontend_llvm {

std::string demangled(const llvm::Function* function);
Order orderOf(llvm::AtomicOrdering ordering);

// Names an object and an offset in it: "counter", "q.tail", "nodes[1].next", "Node#2.next".
class Namer {
 public:
  std::string nameOf(const Object& object) const;
  std::string nameOf(const Object& object, const std::string& name, std::int64_t offset) const;
  const llvm::DIType* typeOf(const Object& object) const;
  const llvm::DIVariable* variableOf(const Object& object) const;
};

}  // namespace robur::frontend_llvm
