#include "semantics/expr_code.h"

#include <algorithm>
#include <array>
#include <limits>

namespace robur {

namespace {

bool divides(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) {
    found |= node.kind == Expr::Kind::Binary &&
             (node.binary == BinaryOp::Div || node.binary == BinaryOp::Mod);
  });
  return found;
}

}  // namespace

ExprCode::ExprCode(const Program& program, std::int64_t threadIndex, const ExprPtr& e) {
  if (e) emit(program, threadIndex, *e, 1);
}

void ExprCode::emit(const Program& program, std::int64_t threadIndex, const Expr& e,
                    unsigned depth) {
  stackSize = std::max(stackSize, depth);
  switch (e.kind) {
    case Expr::Kind::Const:
      code.push_back({Op::Const, {}, {}, e.value});
      return;
    case Expr::Kind::Reg:
      code.push_back({Op::Reg, {}, {}, raw(e.reg)});
      return;
    case Expr::Kind::ThreadIndex:
      code.push_back({Op::Const, {}, {}, threadIndex});
      return;
    case Expr::Kind::Loaded:
      code.push_back({Op::Loaded, {}, {}, 0});
      return;
    case Expr::Kind::AddressOf:
      code.push_back({Op::Const, {}, {}, raw(program.firstCell(e.location))});
      return;
    case Expr::Kind::Unary: {
      emit(program, threadIndex, *e.lhs, depth);
      if (code.back().op == Op::Const) {
        code.back().value = applyUnary(e.unary, code.back().value);
      } else {
        code.push_back({Op::Unary, e.unary, {}, 0});
      }
      return;
    }
    case Expr::Kind::Binary: {
      emit(program, threadIndex, *e.lhs, depth);
      const std::size_t skip = code.size();
      const bool guarded =
          (e.binary == BinaryOp::And || e.binary == BinaryOp::Or) && divides(e.rhs);
      if (guarded) {
        code.push_back({e.binary == BinaryOp::And ? Op::SkipIfZero : Op::SkipIfNotZero, {}, {}, 0});
      }
      emit(program, threadIndex, *e.rhs, depth + 1);
      // In postfix order, two constants at the end are exactly the two operands.
      const std::size_t n = code.size();
      if (n >= 2 && code[n - 1].op == Op::Const && code[n - 2].op == Op::Const) {
        bool byZero = false;
        const std::int64_t v = applyBinary(e.binary, code[n - 2].value, code[n - 1].value, byZero);
        if (!byZero) {
          code.pop_back();
          code.back().value = v;
          return;
        }
      }
      code.push_back({Op::Binary, {}, e.binary, 0});
      if (guarded) code[skip].value = static_cast<std::int64_t>(code.size());
      return;
    }
  }
}

bool ExprCode::usesLoaded() const {
  return std::any_of(code.begin(), code.end(), [](const Word& w) { return w.op == Op::Loaded; });
}

std::int64_t ExprCode::evalLoop(EvalContext& context) const {
  std::array<std::int64_t, 32> small;
  std::vector<std::int64_t> large;
  std::int64_t* stack = small.data();
  if (stackSize > small.size()) {
    large.resize(stackSize);
    stack = large.data();
  }
  std::int64_t* top = stack;  // one past the last operand
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Word& w = code[i];
    switch (w.op) {
      case Op::Const:
        *top++ = w.value;
        break;
      case Op::Reg:
        *top++ = context.registers[w.value];
        break;
      case Op::Loaded:
        *top++ = context.loaded;
        break;
      case Op::Unary:
        top[-1] = applyUnary(w.unary, top[-1]);
        break;
      case Op::Binary:
        top[-2] = applyBinary(w.binary, top[-2], top[-1], context.divisionByZero);
        --top;
        break;
      case Op::SkipIfZero:
      case Op::SkipIfNotZero:
        if ((top[-1] == 0) == (w.op == Op::SkipIfZero)) {
          top[-1] = top[-1] != 0;
          i = static_cast<std::size_t>(w.value) - 1;
        }
        break;
    }
  }
  return stack[0];
}

}  // namespace robur
