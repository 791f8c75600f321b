// The SC semantics: which steps each thread can take, and the state after each step.
//
// A Machine is a program compiled for stepping: one flat instruction array per thread, with thread
// indices folded in and one more instruction at the end, where stopped threads rest. A machine
// state is memory, then for each thread its program counter and its registers; a step allocates
// nothing. Monitors observe the Action that a thread is about to take, which contains everything
// that a memory model may depend on.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"
#include "semantics/expr_code.h"

namespace robur {

enum class Fault : std::uint8_t {
  None,
  Assertion,
  Overflow,
  Bounds,
  DivisionByZero,
  MixedAccess,
  Unsupported,
};

// The next step of a thread in a state.
struct Action {
  enum class Kind : std::uint8_t { Stopped, Local, Read, Write, Update, Fence };
  Kind kind = Kind::Stopped;  // Read, Write, Update: what the access is under SC in this state
  bool enabled = false;       // false for a blocked wait or bcas: kind is Read or Update
  Fault fault = Fault::None;  // the step faults before its access: then kind is Local
  Instr::Op op = Instr::Op::Halt;
  Order order = Order::Rlx;  // of the access as it happens now (a failing CAS: failOrder)
  std::uint32_t cell = 0;
  std::int64_t expected = 0;  // Cas, Bcas
  std::int64_t read = 0;      // the value in memory
  std::int64_t written = 0;   // Write, Update
};

struct CompiledInstr {
  Instr::Op op = Instr::Op::Halt;
  Pc source = 0;  // index in Code::instrs
  RegId dst = kNoReg;
  RmwOp rmw{};
  Order order{};
  Order failOrder{};
  bool pointer = false;
  bool unsupported = false;
  bool plain = false;
  bool safe = false;           // an access or fence that cannot fault before it happens
  std::uint32_t baseCell = 0;  // of the location, 0 for a pointer
  std::uint32_t extent = 0;    // the number of cells that the index may select
  std::uint32_t firstCell = 0;  // a pointer selects one of firstCell..endCell - 1, or none
  std::uint32_t endCell = 0;
  ExprCode index;              // empty: element 0
  ExprCode value;
  ExprCode expected;
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  std::vector<Pc> next;
};

// The cells that an access may be at, `last` excluded; none if it always faults.
struct CellRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};
CellRange cellsOf(const CompiledInstr& in);

struct CompiledThread {
  std::vector<CompiledInstr> instrs;  // the last one is where stopped threads rest
  std::vector<IntType> registerTypes;
  std::vector<std::int64_t> registerInit;
  Pc entry = 0;
  Pc rest = 0;
  std::uint32_t base = 0;  // where the thread's part of a state begins: pc, then registers

  bool isLocal(Pc pc) const {
    return instrs[pc].op >= Instr::Op::Branch || instrs[pc].op <= Instr::Op::Havoc;
  }
};

class Machine {
 public:
  explicit Machine(const Program& program);

  const Program& program() const { return *source; }
  unsigned threadCount() const { return static_cast<unsigned>(threads.size()); }
  unsigned cellCount() const { return static_cast<unsigned>(cellTypes.size()); }
  std::size_t stateSize() const { return size; }
  const CompiledThread& thread(unsigned t) const { return threads[t]; }
  const IntType& cellType(unsigned cell) const { return cellTypes[cell]; }
  bool cellAtomic(unsigned cell) const { return cellAtomics[cell]; }

  void initial(std::int64_t* state) const;
  Pc pc(const std::int64_t* state, unsigned t) const {
    return static_cast<Pc>(state[threads[t].base]);
  }
  Action pending(const std::int64_t* state, unsigned t) const;
  // Whether t's next step is a local one: a local instruction, or an access that faults.
  bool atLocal(const std::int64_t* state, unsigned t) const {
    const CompiledThread& th = threads[t];
    const Pc at = static_cast<Pc>(state[th.base]);
    if (th.instrs[at].op == Instr::Op::Halt) return false;
    if (th.isLocal(at)) return true;
    return !th.instrs[at].safe && pending(state, t).kind == Action::Kind::Local;
  }

  // Whether the wait that t is at accepts this value.
  bool accepts(const std::int64_t* state, unsigned t, std::int64_t value) const;

  // Takes an enabled access. Returns the fault, if any, that occurs after it; the thread is then
  // stopped.
  Fault perform(std::int64_t* state, unsigned t, const Action& action) const;

  // The number of ways in which the local instruction at t's pc can continue.
  std::uint64_t alternatives(const std::int64_t* state, unsigned t) const;
  // Takes one of them.
  Fault local(std::int64_t* state, unsigned t, std::uint64_t alternative) const;

 private:
  Fault assign(std::int64_t* state, const CompiledThread& th, RegId dst, std::int64_t value) const;
  bool cannotFault(const CompiledInstr& in) const;
  Fault resolve(const CompiledInstr& in, EvalContext& context, std::uint32_t& cell) const;
  // Evaluates e as an operand for a cell: a value outside an Error type is an overflow.
  Fault operand(const ExprCode& e, std::uint32_t cell, EvalContext& context,
                std::int64_t& value) const;
  void rest(std::int64_t* state, const CompiledThread& th) const { state[th.base] = th.rest; }

  const Program* source;
  std::vector<CompiledThread> threads;
  std::vector<IntType> cellTypes;
  std::vector<std::uint8_t> cellAtomics;
  std::vector<std::int64_t> cellInit;
  std::size_t size = 0;
};

std::int64_t applyRmw(RmwOp op, std::int64_t old, std::int64_t operand);

}  // namespace robur
