// Proofs about conditions, each checked against all values of its registers.
#include "frontend/trencher/logic.h"

#include <gtest/gtest.h>

#include <random>

#include "program/arithmetic.h"

namespace robur::frontend_trencher {
namespace {

constexpr int kRegisters = 3;
constexpr int kValues = 4;  // of each register: -1..2

std::int64_t valueOf(const ExprPtr& e, int assignment) {
  switch (e->kind) {
    case Expr::Kind::Const:
      return e->value;
    case Expr::Kind::Reg:
      for (std::uint32_t i = 0; i < raw(e->reg); ++i) assignment /= kValues;
      return assignment % kValues - 1;
    case Expr::Kind::Unary:
      return apply(e->unary, valueOf(e->lhs, assignment));
    default:
      return *apply(e->binary, valueOf(e->lhs, assignment), valueOf(e->rhs, assignment));
  }
}

struct Random {
  std::mt19937 engine;

  int upTo(int most) { return static_cast<int>(engine() % static_cast<unsigned>(most + 1)); }

  ExprPtr expr(int depth) {
    static constexpr BinaryOp kOps[] = {BinaryOp::Eq,  BinaryOp::Ne,    BinaryOp::Lt,  BinaryOp::Le,
                                        BinaryOp::Gt,  BinaryOp::Ge,    BinaryOp::And, BinaryOp::Or,
                                        BinaryOp::Add, BinaryOp::BitAnd};
    const int kind = upTo(depth > 0 ? 5 : 1);
    if (kind == 0) return constant(upTo(3) - 1);
    if (kind == 1) return reg(RegId{static_cast<std::uint32_t>(upTo(kRegisters - 1))});
    if (kind == 2) return unary(UnaryOp::Not, expr(depth - 1));
    return binary(kOps[upTo(9)], expr(depth - 1), expr(depth - 1));
  }
};

TEST(TrencherLogic, NormalFormMeansTheSame) {
  Random random{std::mt19937(1)};
  for (int round = 0; round < 3000; ++round) {
    const ExprPtr e = random.expr(3);
    const ExprPtr yes = truth(e);
    const ExprPtr no = negation(yes);
    for (int a = 0; a < kValues * kValues * kValues; ++a) {
      ASSERT_EQ(valueOf(yes, a), valueOf(e, a) != 0 ? 1 : 0) << round;
      ASSERT_EQ(valueOf(no, a), valueOf(e, a) != 0 ? 0 : 1) << round;
    }
  }
}

TEST(TrencherLogic, WhatIsProvedHolds) {
  Random random{std::mt19937(2)};
  int proved = 0;
  int excluded = 0;
  for (int round = 0; round < 5000; ++round) {
    const ExprPtr a = truth(random.expr(2));
    const ExprPtr b = truth(random.expr(2));
    const bool always = alwaysHolds(disjunction({a, b}));
    const bool apart = exclude(a, b);
    proved += always;
    excluded += apart;
    for (int v = 0; v < kValues * kValues * kValues; ++v) {
      const bool left = valueOf(a, v) != 0;
      const bool right = valueOf(b, v) != 0;
      ASSERT_TRUE(!always || left || right) << round;
      ASSERT_FALSE(apart && left && right) << round;
    }
  }
  EXPECT_GT(proved, 500) << "the test would be empty";
  EXPECT_GT(excluded, 500);
}

TEST(TrencherLogic, ComparisonsAreUnderstoodALittle) {
  const ExprPtr a = reg(RegId{0});
  const ExprPtr b = reg(RegId{1});
  const auto is = [](BinaryOp op, const ExprPtr& l, const ExprPtr& r) {
    return truth(binary(op, l, r));
  };
  EXPECT_TRUE(exclude(is(BinaryOp::Eq, a, constant(1)), is(BinaryOp::Eq, constant(2), a)));
  EXPECT_TRUE(exclude(is(BinaryOp::Eq, a, b), is(BinaryOp::Gt, b, a)));
  EXPECT_TRUE(exclude(is(BinaryOp::Lt, a, b), is(BinaryOp::Lt, b, a)));
  EXPECT_FALSE(exclude(is(BinaryOp::Le, a, b), is(BinaryOp::Le, b, a)));
  EXPECT_TRUE(alwaysHolds(disjunction({is(BinaryOp::Eq, a, b), is(BinaryOp::Ne, b, a)})));
  EXPECT_TRUE(alwaysHolds(disjunction({is(BinaryOp::Le, a, b), is(BinaryOp::Gt, a, b)})));
  EXPECT_TRUE(alwaysHolds(is(BinaryOp::Ge, a, a)));
  EXPECT_FALSE(alwaysHolds(
      disjunction({is(BinaryOp::Eq, a, constant(0)), is(BinaryOp::Eq, a, constant(1))})));
  EXPECT_TRUE(isConstant(conjunction({}), 1));
  EXPECT_TRUE(isConstant(disjunction({}), 0));
}

}  // namespace
}  // namespace robur::frontend_trencher
