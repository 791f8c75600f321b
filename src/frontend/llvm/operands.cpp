// Operands: constants of the module, results of earlier instructions, and how a value looks
// once it has to be a number in a register.
#include <fmt/format.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Operator.h>

#include "frontend/llvm/evaluator.h"

namespace robur::llvmfront {

namespace {

std::size_t sizeOf(const ExprPtr& e) {
  std::size_t count = 0;
  forEachNode(e, [&](const Expr&) { ++count; });
  return count;
}

constexpr std::size_t kLargestExpression = 40;

}  // namespace

unsigned Evaluator::widthOf(const llvm::Type* type) {
  if (type->isPointerTy()) return 64;
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return type->getIntegerBitWidth();
  if (type->isFloatTy() || type->isDoubleTy() || type->isFloatingPointTy()) {
    refuse(*current, "floating point is not supported",
           "leave the computation out or use integers");
  }
  refuse(*current, "values of this type are not supported",
         "use integers of at most 64 bits, pointers, and structures of them");
}

Val Evaluator::constantVal(const llvm::Constant* constant) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    const unsigned width = widthOf(number->getType());
    return integer(static_cast<std::int64_t>(number->getValue().getLimitedValue()), width);
  }
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return integer(0, 64);
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) {
    return constantVal(alias->getAliasee());
  }
  if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) {
    return address(c.objects.intern({Object::Kind::Function, function, 0, 0, 1}), 0);
  }
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    const auto size = static_cast<std::int64_t>(
        c.info.module().getDataLayout().getTypeAllocSize(global->getValueType()));
    const ContextId owner = global->isThreadLocal() ? c.contexts.root(self) : 0;
    return address(c.objects.intern({Object::Kind::Global, global, owner, 0, size}), 0);
  }
  if (llvm::isa<llvm::UndefValue>(constant)) {  // poison too
    if (!constant->getType()->isAggregateType()) return undef(widthOf(constant->getType()));
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    if (const auto* path = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      const llvm::DataLayout& layout = c.info.module().getDataLayout();
      llvm::APInt offset(64, 0);
      if (path->accumulateConstantOffset(layout, offset)) {
        Val base = constantVal(llvm::cast<llvm::Constant>(path->getPointerOperand()));
        base.value += offset.getSExtValue();
        return base;
      }
    }
    if (expression->isCast()) {
      return cast(expression->getOpcode(), constantVal(expression->getOperand(0)),
                  widthOf(expression->getType()));
    }
    if (expression->getNumOperands() == 2) {
      return binaryOp(expression->getOpcode(), constantVal(expression->getOperand(0)),
                      constantVal(expression->getOperand(1)));
    }
  }
  if (constant->getType()->isStructTy() || constant->getType()->isArrayTy()) {
    Val all;
    all.kind = Val::Kind::Agg;
    const auto* type = constant->getType();
    const unsigned count = type->isStructTy() ? type->getStructNumElements()
                                              : static_cast<unsigned>(type->getArrayNumElements());
    for (unsigned i = 0; i < count; ++i) {
      all.parts.push_back(constantVal(constant->getAggregateElement(i)));
    }
    return all;
  }
  if (llvm::isa<llvm::ConstantTokenNone>(constant)) return undef(0);
  refuse(*current, "this constant is not supported", "use integers and pointers");
}

Val Evaluator::operand(State& s, const llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constantVal(constant);
  const auto it = s.top().values.find(c.info.id(value));
  if (it == s.top().values.end()) {
    if (llvm::isa<llvm::InlineAsm>(value)) {
      refuse(s, "inline assembly is not supported", "use atomics of the language instead");
    }
    return undef(value->getType()->isSized() && !value->getType()->isAggregateType()
                     ? widthOf(value->getType())
                     : 0);
  }
  return it->second;
}

void Evaluator::set(State& s, const llvm::Instruction& in, Val val) {
  if (!in.getType()->isVoidTy()) s.top().values[c.info.id(&in)] = shrink(std::move(val));
}

