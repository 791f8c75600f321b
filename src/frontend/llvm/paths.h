// Paths through the code of a thread: those that still have to be followed, and the joins where
// they may meet.
//
// At the head of a block with several predecessors the state is brought into a normal form:
// values that will not be used are dropped, values that are not known are moved into registers
// reserved for this join. Two states that then agree in what is known continue with the same
// code. A value that is known on one path and not on another, or that takes too many different
// known values (the counter of a long loop), is kept in a register: on this path from here on, and
// on all paths from the next round on.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/llvm/beginning.h"
#include "frontend/llvm/endless.h"
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

  // Any of these objects may be taken; each is a path of its own, which goes on if `take` says so.
  // There may be none left that is not this path's own: then it waits forever. Returns false, since
  // the path itself ends.
  bool anyOf(State& s, const std::vector<ObjectId>& objects,
             const std::function<bool(State&, ObjectId)>& take);

  // Goes on with the block. False: the path ends here, since it meets code already written.
  bool enterBlock(State& s, const llvm::BasicBlock* to);

 private:
  struct JoinValue {
    JoinVariable variable;
    const Val* val;
    Val* own;  // the same, if it goes into a register
  };
  // What is known of a value: all of it, or only whether it is null.
  struct Knowledge {
    enum class Kind : std::uint8_t { Unset, Int, Address, NonNull, Nothing };
    Kind kind = Kind::Nothing;
    unsigned width = 0;
    ObjectId object{};
    std::int64_t value = 0;

    static Knowledge of(const Val& v);
    bool complete() const { return kind != Kind::NonNull && kind != Kind::Nothing; }
    bool isNull() const { return kind == Kind::Int && width == 64 && value == 0; }
    friend bool operator==(const Knowledge&, const Knowledge&) = default;
  };
  using Known = std::vector<std::pair<JoinVariable, Knowledge>>;  // sorted
  // What is known of a state at a join. Of objects that are as they were when the thread began,
  // only that.
  struct Seen {
    Known known;
    std::vector<ObjectId> unchanged;  // sorted
  };
  // A join: the registers of its values, and the copies of its block for different known values.
  // Copies that were reached after an instruction was emitted count; the others come from loops
  // that are executed during translation, and only some are remembered in full.
  struct Join {
    std::map<std::tuple<JoinVariable, unsigned, bool>, RegId> registers;
    std::unordered_map<std::string, CodeBuilder::Mark> marks;
    std::vector<Seen> counted;
    std::vector<Seen> silent;
    std::size_t executed = 0;  // arrivals of paths that are in a long loop without an instruction
  };
  struct Move {
    RegId to;
    ExprPtr from;
  };

  bool join(State& s);
  void prune(State& s);
  void escapeIntoRegisters(State& s, const std::map<JoinVariable, Kept>& kept);
  std::vector<ObjectId> unchangedIn(State& s, const std::map<JoinVariable, Kept>& kept) const;
  std::vector<JoinValue> variablesOf(State& s, const std::vector<ObjectId>& unchanged,
                                     const std::map<JoinVariable, Kept>& kept);
  void keepInRegisters(const State& s, Join& join, std::map<JoinVariable, Kept>& kept,
                       const std::vector<JoinValue>& variables);
  std::string keyOf(const State& s, const Seen& seen) const;
  static void appendKnown(std::string& key, const JoinVariable& variable, const Knowledge& what);
  bool generalise(const Join& join, const Seen& seen, bool counts,
                  std::map<JoinVariable, Kept>& kept);
  template <class Visit>
  void forEachDifference(const Seen& a, const Seen& b, const Visit& visit) const;
  Knowledge atBeginning(const JoinVariable& variable) const;
  RegId registerFor(Join& join, const JoinVariable& variable, unsigned width, bool pointer);
  void moveAll(std::vector<Move> moves);  // moves.cpp

  ThreadTranslation& code;
  Context& c;
  Cells& cells;
  PrivateMemory& privateMemory;
  Values& values;
  std::vector<Path> waiting;
  EndlessRun endlessRun;
  Beginning beginning;
  std::map<JoinPlace, Join> joins;
};

}  // namespace robur::frontend_llvm
