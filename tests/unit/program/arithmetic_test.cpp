// The operators on the values where two's complement arithmetic differs from the integers, compared
// with a definition over 128-bit integers that shares nothing with them.
#include "program/arithmetic.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace robur {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

std::vector<std::int64_t> edges() {
  std::vector<std::int64_t> out;
  for (const std::int64_t centre :
       {std::int64_t{0}, std::int64_t{63}, std::int64_t{-63}, std::int64_t{1} << 31,
        -(std::int64_t{1} << 31), std::int64_t{1} << 32}) {
    for (std::int64_t d = -2; d <= 2; ++d) out.push_back(centre + d);
  }
  for (std::int64_t d = 0; d < 3; ++d) {
    out.push_back(kLeast + d);
    out.push_back(kGreatest - d);
  }
  return out;
}

// The number modulo 2^64, as a signed one.
std::int64_t wrapped(Wide v) {
  const Wide size = Wide{1} << 64;
  Wide rest = v % size;
  if (rest < 0) rest += size;
  return static_cast<std::int64_t>(rest > kGreatest ? rest - size : rest);
}

Wide power(std::int64_t exponent) {
  Wide out = 1;
  for (std::int64_t i = 0; i < exponent; ++i) out *= 2;
  return out;
}

std::int64_t modulo(std::int64_t a, std::int64_t n) {
  return (a % n + n) % n;
}

// Toward minus infinity; n > 0.
Wide floorDiv(Wide a, Wide n) {
  const Wide q = a / n;
  return a % n < 0 ? q - 1 : q;
}

TEST(Arithmetic, SumsAndProductsWrap) {
  for (const std::int64_t a : edges()) {
    EXPECT_EQ(apply(UnaryOp::Neg, a), wrapped(-Wide{a})) << a;
    EXPECT_EQ(apply(UnaryOp::BitNot, a), wrapped(-Wide{a} - 1)) << a;
    EXPECT_EQ(apply(UnaryOp::Not, a), a == 0) << a;
    for (const std::int64_t b : edges()) {
      EXPECT_EQ(apply(BinaryOp::Add, a, b), wrapped(Wide{a} + b)) << a << " " << b;
      EXPECT_EQ(apply(BinaryOp::Sub, a, b), wrapped(Wide{a} - b)) << a << " " << b;
      EXPECT_EQ(apply(BinaryOp::Mul, a, b), wrapped(Wide{a} * b)) << a << " " << b;
    }
  }
}

TEST(Arithmetic, DivisionRoundsTowardZeroAndWraps) {
  for (const std::int64_t a : edges()) {
    EXPECT_EQ(apply(BinaryOp::Div, a, 0), std::nullopt);
    EXPECT_EQ(apply(BinaryOp::Mod, a, 0), std::nullopt);
    for (const std::int64_t b : edges()) {
      if (b == 0) continue;
      EXPECT_EQ(apply(BinaryOp::Div, a, b), wrapped(Wide{a} / b)) << a << " " << b;
      EXPECT_EQ(apply(BinaryOp::Mod, a, b), wrapped(Wide{a} % b)) << a << " " << b;
    }
  }
  EXPECT_EQ(apply(BinaryOp::Div, kLeast, -1), kLeast);
  EXPECT_EQ(apply(BinaryOp::Mod, kLeast, -1), 0);
}

TEST(Arithmetic, ShiftsCountModulo64AndKeepTheSign) {
  for (const std::int64_t a : edges()) {
    for (const std::int64_t b : edges()) {
      const std::int64_t count = modulo(b, 64);
      EXPECT_EQ(apply(BinaryOp::Shl, a, b), wrapped(wrapped(a) * power(count))) << a << " " << b;
      EXPECT_EQ(apply(BinaryOp::Shr, a, b), wrapped(floorDiv(a, power(count)))) << a << " " << b;
    }
  }
}

TEST(Arithmetic, ComparisonsAndLogicGiveZeroOrOne) {
  for (const std::int64_t a : edges()) {
    for (const std::int64_t b : edges()) {
      const Wide difference = Wide{a} - b;
      EXPECT_EQ(apply(BinaryOp::Eq, a, b), difference == 0 ? 1 : 0);
      EXPECT_EQ(apply(BinaryOp::Ne, a, b), difference == 0 ? 0 : 1);
      EXPECT_EQ(apply(BinaryOp::Lt, a, b), difference < 0 ? 1 : 0);
      EXPECT_EQ(apply(BinaryOp::Le, a, b), difference > 0 ? 0 : 1);
      EXPECT_EQ(apply(BinaryOp::Gt, a, b), difference > 0 ? 1 : 0);
      EXPECT_EQ(apply(BinaryOp::Ge, a, b), difference < 0 ? 0 : 1);
      EXPECT_EQ(apply(BinaryOp::And, a, b), a != 0 && b != 0 ? 1 : 0);
      EXPECT_EQ(apply(BinaryOp::Or, a, b), a == 0 && b == 0 ? 0 : 1);
    }
  }
}

// Bit by bit.
TEST(Arithmetic, BitwiseOperators) {
  const auto bit = [](std::int64_t v, int i) { return floorDiv(v, power(i)) % 2 != 0; };
  for (const std::int64_t a : edges()) {
    for (const std::int64_t b : edges()) {
      Wide both = 0;
      Wide either = 0;
      Wide one = 0;
      for (int i = 0; i < 64; ++i) {
        if (bit(a, i) && bit(b, i)) both += power(i);
        if (bit(a, i) || bit(b, i)) either += power(i);
        if (bit(a, i) != bit(b, i)) one += power(i);
      }
      EXPECT_EQ(apply(BinaryOp::BitAnd, a, b), wrapped(both)) << a << " " << b;
      EXPECT_EQ(apply(BinaryOp::BitOr, a, b), wrapped(either)) << a << " " << b;
      EXPECT_EQ(apply(BinaryOp::BitXor, a, b), wrapped(one)) << a << " " << b;
    }
  }
}

TEST(Arithmetic, FoldingKeepsWhatFaults) {
  const ExprPtr fault = binary(BinaryOp::Div, constant(1), constant(0));
  EXPECT_TRUE(equal(folded(fault), fault));
  EXPECT_TRUE(equal(folded(binary(BinaryOp::And, constant(0), fault)), constant(0)));
  EXPECT_TRUE(equal(folded(binary(BinaryOp::Or, constant(2), fault)), constant(1)));
  EXPECT_FALSE(equal(folded(binary(BinaryOp::And, constant(1), fault)), constant(1)));
  EXPECT_TRUE(
      equal(folded(binary(BinaryOp::Div, constant(kLeast), constant(-1))), constant(kLeast)));
}

}  // namespace
}  // namespace robur
