#include "program/expr.h"

#include <gtest/gtest.h>

namespace robur {
namespace {

TEST(Expr, EqualityIsStructural) {
  const ExprPtr a = binary(BinaryOp::Add, reg(RegId{0}), constant(1));
  EXPECT_TRUE(equal(a, binary(BinaryOp::Add, reg(RegId{0}), constant(1))));
  EXPECT_FALSE(equal(a, binary(BinaryOp::Sub, reg(RegId{0}), constant(1))));
  EXPECT_FALSE(equal(a, binary(BinaryOp::Add, reg(RegId{1}), constant(1))));
  EXPECT_FALSE(equal(a, binary(BinaryOp::Add, reg(RegId{0}), constant(2))));
  EXPECT_FALSE(equal(a, constant(1)));
  EXPECT_TRUE(equal(nullptr, nullptr));
  EXPECT_FALSE(equal(a, nullptr));
  EXPECT_TRUE(equal(threadIndex(), threadIndex()));
  EXPECT_FALSE(equal(threadIndex(), loaded()));
  EXPECT_FALSE(equal(addressOf(LocationId{0}), addressOf(LocationId{1})));
  EXPECT_FALSE(equal(unary(UnaryOp::Not, a), unary(UnaryOp::Neg, a)));
}

TEST(Expr, EveryNodeIsVisitedOnce) {
  const ExprPtr e = binary(BinaryOp::Mul, unary(UnaryOp::Neg, reg(RegId{3})),
                           binary(BinaryOp::Add, constant(4), constant(5)));
  int nodes = 0;
  std::int64_t sum = 0;
  forEachNode(e, [&](const Expr& node) {
    ++nodes;
    if (node.kind == Expr::Kind::Const) sum += node.value;
  });
  EXPECT_EQ(nodes, 6);
  EXPECT_EQ(sum, 9);
  forEachNode(nullptr, [&](const Expr&) { FAIL(); });
}

TEST(IntType, WrapsMathematically) {
  constexpr IntType kMod5{0, 4, IntType::Overflow::Wrap};
  EXPECT_EQ(kMod5.wrap(5), 0);
  EXPECT_EQ(kMod5.wrap(-1), 4);
  EXPECT_EQ(kMod5.wrap(-11), 4);
  EXPECT_EQ(kInt32.wrap(std::int64_t{1} << 31), -(std::int64_t{1} << 31));
  constexpr IntType kShifted{-3, 2, IntType::Overflow::Wrap};
  EXPECT_EQ(kShifted.wrap(3), -3);
  EXPECT_EQ(kShifted.wrap(-4), 2);
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  constexpr IntType kAll{kMin, std::numeric_limits<std::int64_t>::max(), IntType::Overflow::Wrap};
  EXPECT_EQ(kAll.wrap(kMin), kMin);
  EXPECT_EQ(kMod5.wrap(kMin), ((kMin % 5) + 5) % 5);
}

}  // namespace
}  // namespace robur
