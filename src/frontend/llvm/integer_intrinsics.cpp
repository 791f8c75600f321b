// No intrinsic needs a loop or a division, so that all of them also work on values that depend on
// shared memory.
#include "frontend/llvm/integer_intrinsics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace robur::frontend_llvm {

namespace {

namespace Intrinsic = llvm::Intrinsic;
using llvm::Value;

class Lowering {
 public:
  explicit Lowering(llvm::IntrinsicInst& in)
      : b(&in), in(in), type(in.getArgOperand(0)->getType()), width(type->getIntegerBitWidth()) {}

  // Null if the intrinsic is not one of these.
  Value* lowered() {
    switch (in.getIntrinsicID()) {
      case Intrinsic::ctpop:
        return population(x());
      case Intrinsic::cttz:
        return population(b.CreateAnd(b.CreateNot(x()), b.CreateSub(x(), number(1))));
      case Intrinsic::ctlz:
        return b.CreateSub(number(width), population(smeared(x())));
      case Intrinsic::bswap:
        return reversed(8);
      case Intrinsic::bitreverse:
        return reversed(1);
      case Intrinsic::fshl:
        return rotatedLeft();
      case Intrinsic::fshr:
        return rotatedRight();
      case Intrinsic::uadd_with_overflow:
      case Intrinsic::sadd_with_overflow:
      case Intrinsic::usub_with_overflow:
      case Intrinsic::ssub_with_overflow:
      case Intrinsic::umul_with_overflow:
      case Intrinsic::smul_with_overflow:
        return withOverflow();
      case Intrinsic::uadd_sat:
        return b.CreateSelect(overflows(Intrinsic::uadd_with_overflow),
                              llvm::Constant::getAllOnesValue(type), b.CreateAdd(x(), y()));
      case Intrinsic::usub_sat:
        return b.CreateSelect(overflows(Intrinsic::usub_with_overflow), number(0),
                              b.CreateSub(x(), y()));
      case Intrinsic::sadd_sat:
        return b.CreateSelect(overflows(Intrinsic::sadd_with_overflow), limit(),
                              b.CreateAdd(x(), y()));
      case Intrinsic::ssub_sat:
        return b.CreateSelect(overflows(Intrinsic::ssub_with_overflow), limit(),
                              b.CreateSub(x(), y()));
      case Intrinsic::ucmp:
        return ordered(b.CreateICmpUGT(x(), y()), b.CreateICmpULT(x(), y()));
      case Intrinsic::scmp:
        return ordered(b.CreateICmpSGT(x(), y()), b.CreateICmpSLT(x(), y()));
      default:
        return nullptr;
    }
  }

 private:
  Value* x() { return in.getArgOperand(0); }
  Value* y() { return in.getArgOperand(1); }
  Value* number(std::uint64_t value) { return llvm::ConstantInt::get(type, value); }
  Value* isNegative(Value* value) { return b.CreateICmpSLT(value, number(0)); }

  // The pattern of so many zeros and so many ones, repeated, ones last: 0x55…, 0x33…, 0x0f…
  Value* stripes(unsigned length, unsigned size) {
    return llvm::ConstantInt::get(
        b.getIntNTy(length),
        llvm::APInt::getSplat(length, llvm::APInt::getLowBitsSet(2 * size, size)));
  }

  // The number of bits that are set: sums of neighbouring groups of bits, which double in size.
  Value* population(Value* value) {
    const unsigned whole = static_cast<unsigned>(llvm::PowerOf2Ceil(width));
    llvm::Type* wide = b.getIntNTy(whole);
    value = b.CreateZExt(value, wide);
    for (unsigned size = 1; size < whole; size *= 2) {
      Value* mask = stripes(whole, size);
      value = b.CreateAdd(b.CreateAnd(value, mask), b.CreateAnd(b.CreateLShr(value, size), mask));
    }
    return b.CreateTrunc(value, type);
  }

  // Every bit below the highest one that is set is set, too.
  Value* smeared(Value* value) {
    for (unsigned by = 1; by < width; by *= 2) value = b.CreateOr(value, b.CreateLShr(value, by));
    return value;
  }

  // Neighbouring groups of bits change places, from half of the number down to `smallest`.
  Value* reversed(unsigned smallest) {
    if (!llvm::isPowerOf2_32(width)) return nullptr;
    Value* value = x();
    for (unsigned size = width / 2; size >= smallest; size /= 2) {
      value = b.CreateOr(b.CreateAnd(b.CreateLShr(value, size), stripes(width, size)),
                         b.CreateShl(b.CreateAnd(value, stripes(width, size)), size));
    }
    return value;
  }

