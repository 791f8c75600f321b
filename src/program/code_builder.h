// Emits the code of one thread in program order. Jumps go to marks, whose position may be set
// later, so that loops, forward gotos and automata are all lowered in one pass.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace robur {

class CodeBuilder {
 public:
  enum class Mark : std::uint32_t {};

  Mark mark();
  // Sets the mark to the instruction that is emitted next, or the end of the thread.
  void place(Mark mark);
  bool placed(Mark mark) const;
  // Places all marks that have no place yet; returns whether there were any.
  bool placeRest();

  RegId addRegister(Register r);
  // A register for a value that has no name in the source: "$1", "$2" and so on.
  RegId temporary(IntType type);

  // An instruction with one successor, the one that is emitted next.
  void emit(Instr instr);
  void jump(Mark target, Span span);
  void branch(ExprPtr condition, Mark yes, Mark no, Span span);
  // A choice with no alternatives yet; each must get at least one.
  Pc choice(Span span);
  void alternative(Pc choice, Mark target);
  void halt(Span span);
  void label(std::string name, Mark mark);

  std::size_t size() const { return instrs_.size(); }

  // Ends the thread with a Halt and resolves the marks, which must all be placed. The
  // builder is empty afterwards.
  Code finish(std::string name, Span span);

 private:
  void emitTo(Instr instr, std::vector<Mark> targets);

  std::vector<Register> registers_;
  std::vector<Instr> instrs_;
  std::vector<std::vector<Mark>> targets_;  // of each instruction; none: the next one
  std::vector<Pc> places_;                  // of each mark
  std::vector<std::pair<std::string, Mark>> labels_;
  std::uint32_t temporaries_ = 0;
};

}  // namespace robur
