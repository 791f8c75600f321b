// Intrinsics of LLVM: operations that clang writes as calls.
#include <llvm/IR/Intrinsics.h>

#include "frontend/llvm/known_functions.h"

namespace robur::frontend_llvm {

std::optional<Val> KnownFunctions::intrinsic(const Call& call) {
  using namespace llvm;
  switch (call.function->getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memmove:
      return copyBlock(call);
    case Intrinsic::memset:
      return fillBlock(call);
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::threadlocal_address:
      return argument(call, 0);
    case Intrinsic::is_constant:
      return integer(0, 1);
    case Intrinsic::objectsize:
      return integer(-1, code.widthOf(call.in.getType()));
    case Intrinsic::umax:
      return larger(call, CmpInst::ICMP_UGT);
    case Intrinsic::umin:
      return larger(call, CmpInst::ICMP_ULT);
    case Intrinsic::smax:
      return larger(call, CmpInst::ICMP_SGT);
    case Intrinsic::smin:
      return larger(call, CmpInst::ICMP_SLT);
    case Intrinsic::abs: {
      const Val a = argument(call, 0);
      const Val none = integer(0, a.width);
      return values.select(call.s, arithmetic.compare(CmpInst::ICMP_SLT, a, none),
                           arithmetic.binaryOp(llvm::Instruction::Sub, none, a), a);
    }
    case Intrinsic::umul_with_overflow:
      return multiplyWithOverflow(call);
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::donothing:
    case Intrinsic::prefetch:
    case Intrinsic::stackrestore:
    case Intrinsic::experimental_noalias_scope_decl:
      return undef(0);
    case Intrinsic::assume:
      return assumeOfCompiler(call);
    case Intrinsic::stacksave:
      return integer(0, 64);
    default:
      return std::nullopt;
  }
}

// What the program promises to the compiler. If it does not hold, anything may happen. What stands
// in bundles (the alignment of a pointer) is not about values that a program computes with.
Val KnownFunctions::assumeOfCompiler(const Call& call) {
  const Val holds = argument(call, 0);
  if (!holds.isInt(1)) {
    code.must(call.s, isUnset(holds) ? constant(0) : cells.exprOf(holds),
              "a condition that the compiler may assume can be false here");
  }
  return undef(0);
}

Val KnownFunctions::copyBlock(const Call& call) {
  const std::int64_t size = number(call, 2, "the size of this copy");
  const Val to = argument(call, 0);
  blocks.copy(call.s, to, argument(call, 1), size);
  return undef(0);
}

Val KnownFunctions::fillBlock(const Call& call) {
  const std::int64_t size = number(call, 2, "the size of this block");
  const Val to = argument(call, 0);
  blocks.fill(call.s, to, argument(call, 1), size);
  return undef(0);
}

// The argument for which the comparison with the other one holds.
Val KnownFunctions::larger(const Call& call, unsigned predicate) {
  const Val a = argument(call, 0);
  const Val b = argument(call, 1);
  return values.select(call.s, arithmetic.compare(predicate, a, b), a, b);
}

std::optional<Val> KnownFunctions::multiplyWithOverflow(const Call& call) {
  const Val a = argument(call, 0);
  const Val b = argument(call, 1);
  if (!a.is(Val::Kind::Int) || !b.is(Val::Kind::Int)) return std::nullopt;
  Val both;
  both.kind = Val::Kind::Agg;
  const bool fits = a.value >= 0 && b.value >= 0 && Wide{a.value} * b.value <= INT64_MAX;
  both.parts = {arithmetic.binaryOp(llvm::Instruction::Mul, a, b), integer(fits ? 0 : 1, 1)};
  return both;
}

}  // namespace robur::frontend_llvm