Val Evaluator::shrink(Val v) {
  if (!v.is(Val::Kind::Dyn) || sizeOf(v.expr) <= kLargestExpression) return v;
  Instr instr;
  instr.op = Op::Assign;
  instr.span = here(*current);
  instr.dst = fresh(v.width, v.targets != nullptr);
  instr.value = v.expr;
  v.expr = reg(instr.dst);
  out.emit(std::move(instr));
  return v;
}

// A pointer outside its object is as good as null: nothing can be read through it.
ExprPtr Evaluator::encoded(const Target& target) {
  const Object& object = c.objects[target.object];
  if (object.kind == Object::Kind::Function) {
    const auto* function = llvm::cast<llvm::Function>(object.origin);
    std::size_t i = 0;
    while (i < c.functions.size() && c.functions[i] != function) ++i;
    if (i == c.functions.size()) {
      c.functions.push_back(function);
      c.facts.changed = true;
    }
    return constant(kFunctionBase + static_cast<std::int64_t>(i));
  }
  if (target.offset < 0 || target.offset >= object.size) return constant(0);
  leafAt(target, 0, Order::NonAtomic, false);
  const std::int64_t cell = c.layout->cell(target);
  return constant(cell < 0 ? 0 : kPointerBase + cell);
}

ExprPtr Evaluator::exprOf(const Val& v) {
  switch (v.kind) {
    case Val::Kind::Int:
      return constant(v.value);
    case Val::Kind::Addr:
      return encoded({v.object, v.value});
    case Val::Kind::Dyn:
      return v.expr;
    default:
      return constant(0);
  }
}

Targets Evaluator::targetsOf(const Val& v) {
  if (v.is(Val::Kind::Addr)) return {{v.object, v.value}};
  if (v.is(Val::Kind::Dyn) && v.targets) return *v.targets;
  return {};
}

Val Evaluator::merged(State& s, Val v) {
  if (v.is(Val::Kind::Addr)) {
    const Targets targets = targetsOf(v);
    escape(s, targets);
    Val out = dynamic(exprOf(v), 64, kPointerType.lo, kPointerType.hi);
    out.targets = std::make_shared<Targets>(targets);
    return out;
  }
  if (v.is(Val::Kind::Undef)) return integer(0, v.width == 0 ? 64 : v.width);
  return v;
}

Val Evaluator::gep(State& s, const llvm::GEPOperator& in) {
  const llvm::DataLayout& layout = c.info.module().getDataLayout();
  if (in.getType()->isVectorTy()) refuse(s, "vectors are not supported");
  Val pointer = operand(s, in.getPointerOperand());
  const llvm::Type* outer = nullptr;
  for (auto at = llvm::gep_type_begin(in); at != llvm::gep_type_end(in);
       outer = at.getIndexedType(), ++at) {
    if (llvm::StructType* type = at.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(at.getOperand())->getZExtValue();
      const auto* fields = layout.getStructLayout(type);
      pointer =
          moved(s, pointer, static_cast<std::int64_t>(fields->getElementOffset(unsigned(field))));
      continue;
    }
    const auto stride =
        static_cast<std::int64_t>(at.getSequentialElementStride(layout).getFixedValue());
    Val index = operand(s, at.getOperand());
    if (isUnset(index)) return undef(64);  // nothing can be read through it
    if (index.is(Val::Kind::Int)) {
      pointer = moved(s, pointer, index.value * stride);
    } else {
      // An array of one element at the end of a structure may stand for more.
      const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(outer);
      const auto count = array != nullptr ? static_cast<std::int64_t>(array->getNumElements()) : 0;
      pointer = indexed(s, pointer, index, stride, count > 1 ? count : 0);
    }
  }
  return pointer;
}

