// Addresses of members and elements.
#include <algorithm>

#include <fmt/format.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include "frontend/llvm/values.h"

namespace robur::frontend_llvm {

namespace {

// An index that is a multiple, as in `bytes + size * i`, counts elements of that size: leaves the
// other factor in `index`.
std::int64_t takeFactor(Val& index) {
  constexpr std::int64_t kLargestFactor = 1 << 20;
  const Expr& e = *index.expr;
  if (e.kind != Expr::Kind::Binary || e.binary != BinaryOp::Mul || index.lo < 0) return 1;
  const bool first = e.lhs->kind == Expr::Kind::Const;
  const ExprPtr& factor = first ? e.lhs : e.rhs;
  if (factor->kind != Expr::Kind::Const || factor->value < 2 || factor->value > kLargestFactor) {
    return 1;
  }
  const std::int64_t by = factor->value;
  index = dynamic(first ? e.rhs : e.lhs, index.width, (index.lo + by - 1) / by, index.hi / by);
  return by;
}

// Elements of an array that a pointer with an unknown index can point to: each is a case of its
// own in expressions and in what the pointer is assumed to point to. Of a larger array only the
// first elements are followed; a run that gets to another is not decided.
constexpr std::int64_t kMostElements = 1024;
constexpr std::int64_t kFirstElements = 64;

constexpr unsigned kDeepestCalls = 8;

// Is memory accessed through the pointer, and nothing else done with it? Then the address after the
// last element needs no code of its own.
bool onlyAccessed(const llvm::Value& pointer, unsigned depth = 0) {
  return std::all_of(pointer.use_begin(), pointer.use_end(), [&](const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::GEPOperator>(user)) return onlyAccessed(*user, depth);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr || !call->isArgOperand(&use)) return false;
      if (callee->isDeclaration()) return true;
      if (callee->isVarArg() || depth > kDeepestCalls) return false;
      return onlyAccessed(*callee->getArg(call->getArgOperandNo(&use)), depth + 1);
    }
    return llvm::isa<llvm::LoadInst>(user) ||
           (llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == 1) ||
           (llvm::isa<llvm::AtomicRMWInst>(user) && use.getOperandNo() == 0) ||
           (llvm::isa<llvm::AtomicCmpXchgInst>(user) && use.getOperandNo() == 0);
  });
}

}  // namespace

Val Values::gep(State& s, const llvm::GEPOperator& in) {
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  if (in.getType()->isVectorTy()) code.refuse(s, "vectors are not supported", "use scalars");
  Val pointer = arithmetic.coded(operand(s, in.getPointerOperand()));
  const llvm::Type* outer = nullptr;
  for (auto at = llvm::gep_type_begin(in); at != llvm::gep_type_end(in);
       outer = at.getIndexedType(), ++at) {
    if (llvm::StructType* type = at.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(at.getOperand())->getZExtValue();
      const auto* fields = layout.getStructLayout(type);
      pointer = arithmetic.moved(
          pointer, static_cast<std::int64_t>(fields->getElementOffset(unsigned(field))));
      continue;
    }
    const auto stride =
        static_cast<std::int64_t>(at.getSequentialElementStride(layout).getFixedValue());
    Val index = operand(s, at.getOperand());
    if (isUnset(index)) return undef(64);  // nothing can be accessed through it
    if (index.is(Val::Kind::Int)) {
      pointer = arithmetic.moved(pointer, index.value * stride);
    } else {
      // An array of one element at the end of a structure may stand for more.
      const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(outer);
      const auto count = array != nullptr ? static_cast<std::int64_t>(array->getNumElements()) : 0;
      const std::int64_t factor = count > 1 ? 1 : takeFactor(index);
      pointer =
          indexed(s, pointer, index, stride * factor, count > 1 ? count : 0, !onlyAccessed(in));
    }
  }
  return pointer;
}

