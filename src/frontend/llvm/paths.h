// Paths through the code of a thread: those that still have to be followed, and the joins where
// they may meet.
//
// At the head of a block with several predecessors the state is brought into a normal form:
// values that will not be used are dropped, values that are not known are moved into registers
// reserved for this join. Two states that then agree in what is known continue with the same
// code. A value that is known on one path and not on another, or that takes too many different
// known values (the counter of a long loop), is kept in a register on all paths from the next
// round on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

class Paths {
 public:
  Paths(ThreadTranslation& code, Context& c, Cells& cells, PrivateMemory& privateMemory,
        Values& values)
      : code(code), c(c), cells(cells), privateMemory(privateMemory), values(values) {}

  struct Path {
    State state;
    CodeBuilder::Mark mark;  // where its code begins
  };

  // Adds a path to be followed later, whose code begins at the mark.
  void later(State s, CodeBuilder::Mark mark) { waiting.push_back({std::move(s), mark}); }
  // The same, for a path that has just been entered: its code is reached by a jump from here.
  void laterFromHere(State s, Span span);
  bool done() const { return waiting.empty(); }
  Path next();

  // Goes on with the block. False: the path ends here, since it meets code already written.
  bool enterBlock(State& s, const llvm::BasicBlock* to);

 private:
  struct JoinValue {
    JoinVariable variable;
    Val* val;
  };
  using Known = std::vector<std::pair<JoinVariable, std::string>>;
  // The copies of a block for different known values. Those that were reached after an
  // instruction was emitted count; the others come from loops that are executed during
  // translation, and only some are remembered in full.
  struct Copies {
    std::map<std::string, CodeBuilder::Mark> marks;
    std::vector<Known> counted;
    std::vector<Known> silent;
  };
  struct Move {
    RegId to;
    ExprPtr from;
  };

  bool join(State& s);
  void prune(State& s);
  std::vector<JoinValue> variablesOf(State& s);
  void keepInRegisters(const State& s, const std::vector<JoinValue>& variables);
  std::string keyOf(State& s, const std::vector<JoinValue>& variables, Known& known);
  void generalise(const Copies& copies, const Known& known, bool counts);
  RegId registerFor(const JoinVariable& variable, unsigned width, bool pointer);
  void moveAll(std::vector<Move> moves);  // moves.cpp

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  PrivateMemory& privateMemory;
  Values& values;
  std::vector<Path> waiting;
  std::map<std::pair<ContextId, ValueId>, Copies> joins;
  std::map<std::tuple<JoinVariable, unsigned, bool>, RegId> registers;
};

}  // namespace robur::frontend_llvm