Val Evaluator::moved(State&, const Val& pointer, std::int64_t bytes) {
  if (bytes == 0) return pointer;
  Val out = pointer;
  switch (pointer.kind) {
    case Val::Kind::Addr:
    case Val::Kind::Int:
      out.value += bytes;
      return out;
    case Val::Kind::Dyn: {
      if (!pointer.targets) return out;  // null, or no address at all: using it is a fault
      Targets after;
      std::map<std::int64_t, std::vector<ExprPtr>> distance;  // in cells: for which pointers
      for (const Target& t : *pointer.targets) {
        if (c.objects[t.object].kind == Object::Kind::Function) continue;
        const Target next{t.object, t.offset + bytes};
        after.insert(next);
        const ExprPtr from = encoded(t);
        const ExprPtr to = encoded(next);
        distance[to->value - from->value].push_back(from);
      }
      // Usually all objects are alike. If not, the distance depends on which one it is.
      ExprPtr delta = constant(0);
      if (distance.size() == 1) {
        delta = constant(distance.begin()->first);
      } else {
        for (const auto& [cells, pointers] : distance) {
          for (const ExprPtr& p : pointers) {
            delta = binary(
                BinaryOp::Add, delta,
                binary(BinaryOp::Mul, binary(BinaryOp::Eq, pointer.expr, p), constant(cells)));
          }
        }
      }
      out.expr = delta->kind == Expr::Kind::Const && delta->value == 0
                     ? pointer.expr
                     : binary(BinaryOp::Add, pointer.expr, delta);
      // Null stays a pointer that cannot be read through.
      out.targets = std::make_shared<Targets>(std::move(after));
      return out;
    }
    default:
      return out;
  }
}

// An index that is not known: the pointer may point to any element of the array. Outside of
// it the pointer is null, so that using it is a fault.
Val Evaluator::indexed(State& s, const Val& pointer, const Val& index, std::int64_t stride,
                       std::int64_t count) {
  if (stride == 0) return pointer;
  const Targets bases = targetsOf(pointer);
  if (bases.empty()) return pointer;
  Targets after;
  ExprPtr sum = constant(0);
  for (const Target& base : bases) {
    const std::int64_t size = c.objects[base.object].size;
    const std::int64_t first = -(base.offset / stride);
    const std::int64_t last = (size - 1 - base.offset) / stride;
    const std::int64_t lo = std::max(count > 0 ? 0 : first, index.lo);
    const std::int64_t hi = std::min(count > 0 ? std::min(last, count - 1) : last, index.hi);
    if (lo > hi) continue;
    if (hi - lo > 1024) {
      refuse(s, "this array is too large for an index that is not known", "make the array smaller");
    }
    std::vector<std::int64_t> cells;
    for (std::int64_t k = lo; k <= hi; ++k) {
      const Target t{base.object, base.offset + k * stride};
      after.insert(t);
      cells.push_back(encoded(t)->value);
    }
    const std::int64_t step = cells.size() > 1 ? cells[1] - cells[0] : 0;
    bool regular = true;
    for (std::size_t k = 1; k < cells.size(); ++k) regular &= cells[k] - cells[k - 1] == step;
    ExprPtr one = constant(0);
    if (regular) {
      one = binary(BinaryOp::Add, constant(cells[0] - lo * step),
                   binary(BinaryOp::Mul, index.expr, constant(step)));
      if (index.lo < lo || index.hi > hi) {
        const ExprPtr inside = binary(BinaryOp::And, binary(BinaryOp::Ge, index.expr, constant(lo)),
                                      binary(BinaryOp::Le, index.expr, constant(hi)));
        one = binary(BinaryOp::Mul, inside, one);
      }
    } else {
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const ExprPtr is =
            binary(BinaryOp::Eq, index.expr, constant(lo + static_cast<std::int64_t>(k)));
        one = binary(BinaryOp::Add, one, binary(BinaryOp::Mul, is, constant(cells[k])));
      }
    }
    if (bases.size() > 1) {
      one = binary(BinaryOp::Mul, binary(BinaryOp::Eq, exprOf(pointer), encoded(base)), one);
    }
    sum = sum->kind == Expr::Kind::Const ? one : binary(BinaryOp::Add, sum, one);
  }
  if (pointer.is(Val::Kind::Addr)) escape(s, after);
  Val out = dynamic(sum, 64, kPointerType.lo, kPointerType.hi);
  out.targets = std::make_shared<Targets>(std::move(after));
  return out;
}

}  // namespace robur::llvmfront