// The pointer may point to any element of the array. Outside of the array it is null, so that
// using it is a fault.
Val Values::indexed(State& s, const Val& pointer, const Val& index, std::int64_t stride,
                    std::int64_t count, bool end) {
  if (stride == 0) return pointer;
  const Targets bases = targetsOf(pointer);
  if (bases.empty()) return pointer;
  // A pointer that can be only one address may still be null, and stays so.
  const bool certain = pointer.is(Val::Kind::Addr);
  Targets after;
  ExprPtr sum = constant(0);
  for (const Target& base : bases) {
    const std::int64_t size = c.objects[base.object].size;
    const std::int64_t first = -(base.offset / stride);
    const std::int64_t last = (size - (end ? 0 : 1) - base.offset) / stride;
    std::int64_t lo = std::max(count > 0 ? 0 : first, index.lo);
    std::int64_t hi = std::min(count > 0 ? std::min(last, count - (end ? 0 : 1)) : last, index.hi);
    if (lo > hi) continue;
    if (hi - lo > kMostElements) {
      const std::int64_t from = std::clamp<std::int64_t>(0, lo, hi);
      const std::int64_t to = std::min(hi, from + kFirstElements - 1);
      // Outside of the array it is an error as in any other.
      const ExprPtr followed =
          binary(BinaryOp::And, binary(BinaryOp::Ge, index.expr, constant(from)),
                 binary(BinaryOp::Le, index.expr, constant(to)));
      const ExprPtr beyond = binary(BinaryOp::Or, binary(BinaryOp::Lt, index.expr, constant(lo)),
                                    binary(BinaryOp::Gt, index.expr, constant(hi)));
      ExprPtr other = constant(0);
      if (!certain) {
        other = binary(BinaryOp::Ne, cells.exprOf(pointer), cells.encoded(base));
      }
      code.unsupportedUnless(
          s, binary(BinaryOp::Or, other, binary(BinaryOp::Or, followed, beyond)),
          fmt::format("an index that depends on shared memory is used in an array of more than {} "
                      "elements and is not one of the first {}; make the array smaller",
                      kMostElements, kFirstElements));
      lo = from;
      hi = to;
    }
    std::vector<std::int64_t> numbers;
    for (std::int64_t k = lo; k <= hi; ++k) {
      const Target t{base.object, base.offset + k * stride};
      after.insert(t);
      numbers.push_back(cells.encoded(t)->value);
    }
    const std::int64_t step = numbers.size() > 1 ? numbers[1] - numbers[0] : 0;
    bool regular = true;
    for (std::size_t k = 1; k < numbers.size(); ++k) regular &= numbers[k] - numbers[k - 1] == step;
    ExprPtr one = constant(0);
    if (regular) {
      one = binary(BinaryOp::Add, constant(numbers[0] - lo * step),
                   binary(BinaryOp::Mul, index.expr, constant(step)));
      if (index.lo < lo || index.hi > hi) {
        const ExprPtr inside = binary(BinaryOp::And, binary(BinaryOp::Ge, index.expr, constant(lo)),
                                      binary(BinaryOp::Le, index.expr, constant(hi)));
        one = binary(BinaryOp::Mul, inside, one);
      }
    } else {
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const ExprPtr is =
            binary(BinaryOp::Eq, index.expr, constant(lo + static_cast<std::int64_t>(k)));
        one = binary(BinaryOp::Add, one, binary(BinaryOp::Mul, is, constant(numbers[k])));
      }
    }
    if (!certain) {
      one = binary(BinaryOp::Mul, binary(BinaryOp::Eq, cells.exprOf(pointer), cells.encoded(base)),
                   one);
    }
    sum = sum->kind == Expr::Kind::Const ? one : binary(BinaryOp::Add, sum, one);
  }
  if (pointer.is(Val::Kind::Addr)) privateMemory.escape(s, after);
  Val out = dynamic(sum, 64, kPointerType.lo, kPointerType.hi);
  out.targets = std::make_shared<Targets>(std::move(after));
  return out;
}

}  // namespace robur::frontend_llvm
