// Names of functions and variables as the user wrote them.
#pragma once

#include <string>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/Support/AtomicOrdering.h>

#include "frontend/llvm/objects.h"
#include "program/types.h"

namespace robur::frontend_llvm {

std::string demangled(const llvm::Function* function);
// "push", "Queue::push", "lambda:24".
std::string functionName(const llvm::DISubprogram* function);
Order orderOf(llvm::AtomicOrdering ordering);

// Names an object and an offset in it: "counter", "q.tail", "nodes[1].next", "Node#2.next".
class Namer {
 public:
  explicit Namer(const ContextTable& contexts) : contexts_(contexts) {}

  std::string nameOf(const Object& object) const;
  std::string nameOf(const Object& object, const std::string& name, std::int64_t offset) const;
  const llvm::DIType* typeOf(const Object& object) const;
  const llvm::DIVariable* variableOf(const Object& object) const;
  // Is it a number of an unsigned type?
  bool isUnsigned(const Object& object, std::int64_t offset) const;

 private:
  const llvm::DIType* allocatedType(const Object& object) const;
  static std::int64_t inElement(const Object& object, const llvm::DIType* type, std::int64_t offset,
                                std::string& name);

  const ContextTable& contexts_;
};

}  // namespace robur::frontend_llvm
