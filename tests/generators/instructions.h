// Instructions by name, for tests that write programs in C++. Successors are left open;
// CodeBuilder sets them.
#pragma once

#include "program/program.h"

namespace robur::testing {

Address at(LocationId location, ExprPtr index = nullptr);
Address through(ExprPtr pointer);

Instr load(RegId dst, Address from, Order order);
Instr store(Address to, ExprPtr value, Order order);
Instr rmw(RmwOp op, RegId dst, Address at, ExprPtr operand, Order order);
Instr cas(RegId dst, Address at, ExprPtr expected, ExprPtr desired, Order order, Order failOrder);
Instr bcas(RegId dst, Address at, ExprPtr expected, ExprPtr desired, Order order);
Instr waitUntil(RegId dst, Address at, ExprPtr condition, Order order);
Instr fence(Order order);
Instr assign(RegId dst, ExprPtr value);
Instr havoc(RegId dst, std::int64_t lo, std::int64_t hi);
Instr assertThat(ExprPtr condition);
Instr assume(ExprPtr condition);
Instr branch(ExprPtr condition);
Instr simple(Instr::Op op);  // Choose, Goto, Halt

}  // namespace robur::testing
