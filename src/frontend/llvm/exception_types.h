// Which handlers an exception matches: the rules of [except.handle], applied to the objects in
// which the compiler describes types (the type_info structures of the C++ ABI).
#pragma once

#include <optional>
#include <vector>

#include <llvm/IR/GlobalVariable.h>

namespace robur::frontend_llvm {

// From an object to one of its bases: a distance in bytes, or, for a virtual base, the place in the
// object's table of virtual functions that holds the distance.
struct BaseStep {
  std::int64_t distance = 0;
  bool isVirtual = false;
  friend bool operator==(const BaseStep&, const BaseStep&) = default;
};

struct HandlerMatch {
  enum class Kind : std::uint8_t { No, Yes, NotKnown };
  Kind kind = Kind::No;
  bool pointer = false;  // the exception is a pointer, and the handler gets its value
  std::vector<BaseStep> steps;
};

// Does a handler for the second type catch an exception of the first? NotKnown: a type is not
// defined in the program, or the conversion is one between pointers to pointers.
HandlerMatch matchHandler(const llvm::GlobalVariable& thrown, const llvm::GlobalVariable& caught);

}  // namespace robur::frontend_llvm
