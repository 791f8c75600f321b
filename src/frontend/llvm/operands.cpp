// Operands of instructions, and their results as they are kept.
#include <llvm/IR/InlineAsm.h>

#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

namespace {

std::size_t sizeOf(const ExprPtr& e) {
  std::size_t count = 0;
  forEachNode(e, [&](const Expr&) { ++count; });
  return count;
}

// Nodes. Larger expressions are put into a register, so that they are not computed again and again.
constexpr std::size_t kLargestExpression = 40;

}  // namespace

Val Values::operand(State& s, const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value))
    return constants.constantVal(constant);
  const auto it = s.top().values.find(c.info.id(value));
  if (it == s.top().values.end()) {
    if (llvm::isa<llvm::InlineAsm>(value)) {
      code.refuse(s, "inline assembly is not supported", "use the atomics of the language instead");
    }
    return undef(value->getType()->isSized() && !value->getType()->isAggregateType()
                     ? code.widthOf(value->getType())
                     : 0);
  }
  return it->second;
}

void Values::set(State& s, const llvm::Instruction& in, Val val) {
  if (!in.getType()->isVoidTy()) s.top().values[c.info.id(&in)] = shrink(std::move(val));
}

Val Values::shrink(Val v) {
  for (Val& part : v.parts) part = shrink(std::move(part));
  if (!v.is(Val::Kind::Dyn) || sizeOf(v.expr) <= kLargestExpression) return v;
  Instr instr;
  instr.op = Instr::Op::Assign;
  instr.span = code.here(*code.current);
  instr.dst = code.fresh(v.width, v.targets != nullptr);
  instr.value = v.expr;
  v.expr = reg(instr.dst);
  code.out.emit(std::move(instr));
  return v;
}

Val Values::merged(State& s, Val v) {
  if (v.is(Val::Kind::Addr)) {
    const Targets targets = targetsOf(v);
    privateMemory.escape(s, targets);
    Val out = dynamic(cells.exprOf(v), 64, kPointerType.lo, kPointerType.hi);
    out.targets = std::make_shared<Targets>(targets);
    out.nonNull = true;
    return out;
  }
  if (v.is(Val::Kind::Undef)) return integer(0, v.width == 0 ? 64 : v.width);
  return v;
}

}  // namespace robur::frontend_llvm
