// Writes the code of one thread by running it as far as it can be run.
//
// What is known is computed; what depends on memory that others see becomes an instruction,
// and its result an expression over registers. Calls are entered, so that each chain of calls
// is followed by itself. Where paths may meet, values that are not known are put into
// registers kept for that place, and what is known tells one copy of the place from another:
// the code is specialised to what is known, and loops over unknowns stay loops. Values that
// would give too many copies are not followed any more (Facts::slots).
#pragma once

#include <map>
#include <string>
#include <vector>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "frontend/llvm/context.h"
#include "frontend/llvm/state.h"
#include "program/code_builder.h"

namespace robur::llvmfront {

class Evaluator {
 public:
  Evaluator(Context& context, std::uint32_t thread) : c(context), self(thread) {}

  Code run(State start);

 private:
  using Op = Instr::Op;

  // running (run.cpp)
  void follow(State state);
  bool step(State& s);  // false: this path has ended
  bool branch(State& s, const llvm::Instruction& in);
  bool fork(State& s, const Val& condition, const llvm::BasicBlock* yes,
            const llvm::BasicBlock* no);
  bool enterBlock(State& s, const llvm::BasicBlock* to);
  bool leave(State& s, const Val& result);
  void finishThread();
  void later(State s, CodeBuilder::Mark mark);

  // places where paths meet (join.cpp)
  struct SlotValue {
    Slot slot;
    Val* val;
  };
  using Known = std::vector<std::pair<Slot, std::string>>;
  // The copies of a place. Those that were reached after something was written count; the
  // others come from loops that are run while reading, and only some are remembered in full.
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
  std::vector<SlotValue> slotsOf(State& s);
  std::string keyOf(State& s, const std::vector<SlotValue>& slots, Known& known);
  void generalise(const Copies& copies, const Known& known, bool counts);
  RegId slotRegister(const Slot& slot, unsigned width, bool pointer);
  void moveAll(std::vector<Move> moves);

  // values (operands.cpp, arithmetic.cpp)
  Val operand(State& s, const llvm::Value* value);
  Val constantVal(const llvm::Constant* constant);
  void set(State& s, const llvm::Instruction& in, Val val);
  unsigned widthOf(const llvm::Type* type);
  Val compute(State& s, const llvm::Instruction& in);
  Val binaryOp(unsigned opcode, const Val& a, const Val& b);
  Val dynBinary(unsigned opcode, const Val& a, const Val& b);
  Val divideByHalves(unsigned opcode, const Val& a, std::int64_t by);
  Val compare(unsigned predicate, const Val& a, const Val& b);
  Val cast(unsigned opcode, const Val& a, unsigned width);
  Val select(State& s, const Val& condition, const Val& a, const Val& b);
  Val shrink(Val v);  // into a register, if the expression has grown large
  Val gep(State& s, const llvm::GEPOperator& in);
  Val moved(State& s, const Val& pointer, std::int64_t bytes);
  // `count`: of elements, if the type tells; 0 if not.
  Val indexed(State& s, const Val& pointer, const Val& index, std::int64_t stride,
              std::int64_t count);
  ExprPtr exprOf(const Val& v);
  ExprPtr encoded(const Target& target);
  Val merged(State& s, Val v);  // as it goes into a register or cell: escaped, with targets
  static Targets targetsOf(const Val& v);
  static bool isUnset(const Val& v) { return v.is(Val::Kind::Undef) && v.width != kForeign; }

