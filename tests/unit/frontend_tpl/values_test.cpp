// Expressions, and arithmetic modulo max_value + 1.
#include <gtest/gtest.h>

#include "unit/frontend_tpl/support.h"

namespace robur::testing {
namespace {

std::string value(std::string_view expression) {
  const std::string text = bodyTpl("r = " + std::string(expression) + ";");
  return text.substr(8, text.find('\n') - 8);
}

TEST(TplValues, PrecedenceIsThatOfC) {
  EXPECT_EQ(value("r + s * 2"), "r + s * 2");
  EXPECT_EQ(value("(r + s) * 2"), "(r + s) * 2");
  EXPECT_EQ(value("r - s - 1"), "r - s - 1");
  EXPECT_EQ(value("r - (s - 1)"), "r - (s - 1)");
  EXPECT_EQ(value("r == s & 1"), "r == s & 1");
  EXPECT_EQ(value("r | s ^ r & s"), "r | s ^ r & s");
  EXPECT_EQ(value("r || s && r == 1"), "r || s && r == 1");
  EXPECT_EQ(value("r < s == s <= r"), "r < s == s <= r");
  EXPECT_EQ(value("r % 2 / s"), "r % 2 / s");
  EXPECT_EQ(value("!r == !!s"), "!r == !(!s)");
  EXPECT_EQ(value("-r - -1 + +s"), "-r - -1 + s");
  EXPECT_EQ(value("true + false"), "1 + 0");
}

TEST(TplValues, RegistersAndCellsWrapAround) {
  const Program p = parsedTpl("max_value 4; global x; fn t { local r; }");
  EXPECT_EQ(p.locations[0].type, (IntType{0, 4, IntType::Overflow::Wrap}));
  EXPECT_EQ(p.codes[0].registers[0].type, (IntType{0, 4, IntType::Overflow::Wrap}));
  EXPECT_EQ(p.locations[0].type.wrap(-1), 4);
  const Program q = parsedTpl("global x; fn t { }");
  EXPECT_EQ(q.locations[0].type.hi, 255);
}

TEST(TplValues, ConditionsAreReducedAsAWhole) {
  EXPECT_EQ(bodyTpl("assume(r + s); assume(r + s == 300); assume(!r); assume(r); assume(-r);"),
            R"(  0 assume((r + s) % 256)
  1 assume(r + s == 300)
  2 assume(!r)
  3 assume(r)
  4 assume(-r % 256)
  5 return
)");
}

TEST(TplValues, OperandsOfWaitAreReducedBeforeTheyAreCompared) {
  const Program p =
      parsedTpl("max_value 2; global x; fn t { local r; wait(x, r + 2, -1, 7, r == 1); }");
  const std::vector<Instr>& code = p.codes[0].instrs;
  ASSERT_EQ(code.size(), 3u);
  EXPECT_EQ(code[0].op, Instr::Op::Assign);
  EXPECT_EQ(p.codes[0].registers[1].name, "$1");
  EXPECT_EQ(p.codes[0].registers[1].type, p.locations[0].type);
  const ExprPtr either =
      binary(BinaryOp::Or,
             binary(BinaryOp::Or,
                    binary(BinaryOp::Or, binary(BinaryOp::Eq, loaded(), reg(RegId{1})),
                           binary(BinaryOp::Eq, loaded(), constant(2))),
                    binary(BinaryOp::Eq, loaded(), constant(1))),
             binary(BinaryOp::Eq, loaded(), binary(BinaryOp::Eq, reg(RegId{0}), constant(1))));
  EXPECT_TRUE(equal(code[1].value, either));
}

}  // namespace
}  // namespace robur::testing
