// Receives the code of one thread while its statements are lowered.
//
// There are two: one writes instructions for exhaustive checks (code_emitter.h), the other actions
// for proofs (src/prove/). Both get the same instructions; expressions in them never access memory.
// Jumps go to marks, whose position may be set later.
#pragma once

#include <optional>
#include <span>

#include "frontend/rob/ast.h"
#include "program/code_builder.h"

namespace robur::frontend_rob {

class ThreadLowering;

class Emitter {
 public:
  using Mark = CodeBuilder::Mark;

  virtual ~Emitter() = default;

  virtual Mark mark() = 0;
  // Control continues from here at the mark, as it does from every jump to it.
  virtual void place(Mark mark) = 0;
  virtual void jump(Mark target, Range at) = 0;
  virtual void branch(const ExprPtr& condition, Mark yes, Mark no, Range at) = 0;
  virtual void choose(std::span<const Mark> alternatives, Range at) = 0;
  virtual void label(const Word& name, Mark mark) = 0;
  virtual void emit(Instr instr) = 0;
  virtual std::size_t size() const = 0;  // the number of instructions so far

  // A type is absent if the register holds any integer, which only proofs have.
  virtual RegId declare(const Word& name, const std::optional<IntType>& type,
                        std::int64_t init) = 0;
  virtual RegId temporary(const std::optional<IntType>& type) = 0;
  // The number of temporaries in use; `release` ends the use of all but the first ones.
  virtual std::size_t temporaries() const = 0;
  virtual void release(std::size_t first) = 0;

  // For proofs: a statement that only they have, and the value of a ghost in an assertion. Checks
  // refuse both.
  virtual void proofStatement(const StmtNode&, ThreadLowering&) {}
  virtual ExprPtr ghost(LocationId, const ExprPtr&) { return constant(0); }
};

}  // namespace robur::frontend_rob
