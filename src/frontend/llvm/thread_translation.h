// The code of one thread while it is being written, and how a translation ends early.
//
// Every part of the translator emits instructions through this, so that each instruction gets
// the source location of the call chain it comes from and no thread grows without bound.
#pragma once

#include <cstdint>
#include <string>

#include <llvm/IR/Type.h>

#include "frontend/llvm/context.h"
#include "frontend/llvm/state.h"
#include "program/code_builder.h"

namespace robur::frontend_llvm {

class ThreadTranslation {
 public:
  ThreadTranslation(Context& context, std::uint32_t thread) : self(thread), c(context) {}

  // Appends the instruction. It gets the current source location unless it has one.
  void emit(State& s, Instr instr);
  // Appends an assertion that the translator adds; `otherwise` is reported if it does not hold.
  void must(State& s, ExprPtr holds, const std::string& otherwise);
  // The translator cannot express what happens otherwise: a run that gets there is not decided.
  void unsupportedUnless(State& s, ExprPtr holds, const std::string& what);
  // Ends the path, and those that the refused instruction had begun.
  void endUnsupported(State& s, const Refusal& refusal);
  // Notes that the value leaves the program here: it is printed, or the status of a thread or of
  // the process. Observational robustness is about such uses (program/transform/observe.h).
  void observe(State& s, const Val& value);
  // Ends the path at something that depends on a value that was never set. Returns false, which
  // means to the caller that the path has ended.
  bool endUnset(State& s) { return endUndefined(s, "this depends on a value that was never set"); }
  // The same where the language leaves undefined what follows.
  bool endUndefined(State& s, const std::string& why);
  // Ends the path at code that has been written already. Returns false.
  bool goBack(const State& s, CodeBuilder::Mark to);
  // Ends the path in a loop that does nothing, forever. Returns false.
  bool spin(const State& s);
  // A new register for a number of this width, or for a pointer.
  RegId fresh(unsigned width, bool pointer);

  Code finish();

  // The line shown for what happens now, and the innermost line, for what cannot be translated.
  Span here(const State& s) { return c.spans.of(s); }
  Span innermost(const State& s) { return c.spans.innermost(s); }
  // The width in bits of a value of this type. Refuses types that have none.
  unsigned widthOf(const llvm::Type* type);

  // The program uses something that the IR cannot express.
  [[noreturn]] void refuse(const State& s, const std::string& message,
                           const std::string& help = {});
  [[noreturn]] void refuse(const std::string& message, const std::string& help = {}) {
    refuse(*current, message, help);
  }
  // The program may be fine, but its translation exceeds a limit.
  [[noreturn]] void exceed(const State& s, const std::string& message, const std::string& help);
  // For messages about limits: "; 9 objects from the allocation in line 3 are alive", or nothing.
  std::string whatGrew(const State& s);

  const std::uint32_t self;  // the number of the thread
  CodeBuilder out;
  State* current = nullptr;  // of the path that is being followed

 private:
  void keepExits(Code& code) const;

  Context& c;
  std::string lastRefusal;
  std::vector<Pc> backWithExit;  // where goBack() was called, if the source has a way out
};

}  // namespace robur::frontend_llvm
