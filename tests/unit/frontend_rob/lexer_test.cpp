// Tokens and the small helpers below the parser.
#include <gtest/gtest.h>

#include "frontend/rob/constants.h"
#include "frontend/rob/lexer.h"
#include "frontend/rob/suggest.h"

namespace robur::frontend_rob {
namespace {

std::vector<Tok> kinds(std::string_view text, Lexer::Comments comments = Lexer::Comments::Skip) {
  Errors errors;
  Lexer lexer(text, errors, comments);
  std::vector<Tok> out;
  do {
    out.push_back(lexer.next().kind);
  } while (out.back() != Tok::End);
  EXPECT_FALSE(errors.any()) << text;
  return out;
}

TEST(RobLexer, LongestSymbolWins) {
  EXPECT_EQ(kinds("a<<=b"),
            (std::vector{Tok::Name, Tok::LessLess, Tok::Assign, Tok::Name, Tok::End}));
  EXPECT_EQ(kinds("0..3"), (std::vector{Tok::Number, Tok::DotDot, Tok::Number, Tok::End}));
  EXPECT_EQ(kinds("a&&&b"), (std::vector{Tok::Name, Tok::AmpAmp, Tok::Amp, Tok::Name, Tok::End}));
  EXPECT_EQ(kinds("!==|=||"),
            (std::vector{Tok::BangEqual, Tok::Assign, Tok::PipeAssign, Tok::PipePipe, Tok::End}));
}

TEST(RobLexer, OnlyKeywordsAreReserved) {
  EXPECT_EQ(
      kinds("thread threads lock acq load tid"),
      (std::vector{Tok::Thread, Tok::Name, Tok::Name, Tok::Name, Tok::Name, Tok::Tid, Tok::End}));
}

TEST(RobLexer, CommentsEndWhereTheySay) {
  EXPECT_EQ(kinds("a // b\nc /* d */ e /**/ f // g"),
            (std::vector{Tok::Name, Tok::Name, Tok::Name, Tok::Name, Tok::End}));
  EXPECT_EQ(kinds("a // b\n/* c */", Lexer::Comments::Keep),
            (std::vector{Tok::Name, Tok::Comment, Tok::Comment, Tok::End}));
}

TEST(RobLexer, ByteOrderMarkAndCarriageReturnsAreBlanks) {
  EXPECT_EQ(kinds("\xEF\xBB\xBF"
                  "a\r\nb\r\n"),
            (std::vector{Tok::Name, Tok::Name, Tok::End}));
}

TEST(RobLexer, Numbers) {
  Errors errors;
  Lexer lexer("0 42 0x2A 0Xff 9223372036854775807 9223372036854775808", errors);
  for (const std::uint64_t expected :
       {std::uint64_t{0}, std::uint64_t{42}, std::uint64_t{42}, std::uint64_t{255},
        (std::uint64_t{1} << 63) - 1, std::uint64_t{1} << 63}) {
    const Token token = lexer.next();
    EXPECT_EQ(token.kind, Tok::Number);
    EXPECT_EQ(token.value, expected);
  }
  EXPECT_FALSE(errors.any());
}

TEST(RobSuggest, EditDistanceCountsSwapsOnce) {
  EXPECT_EQ(editDistance("load", "load", 5), 0u);
  EXPECT_EQ(editDistance("laod", "load", 5), 1u);
  EXPECT_EQ(editDistance("lod", "load", 5), 1u);
  EXPECT_EQ(editDistance("loadd", "load", 5), 1u);
  EXPECT_EQ(editDistance("lord", "load", 5), 1u);
  EXPECT_EQ(editDistance("", "load", 5), 4u);
  EXPECT_EQ(editDistance("kitten", "sitting", 5), 3u);
  EXPECT_EQ(editDistance("kitten", "sitting", 2), 3u);
}

TEST(RobSuggest, TheClosestNameAndTheFirstOfEquals) {
  Suggestion s("wants_c");
  s.consider({"wants", "wants_a", "wants_b"});
  EXPECT_EQ(s.best(), "wants_a");
  Suggestion shortName("x");
  shortName.consider("y");
  EXPECT_FALSE(shortName.found());
  EXPECT_EQ(shortName.text("nothing"), "nothing");
}

TEST(RobConstants, ArithmeticWrapsLikeTheRun) {
  constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(apply(BinaryOp::Add, kMax, 1), kMin);
  EXPECT_EQ(apply(BinaryOp::Mul, kMax, 2), -2);
  EXPECT_EQ(apply(BinaryOp::Div, -7, 2), -3);
  EXPECT_EQ(apply(BinaryOp::Mod, -7, 2), -1);
  EXPECT_EQ(apply(BinaryOp::Div, kMin, -1), kMin);
  EXPECT_EQ(apply(BinaryOp::Mod, kMin, -1), 0);
  EXPECT_EQ(apply(BinaryOp::Div, 1, 0), std::nullopt);
  EXPECT_EQ(apply(BinaryOp::Mod, 1, 0), std::nullopt);
  EXPECT_EQ(apply(BinaryOp::Shl, 1, 65), 2);
  EXPECT_EQ(apply(BinaryOp::Shr, -8, 1), -4);
  EXPECT_EQ(apply(UnaryOp::Neg, kMin), kMin);
  EXPECT_EQ(apply(UnaryOp::Not, 5), 0);
}

TEST(RobConstants, WhatMayFaultOrVaryIsNoConstant) {
  const ExprPtr fault = binary(BinaryOp::Div, constant(1), constant(0));
  EXPECT_EQ(constantValue(fault), std::nullopt);
  EXPECT_EQ(constantValue(binary(BinaryOp::And, constant(0), fault)), 0);
  EXPECT_EQ(constantValue(binary(BinaryOp::Or, constant(3), fault)), 1);
  EXPECT_EQ(constantValue(threadIndex()), std::nullopt);
  EXPECT_EQ(constantValue(binary(BinaryOp::Mul, reg(RegId{0}), constant(0))), std::nullopt);
}

}  // namespace
}  // namespace robur::frontend_rob