  Value* amount() { return b.CreateURem(in.getArgOperand(2), number(width)); }
  // Bits that move into the other word are moved by one first, so that no amount is the width.
  Value* rotatedLeft() {
    Value* by = amount();
    Value* rest = b.CreateLShr(b.CreateLShr(y(), 1), b.CreateSub(number(width - 1), by));
    return b.CreateOr(b.CreateShl(x(), by), rest);
  }
  Value* rotatedRight() {
    Value* by = amount();
    Value* rest = b.CreateShl(b.CreateShl(x(), 1), b.CreateSub(number(width - 1), by));
    return b.CreateOr(b.CreateLShr(y(), by), rest);
  }

  Value* ordered(Value* above, Value* below) {
    return b.CreateSub(b.CreateZExt(above, in.getType()), b.CreateZExt(below, in.getType()));
  }

  // The end of the range that a sum or difference left.
  Value* limit() {
    return b.CreateSelect(isNegative(x()),
                          llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(width)),
                          llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(width)));
  }

  Value* withOverflow() {
    const auto* operation = llvm::cast<llvm::WithOverflowInst>(&in);
    Value* result = b.CreateBinOp(operation->getBinaryOp(), x(), y());
    Value* both = b.CreateInsertValue(llvm::PoisonValue::get(in.getType()), result, 0);
    return b.CreateInsertValue(both, overflows(in.getIntrinsicID()), 1);
  }

  Value* overflows(Intrinsic::ID id) {
    switch (id) {
      case Intrinsic::uadd_with_overflow:
        return b.CreateICmpULT(b.CreateAdd(x(), y()), x());
      case Intrinsic::usub_with_overflow:
        return b.CreateICmpULT(x(), y());
      case Intrinsic::sadd_with_overflow: {
        Value* sum = b.CreateAdd(x(), y());
        return isNegative(b.CreateAnd(b.CreateXor(x(), sum), b.CreateXor(y(), sum)));
      }
      case Intrinsic::ssub_with_overflow: {
        Value* difference = b.CreateSub(x(), y());
        return isNegative(b.CreateAnd(b.CreateXor(x(), y()), b.CreateXor(x(), difference)));
      }
      case Intrinsic::umul_with_overflow:
        return productOverflows(x(), y());
      default:
        return signedProductOverflows();
    }
  }

  // Unsigned, by halves: a product of the upper halves never fits, and of the two products of an
  // upper and a lower half one is zero then.
  Value* productOverflows(Value* p, Value* q) {
    if (width <= 32) {
      llvm::Type* wide = b.getInt64Ty();
      Value* product = b.CreateMul(b.CreateZExt(p, wide), b.CreateZExt(q, wide));
      return b.CreateICmpNE(b.CreateLShr(product, width), b.getInt64(0));
    }
    const unsigned half = (width + 1) / 2;
    Value* lower = llvm::ConstantInt::get(type, llvm::APInt::getLowBitsSet(width, half));
    Value* pHigh = b.CreateLShr(p, half);
    Value* qHigh = b.CreateLShr(q, half);
    Value* pLow = b.CreateAnd(p, lower);
    Value* qLow = b.CreateAnd(q, lower);
    Value* middle = b.CreateAdd(b.CreateMul(pHigh, qLow), b.CreateMul(pLow, qHigh));
    Value* low = b.CreateMul(pLow, qLow);
    Value* sum = b.CreateAdd(b.CreateShl(middle, half), low);
    Value* both = b.CreateAnd(b.CreateICmpNE(pHigh, number(0)), b.CreateICmpNE(qHigh, number(0)));
    Value* large = b.CreateICmpNE(b.CreateLShr(middle, width - half), number(0));
    return b.CreateOr(b.CreateOr(both, large), b.CreateICmpULT(sum, low));
  }

  Value* magnitude(Value* value) {
    return b.CreateSelect(isNegative(value), b.CreateSub(number(0), value), value);
  }
  // The product of the magnitudes must fit into the positive or the negative half of the range.
  Value* signedProductOverflows() {
    Value* p = magnitude(x());
    Value* q = magnitude(y());
    Value* most = b.CreateAdd(llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(width)),
                              b.CreateZExt(isNegative(b.CreateXor(x(), y())), type));
    return b.CreateOr(productOverflows(p, q), b.CreateICmpUGT(b.CreateMul(p, q), most));
  }

  llvm::IRBuilder<> b;
  llvm::IntrinsicInst& in;
  llvm::Type* type;
  unsigned width;
};

}  // namespace

void lowerIntegerIntrinsics(llvm::Module& module) {
  std::vector<llvm::IntrinsicInst*> calls;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& in : block) {
        auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&in);
        if (call == nullptr || call->arg_size() == 0) continue;
        const llvm::Type* type = call->getArgOperand(0)->getType();
        if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) calls.push_back(call);
      }
    }
  }
  for (llvm::IntrinsicInst* call : calls) {
    Value* result = Lowering(*call).lowered();
    if (result == nullptr) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

}  // namespace robur::frontend_llvm
