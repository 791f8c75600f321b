#include "frontend/llvm/non_null.h"

#include <algorithm>
#include <optional>

namespace robur::frontend_llvm {

namespace {

struct NullTest {
  RegId tested;
  bool null;  // what it is where the condition holds
};

std::optional<NullTest> nullTestIn(const ExprPtr& e) {
  if (e->kind == Expr::Kind::Unary && e->unary == UnaryOp::Not) {
    std::optional<NullTest> test = nullTestIn(e->lhs);
    if (test) test->null = !test->null;
    return test;
  }
  const bool equality =
      e->kind == Expr::Kind::Binary && (e->binary == BinaryOp::Eq || e->binary == BinaryOp::Ne);
  if (!equality || e->lhs->kind != Expr::Kind::Reg) return std::nullopt;
  if (e->rhs->kind != Expr::Kind::Const || e->rhs->value != 0) return std::nullopt;
  return NullTest{e->lhs->reg, e->binary == BinaryOp::Eq};
}

void markNonNull(State& s, RegId tested) {
  const auto isTested = [&](const Val& v) {
    return v.is(Val::Kind::Dyn) && v.expr->kind == Expr::Kind::Reg && v.expr->reg == tested;
  };
  const auto mark = [&](Val& v) { v.nonNull |= isTested(v); };
  for (CallFrame& frame : s.frames) {
    for (auto& [id, val] : frame.values) {
      mark(val);
      std::ranges::for_each(val.parts, mark);
    }
  }
  for (const auto& [id, contents] : s.memory) {
    const bool holdsIt = std::ranges::any_of(
        contents->cells, [&](const auto& cell) { return isTested(cell.second.val); });
    if (contents->escaped || !holdsIt) continue;
    for (auto& [offset, bytes] : s.own(id).cells) mark(bytes.val);
  }
}

}  // namespace

void refineByNull(const ExprPtr& condition, State& holds, State& fails) {
  if (const auto test = nullTestIn(condition))
    markNonNull(test->null ? fails : holds, test->tested);
}

}  // namespace robur::frontend_llvm
