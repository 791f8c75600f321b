// Names as the user wrote them.
#pragma once

#include <string>

#include <llvm/IR/Function.h>
#include <llvm/Support/AtomicOrdering.h>

#include "frontend/llvm/objects.h"
#include "program/types.h"

namespace robur::llvmfront {

std::string demangled(const llvm::Function* function);
Order orderOf(llvm::AtomicOrdering ordering);

// "counter", "q.tail", "nodes[1].next", "Node#2.next": an object, and so many bytes into it.
class Namer {
 public:
  std::string nameOf(const Object& object) const;
  std::string nameOf(const Object& object, const std::string& name, std::int64_t offset) const;
  const llvm::DIType* typeOf(const Object& object) const;
  const llvm::DIVariable* variableOf(const Object& object) const;
};

}  // namespace robur::llvmfront
