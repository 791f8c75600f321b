#include <gtest/gtest.h>

#include "unit/frontend_tpl/support.h"

namespace robur::testing {
namespace {

TEST(TplControlFlow, IfElseWhile) {
  EXPECT_EQ(bodyTpl("if (r == 1) { r = 2; } else { r = 3; s = 4; } if (s) { } r = 5;"),
            R"(  0 if (r == 1) -> 1 3
  1 r = 2
  2 goto -> 5
  3 r = 3
  4 s = 4
  5 if (s) -> 6 6
  6 r = 5
  7 return
)");
  EXPECT_EQ(bodyTpl("while (r != 1) { r = x.load(); } s = 1;"),
            R"(  0 if (r != 1) -> 1 3
  1 r = x.load()
  2 goto -> 0
  3 s = 1
  4 return
)");
}

TEST(TplControlFlow, ConstantConditionsAreJumps) {
  EXPECT_EQ(bodyTpl("while (true) { r = 1; }"), "  0 goto\n  1 r = 1\n  2 goto -> 0\n  3 return\n");
  EXPECT_EQ(bodyTpl("if (false) { r = 1; }"), "  0 goto -> 2\n  1 r = 1\n  2 return\n");
  EXPECT_EQ(bodyTpl("if (256) { r = 1; }"), "  0 goto -> 2\n  1 r = 1\n  2 return\n")
      << "256 is 0 modulo 256";
}

TEST(TplControlFlow, LabelsAndJumps) {
  EXPECT_EQ(bodyTpl("a: b: r = 1; if (r == 0) goto end; goto a; end: skip;"),
            R"(  0 r = 1
  1 if (r == 0) -> 3 2
  2 goto -> 0
  3 return
)");
  const Program p = parsedTpl("global x; fn t { goto there; there: skip; }");
  ASSERT_EQ(p.codes[0].labels.size(), 1u);
  EXPECT_EQ(p.codes[0].labels[0].name, "there");
  EXPECT_EQ(p.codes[0].labels[0].pc, 1u);
}

TEST(TplControlFlow, LabelsBelongToTheirThread) {
  EXPECT_EQ(
      loweredTpl("global x; fn a { l: goto l; } fn b { l: goto l; }"),
      "atomic u8 x\nthread a\n  0 goto -> 0\n  1 return\nthread b\n  0 goto -> 0\n  1 return\n");
}

TEST(TplControlFlow, OneofChoosesAmongItsBlocks) {
  EXPECT_EQ(bodyTpl("oneof ({ r = 1; } { } { r = 3; s = 3; }); r = 0;"),
            R"(  0 choose -> 1 3 4
  1 r = 1
  2 goto -> 7
  3 goto -> 7
  4 r = 3
  5 s = 3
  6 goto
  7 r = 0
  8 return
)");
}

TEST(TplControlFlow, AssertAndAssume) {
  EXPECT_EQ(bodyTpl("assert(r == 1 && s != 2); assume(r);"),
            "  0 assert(r == 1 && s != 2)\n  1 assume(r)\n  2 return\n");
}

}  // namespace
}  // namespace robur::testing
