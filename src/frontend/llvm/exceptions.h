// Unwinding: an exception that is thrown leaves function after function up to a handler.
//
// As the C++ ABI has it, the stack is searched for a handler first. If there is none, or the
// exception would leave a function that must not throw, the program ends where the exception is
// thrown. Otherwise functions are left one after the other, each through its landing pad if that
// destroys local variables; at the end of such a cleanup the same exception goes on. What is before
// an exception in memory, and what begins and ends a handler, is in library_exceptions.cc.
#pragma once

#include <optional>

#include "frontend/llvm/exception_types.h"
#include "frontend/llvm/locals.h"
#include "frontend/llvm/memory.h"
#include "frontend/llvm/paths.h"

namespace robur::frontend_llvm {

class Exceptions {
 public:
  Exceptions(ThreadTranslation& code, Context& c, Cells& cells, Arithmetic& arithmetic,
             Values& values, Memory& memory, Locals& locals, Paths& paths)
      : code(code),
        c(c),
        cells(cells),
        arithmetic(arithmetic),
        values(values),
        memory(memory),
        locals(locals),
        paths(paths) {}

  // The exception with this header leaves the innermost function. False if the path has ended.
  bool raise(State& s, const Val& header);
  // At a landing pad: the header of the exception, and which clause it matches.
  Val landed(State& s);
  // The number that stands for a type among the clauses that an exception can match.
  Val selectorOf(const llvm::Value* type);

 private:
  struct Handler {
    std::size_t frame = 0;
    const llvm::Value* type = nullptr;  // null: every exception
    HandlerMatch match;
  };
  bool unwind(State& s, const Val& header, const llvm::GlobalVariable& type);
  // Nothing if the program ends; `why` says so.
  std::optional<Handler> findHandler(State& s, const llvm::GlobalVariable& type, std::string& why);
  bool violates(State& s, const llvm::GlobalVariable& type, const llvm::Constant* filter);
  HandlerMatch matched(State& s, const llvm::GlobalVariable& type, const llvm::Value* caught);
  Val adjusted(State& s, const Val& header, const HandlerMatch& match);
  Val loadPointer(State& s, const Val& from, std::int64_t distance);
  Val landing();

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  Arithmetic& arithmetic;
  Values& values;
  Memory& memory;
  Locals& locals;
  Paths& paths;
  std::map<const llvm::Value*, std::int64_t> selectors;
};

}  // namespace robur::frontend_llvm
