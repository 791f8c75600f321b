// Pointers that are moved by known distances, and integers computed from addresses.
#include <llvm/IR/Instruction.h>

#include "frontend/llvm/arithmetic.h"

namespace robur::frontend_llvm {

namespace {

using I = llvm::Instruction;

}  // namespace

// Addresses that pass through integers: distances, moves by known amounts, alignment.
Val Arithmetic::pointerOp(unsigned opcode, const Val& a, const Val& b) {
  if (a.is(Val::Kind::Addr) && b.is(Val::Kind::Addr) && opcode == I::Sub && a.object == b.object) {
    return integer(a.value - b.value, 64);
  }
  if (opcode == I::Add && b.is(Val::Kind::Int)) return moved(a, b.value);
  if (opcode == I::Add && a.is(Val::Kind::Int)) return moved(b, a.value);
  if (opcode == I::Sub && b.is(Val::Kind::Int)) return moved(a, -b.value);
  if (opcode == I::And && a.is(Val::Kind::Addr) && b.is(Val::Kind::Int) && b.value >= 0 &&
      b.value < 8) {
    return integer(a.value & b.value, 64);
  }
  code.refuse("this computes with the bits of a pointer",
              "keep tags and counters in separate fields instead of in pointer bits");
}

Val Arithmetic::moved(const Val& pointer, std::int64_t bytes) {
  if (bytes == 0) return pointer;
  Val out = pointer;
  switch (pointer.kind) {
    case Val::Kind::Addr:
    case Val::Kind::Int:
      out.value += bytes;
      return out;
    case Val::Kind::Dyn: {
      if (!pointer.targets) return out;  // null or not an address: using it is a fault
      Targets after;
      std::map<std::int64_t, std::vector<ExprPtr>>
          distance;  // in cells, and the pointers it applies to
      for (const Target& t : *pointer.targets) {
        if (c.objects[t.object].kind == Object::Kind::Function) continue;
        const Target next{t.object, t.offset + bytes};
        after.insert(next);
        const ExprPtr from = cells.encoded(t);
        const ExprPtr to = cells.encoded(next);
        distance[to->value - from->value].push_back(from);
      }
      // The distance is usually the same in all objects. If not, it depends on the pointer.
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
      // Null remains a pointer through which nothing can be accessed.
      out.targets = std::make_shared<Targets>(std::move(after));
      return out;
    }
    default:
      return out;
  }
}

}  // namespace robur::frontend_llvm
