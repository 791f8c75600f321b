#include <fmt/format.h>

#include "generators/instructions.h"
#include "generators/program.h"

namespace robur::testing {

namespace {

// The expression with the register in place of the value read.
ExprPtr onRegister(const ExprPtr& e, RegId r) {
  if (!e) return nullptr;
  switch (e->kind) {
    case Expr::Kind::Loaded:
      return reg(r);
    case Expr::Kind::Unary:
      return unary(e->unary, onRegister(e->lhs, r));
    case Expr::Kind::Binary:
      return binary(e->binary, onRegister(e->lhs, r), onRegister(e->rhs, r));
    default:
      return e;
  }
}

}  // namespace

Program waitsAsLoops(const Program& program) {
  Program result = program;
  for (Code& code : result.codes) {
    const std::size_t count = code.instrs.size();
    for (Pc pc = 0; pc < count; ++pc) {
      if (code.instrs[pc].op != Instr::Op::Wait) continue;
      const Instr wait = code.instrs[pc];
      const RegId seen{static_cast<std::uint32_t>(code.registers.size())};
      const IntType type = wait.address.pointer ? kInt32 : program[wait.address.base].type;
      code.registers.push_back({fmt::format("w{}", pc), type, type.lo, {}});
      const Pc test = static_cast<Pc>(code.instrs.size());

      Instr look = load(seen, wait.address, wait.order);
      look.next = {test};
      code.instrs[pc] = std::move(look);

      Instr again = branch(onRegister(wait.value, seen));
      again.next = {wait.dst == kNoReg ? wait.next[0] : test + 1, pc};
      code.instrs.push_back(std::move(again));
      if (wait.dst == kNoReg) continue;
      Instr copy = assign(wait.dst, reg(seen));
      copy.next = wait.next;
      code.instrs.push_back(std::move(copy));
    }
  }
  return result;
}

}  // namespace robur::testing
