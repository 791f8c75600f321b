// Intrinsics of LLVM: operations that clang writes as calls. Many of those that compute with
// integers are rewritten before (integer_intrinsics.h).
#include <llvm/IR/Intrinsics.h>

#include "frontend/llvm/known_functions.h"

namespace robur::frontend_llvm {

namespace {

constexpr std::int64_t kListSize = 24;  // of a list of arguments

}  // namespace

std::optional<Val> KnownFunctions::intrinsic(const Call& call) {
  using namespace llvm;
  switch (call.function->getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memmove:
      return copyBlock(call);
    case Intrinsic::vastart:
      return startVariadic(call);
    case Intrinsic::vacopy:
      blocks.copy(call.s, argument(call, 0), argument(call, 1), kListSize);
      return undef(0);
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
    case Intrinsic::ceil:
    case Intrinsic::floor:
    case Intrinsic::trunc:
    case Intrinsic::round:
    case Intrinsic::fabs:
    case Intrinsic::sqrt:
    case Intrinsic::fmuladd:
    case Intrinsic::fma:
    case Intrinsic::copysign:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
      return values.floating(call.s, call.in);
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_assign:
    case Intrinsic::invariant_end:
    case Intrinsic::sideeffect:
    case Intrinsic::var_annotation:
    case Intrinsic::vaend:
    case Intrinsic::donothing:
    case Intrinsic::prefetch:
    case Intrinsic::stackrestore:
    case Intrinsic::experimental_noalias_scope_decl:
      return undef(0);
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
      locals.forget(call.s, argument(call, 1));
      return undef(0);
    case Intrinsic::assume:
      return assumeOfCompiler(call);
    case Intrinsic::stacksave:
    case Intrinsic::invariant_start:
      return integer(0, 64);
    default:
      return std::nullopt;
  }
}

// A list of arguments as the ABI of x86-64 has it: offsets into the saved registers, which say that
// all of them have been used, and the address of the arguments that were passed in memory.
Val KnownFunctions::startVariadic(const Call& call) {
  const Val list = argument(call, 0);
  const CallFrame& frame = call.s.top();
  const ObjectId id = c.objects.intern({Object::Kind::Stack, frame.function, frame.context, 0, 0});
  memory.store(call.s, list, integer(48, 32), Order::NonAtomic);
  memory.store(call.s, arithmetic.moved(list, 4), integer(176, 32), Order::NonAtomic);
  memory.store(call.s, arithmetic.moved(list, 8), address(id, 0), Order::NonAtomic);
  return undef(0);
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

}  // namespace robur::frontend_llvm
