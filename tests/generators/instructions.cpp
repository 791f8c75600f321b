#include "generators/instructions.h"

#include <utility>

namespace robur::testing {

namespace {

Instr access(Instr::Op op, RegId dst, Address address, Order order) {
  Instr instr = simple(op);
  instr.dst = dst;
  instr.address = std::move(address);
  instr.order = order;
  return instr;
}

Instr with(Instr instr, ExprPtr value, ExprPtr expected = nullptr) {
  instr.value = std::move(value);
  instr.expected = std::move(expected);
  return instr;
}

}  // namespace

Address at(LocationId location, ExprPtr index) {
  return {.pointer = false, .base = location, .index = std::move(index)};
}

Address through(ExprPtr pointer) {
  return {.pointer = true, .base = {}, .index = std::move(pointer)};
}

Instr simple(Instr::Op op) {
  Instr instr;
  instr.op = op;
  return instr;
}

Instr load(RegId dst, Address from, Order order) {
  return access(Instr::Op::Load, dst, std::move(from), order);
}

Instr store(Address to, ExprPtr value, Order order) {
  return with(access(Instr::Op::Store, kNoReg, std::move(to), order), std::move(value));
}

Instr rmw(RmwOp op, RegId dst, Address at, ExprPtr operand, Order order) {
  Instr instr = with(access(Instr::Op::Rmw, dst, std::move(at), order), std::move(operand));
  instr.rmw = op;
  return instr;
}

Instr cas(RegId dst, Address at, ExprPtr expected, ExprPtr desired, Order order, Order failOrder) {
  Instr instr = bcas(dst, std::move(at), std::move(expected), std::move(desired), order);
  instr.op = Instr::Op::Cas;
  instr.failOrder = failOrder;
  return instr;
}

Instr bcas(RegId dst, Address at, ExprPtr expected, ExprPtr desired, Order order) {
  return with(access(Instr::Op::Bcas, dst, std::move(at), order), std::move(desired),
              std::move(expected));
}

Instr waitUntil(RegId dst, Address at, ExprPtr condition, Order order) {
  return with(access(Instr::Op::Wait, dst, std::move(at), order), std::move(condition));
}

Instr fence(Order order) {
  return access(Instr::Op::Fence, kNoReg, {}, order);
}

Instr assign(RegId dst, ExprPtr value) {
  Instr instr = with(simple(Instr::Op::Assign), std::move(value));
  instr.dst = dst;
  return instr;
}

Instr havoc(RegId dst, std::int64_t lo, std::int64_t hi) {
  Instr instr = simple(Instr::Op::Havoc);
  instr.dst = dst;
  instr.lo = lo;
  instr.hi = hi;
  return instr;
}

Instr assertThat(ExprPtr condition) {
  return with(simple(Instr::Op::Assert), std::move(condition));
}

Instr assume(ExprPtr condition) {
  return with(simple(Instr::Op::Assume), std::move(condition));
}

Instr branch(ExprPtr condition) {
  return with(simple(Instr::Op::Branch), std::move(condition));
}

}  // namespace robur::testing
