// The intermediate representation (IR) of all programs in Robur: finite threads over registers and
// memory cells.
//
// Code is a flat array of instructions with explicit successors, so that structured control flow,
// goto and the automata of other tools are all represented in the same way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/expr.h"
#include "program/frames.h"
#include "program/source.h"
#include "program/types.h"

namespace robur {

struct Location {
  std::string name;
  IntType type = kInt32;
  bool atomic = true;  // false: plain memory, where races are errors
  bool isArray = false;
  bool pointable = true;                 // false: no pointer of the program ever points to it
  bool isUnsigned = false;               // values are shown without a sign
  std::vector<std::int64_t> init = {0};  // one value per cell
  Span span;

  std::uint32_t size() const { return static_cast<std::uint32_t>(init.size()); }
};

struct Register {
  std::string name;
  IntType type = kInt32;
  std::int64_t init = 0;
  Span span;
};

// The target of an access: element `index` of location `base`, or, for a pointer, the cell whose
// number is `index`. A scalar has no index. Cells are numbered in the order in which locations are
// declared. An address that denotes no such cell is a bounds error of the program.
//
// Of a pointer, a front end may know more: that it denotes no cell outside firstCell..endCell - 1,
// if any. Analyses rely on this; it changes nothing about what the program does.
struct Address {
  bool pointer = false;
  LocationId base{};  // unless pointer
  ExprPtr index;      // null: element 0
  std::uint32_t firstCell = 0;
  std::uint32_t endCell = UINT32_MAX;

  friend bool operator==(const Address& a, const Address& b) {
    return a.pointer == b.pointer && (a.pointer || a.base == b.base) && equal(a.index, b.index);
  }
};

enum class RmwOp : std::uint8_t { Add, Sub, And, Or, Xor, Exchange };

// One field per role; the table shows which fields an operation uses.
//
//   op      dst        address  value        expected   orders           next
//   Assign  result              assigned                                 1
//   Havoc   result                                                       1   (lo..hi)
//   Load    result     yes                               order           1
//   Store              yes      stored                   order           1
//   Rmw     old value? yes      operand                  order           1   (rmw)
//   Cas     old value? yes      desired      expected    order failOrder 1
//   Wait    value?     yes      condition                order           1
//   Bcas    old value? yes      desired      expected    order           1
//   Fence                                                order           1
//   Branch                      condition                                2   (true, false)
//   Choose                                                              1.. (any of them)
//   Goto                                                                 1
//   Assert                      condition                                1
//   Assume                      condition                                1
//   Halt                                                                 0
//
// dst marked with ? may be kNoReg. The condition of Wait refers to the value read as Expr::Loaded;
// the thread is blocked until it can read a value for which the condition holds, and produces no
// event until then. Bcas is blocked until it can succeed. Stored, desired and expected values are
// converted to the cell's type, results to the register's. An Assert that fails or an Assume that
// does not hold stops its thread permanently.
//
// A fault (overflow of an Error type, division by zero, an address out of bounds, a plain access to
// an atomic cell) also stops its thread permanently. If it depends on registers alone, it comes
// before the access, which then does not happen. If it depends on the value read (the result of an
// Rmw leaves the cell's type; the value read does not fit dst), it comes after: the access happens,
// and the value that it writes wraps around.
struct Instr {
  // clang-format off
  enum class Op : std::uint8_t {
    Assign, Havoc, Load, Store, Rmw, Cas, Wait, Bcas, Fence,
    Branch, Choose, Goto, Assert, Assume, Halt,
  };
  // clang-format on

  Op op = Op::Halt;
  Span span;                 // what reports show: with a frame, that of its userFrame()
  FrameId frame = kNoFrame;  // the function that it was written in, and who called that
  RegId dst = kNoReg;
  Address address;
  ExprPtr value;
  ExprPtr expected;
  RmwOp rmw = RmwOp::Exchange;
  Order order = Order::Rlx;
  Order failOrder = Order::Rlx;
  bool orderGiven = true;  // false: the source left the order out, which means the weakest
  std::int64_t lo = 0;     // Havoc
  std::int64_t hi = 0;
  std::vector<Pc> next;
  // Assert: describes the error of the program if the condition does not hold. Empty for an
  // assertion of the program itself, which is reported as such.
  std::string complaint;
  // Assert: the complaint is not about the program, but about what the frontend cannot express. A
  // run that gets here is not decided.
  bool unsupported = false;
  // Load, Store with order rlx: plain in the source, although the location is atomic elsewhere. It
  // reads and writes as a relaxed access does, and a conflicting access of another thread that may
  // run at the same time is a data race.
  bool plain = false;
};

constexpr bool accessesMemory(Instr::Op op) {
  return op >= Instr::Op::Load && op <= Instr::Op::Bcas;
}
constexpr bool mayRead(Instr::Op op) {
  return accessesMemory(op) && op != Instr::Op::Store;
}
constexpr bool mayWrite(Instr::Op op) {
  return op == Instr::Op::Store || op == Instr::Op::Rmw || op == Instr::Op::Cas ||
         op == Instr::Op::Bcas;
}

struct Label {
  std::string name;
  Pc pc = 0;
};

struct Code {
  std::string name;
  std::vector<Register> registers;
  std::vector<Instr> instrs;
  Pc entry = 0;
  std::vector<Label> labels;  // names that the source gave to instructions
  Span span;
};

struct Thread {
  std::string name;  // "worker[2]" for a copy
  CodeId code{};
  std::int64_t index = 0;  // the value of Expr::ThreadIndex
  // The thread stands for any number of copies of itself, which do not use their index. Only
  // src/anynumber and src/check understand that; an instance (transform/instance.h) has none.
  bool anyNumber = false;
};

struct Program {
  // Compiled for x86, seq_cst stores are locked (transform/locked_stores.h).
  bool lockedScStores = false;
  std::vector<Source> sources;  // Span::file indexes this
  std::vector<Frame> frames;    // FrameId indexes this
  std::vector<Location> locations;
  std::vector<Code> codes;
  std::vector<Thread> threads;
  // What the program is limited to, beside what the source says: numbers of objects, values of
  // arguments. In words, such as "at most 2 objects node (line 12)".
  std::vector<std::string> bounds = {};

  const Location& operator[](LocationId id) const { return locations[raw(id)]; }
  const Code& operator[](CodeId id) const { return codes[raw(id)]; }
  const Thread& operator[](ThreadId id) const { return threads[raw(id)]; }
  const Code& codeOf(ThreadId id) const { return codes[raw(threads[raw(id)].code)]; }

  std::uint32_t cellCount() const;
  CellId firstCell(LocationId id) const;
  LocationId locationOf(CellId cell) const;
  // "x", or "a[3]" for an element of an array.
  std::string cellName(CellId cell) const;
};

// Whether two programs are equal, ignoring spans.
bool sameProgram(const Program& a, const Program& b);
// Whether the locations and, thread by thread, the code are equal, ignoring names and spans.
bool sameUpToNames(const Program& a, const Program& b);
// Whether two pieces of thread code are equal, ignoring names and spans: such threads are
// interchangeable.
bool sameBehaviour(const Code& a, const Code& b);
bool usesThreadIndex(const Code& code);
// Does some thread stand for any number of copies?
bool hasAnyNumber(const Program& program);
// Is some access to an atomic location plain in the source?
bool hasPlainAccessToAtomic(const Program& program);

}  // namespace robur