  // memory (memory.cpp, private_memory.cpp)
  Val load(State& s, const Val& pointer, const llvm::Type* type, Order order);
  void store(State& s, const Val& pointer, const Val& value, Order order);
  Val rmw(State& s, const Val& pointer, const llvm::AtomicRMWInst& in, const Val& operand);
  Val updated(State& s, unsigned op, const Val& old, const Val& operand);
  void keepInside(Val& pointer);
  Val cas(State& s, const Val& pointer, const Val& expected, const Val& desired, Order order,
          Order failOrder);
  void bcas(State& s, const Val& pointer, const Val& expected, const Val& desired, Order order);
  void copy(State& s, const Val& to, const Val& from, std::int64_t size);
  void fill(State& s, const Val& to, const Val& byte, std::int64_t size);
  bool inMemory(State& s, const Target& target, bool write);
  // The address of an access to memory, and what it knows about the cells.
  struct Place {
    bool memory = false;
    Target target;  // unless memory
    Address address;
    bool pointer = false;
    bool unset = false;  // may be read before it has a value
    Targets contents;
    std::vector<Leaf*> leaves;
  };
  Val copied(State& s, const Place& p, unsigned width);
  Place place(State& s, const Val& pointer, unsigned size, Order order, bool write, bool isPointer);
  Leaf& leafAt(const Target& target, unsigned size, Order order, bool isPointer);
  static Val valueIn(const Place& p, ExprPtr expr, unsigned width);
  Val result(State& s, Instr instr, const Place& p, unsigned width);
  ExprPtr stored(const Place& p, const Val& value, unsigned width);
  void leaveUnset(Leaf& leaf);
  void noteStored(State& s, Place& p, const Val& value);
  Contents& contents(State& s, ObjectId object);
  void initialise(Contents& contents, const Object& object);
  Val readBytes(State& s, const Target& at, unsigned size);
  void writeBytes(State& s, const Target& at, unsigned size, Val value);
  static void clearBytes(Contents& contents, std::int64_t from, std::int64_t to);
  void escape(State& s, const Targets& targets);
  void commit(State& s, ObjectId object);
  void commitAll(State& s);
  ObjectId allocate(State& s, const llvm::Instruction* site, std::int64_t size, bool zeroed);
  void release(State& s, const Val& pointer);
  void freeNow(State& s, const Val& pointer);
  void checkAlive(State& s, const Val& pointer);
  Address flagOf(State& s, const Val& pointer);

  // calls (calls.cpp, builtins.cpp) and threads (threads.cpp)
  bool call(State& s, const llvm::CallBase& in);
  bool callTo(State& s, const llvm::CallBase& in, const llvm::Function* function);
  static bool isOutput(const llvm::Function* function);
  bool builtin(State& s, const llvm::CallBase& in, const llvm::Function* function, bool& goesOn);
  bool intrinsic(State& s, const llvm::CallBase& in, const llvm::Function* function);
  void finishCall(State& s, const llvm::CallBase& in, const Val& result, bool& goesOn);
  Val nondet(State& s, std::int64_t lo, std::int64_t hi, unsigned width);
  Val spawn(State& s, const llvm::CallBase& in);
  void joinThread(State& s, const Val& handle);
  void keepResult(State& s, const Val& value);
  Val resultOf(State& s, const Val& handle, const llvm::Type* type);
  Val resultPlace(std::uint32_t thread);
  void commitInitial(State& s);
  void setName(State& s, const Val& pointer);
  void wait(State& s, const llvm::CallBase& in);

  // emitting
  RegId fresh(unsigned width, bool pointer);
  void emit(State& s, Instr instr);
  // What the program must see to; what is wrong if it does not.
  void must(State& s, ExprPtr holds, const std::string& otherwise);
  bool endUnset(State& s);  // the path ends at something that depends on what was never set
  Span here(const State& s) { return c.spans.of(s); }
  [[noreturn]] void refuse(const State& s, const std::string& message,
                           const std::string& help = {});
  // The program may be fine, but has not been read within a limit.
  [[noreturn]] void exceed(const State& s, const std::string& message, const std::string& help);
  std::string whatGrew(const State& s);

  Context& c;
  std::uint32_t self;
  CodeBuilder out;
  std::vector<std::pair<State, CodeBuilder::Mark>> waiting;
  std::map<std::pair<ContextId, ValueId>, Copies> places;
  std::map<std::tuple<Slot, unsigned, bool>, RegId> slotRegisters;
  State* current = nullptr;
};

}  // namespace robur::llvmfront
