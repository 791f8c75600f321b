// Instructions and the states between them.
#include <gtest/gtest.h>

#include "unit/frontend_trencher/support.h"

namespace robur::testing {
namespace {

TEST(Trencher, EveryInstruction) {
  EXPECT_EQ(loweredTrencher(R"(#! tso: robust
# Words may stand anywhere.
thread t
initial q0
transition q0 q1  read r 0   # comments too
transition q1 q2  write + r 1  1
transition q2 q3  mfence
transition q3 q4  local s * r r
transition q4 q5  noop
transition q5 q6  check && < s 3 ! == r 2
end)"),
            R"(atomic i32 m0
atomic i32 m1
thread t r s
  0 r = m0.load()
  1 m1.store(r + 1)
  2 fence(sc)
  3 s = r * r
  4 assume(s < 3 && !(r == 2))
  5 return
)");
}

TEST(Trencher, OperatorsAndNumbers) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 read a 0
    q1 q2 read b 0
    q2 q3 local r == a b
    q3 q4 local r != a b
    q4 q5 local r <= a b
    q5 q6 local r > a b
    q6 q7 local r >= a b
    q7 q8 local r || a b
    q8 q9 local r - a b
    q9 q10 local r & a b
    q10 q11 local r - -5 +7
    q11 q12 write r 0)"),
            R"(  0 a = m0.load()
  1 b = m0.load()
  2 r = a == b
  3 r = a != b
  4 r = a <= b
  5 r = a > b
  6 r = a >= b
  7 r = a || b
  8 r = a - b
  9 r = a & b
  10 r = -12
  11 m0.store(r)
  12 return
)");
}

TEST(Trencher, ComplementaryChecksAreBranches) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 read r 0
    q1 q0 check != r 0
    q1 q2 check == r 0)"),
            "  0 r = m0.load()\n  1 if (r != 0) -> 0 2\n  2 return\n");
  EXPECT_EQ(threadTrencher(R"(q0 q1 read r 0
    q1 q0 check r
    q1 q2 check ! r)"),
            "  0 r = m0.load()\n  1 if (r != 0) -> 0 2\n  2 return\n");
  EXPECT_EQ(threadTrencher(R"(q0 q1 read r 0
    q1 q2 read s 1
    q2 q0 check && == r 1 < s r
    q2 q3 check || != r 1 >= s r)"),
            "  0 r = m0.load()\n  1 s = m1.load()\n  2 if (r == 1 && s < r) -> 0 3\n  3 return\n");
}

TEST(Trencher, ChecksThatExcludeEachOtherAreTestedInTurn) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 read r 0
    q1 q2 check == r 1
    q1 q0 check == r 2
    q1 q0 check == r 3
    q2 q3 write 1 0)"),
            R"(  0 r = m0.load()
  1 if (r == 1) -> 2 4
  2 m0.store(1)
  3 return
  4 if (r == 2) -> 0 5
  5 assume(r == 3) -> 0
)") << "the last is not the only one left";
}

TEST(Trencher, OverlappingChecksAreAChoice) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 read r 0
    q1 q2 check < r 2
    q1 q0 check > r 0)"),
            R"(  0 r = m0.load()
  1 choose -> 2 4
  2 assume(r < 2)
  3 return
  4 assume(0 < r) -> 0
)");
}

TEST(Trencher, OtherTransitionsAreAChoice) {
  EXPECT_EQ(threadTrencher("q0 q1 write 1 0\nq0 q1 noop\nq0 q1 mfence"),
            "  0 choose -> 1 2 3\n  1 m0.store(1)\n  2 return\n  3 fence(sc) -> 2\n");
}

TEST(Trencher, AStateWithoutTransitionsIsTheEnd) {
  EXPECT_EQ(loweredTrencher("thread a initial q end thread b initial q transition q q noop end"),
            "thread a\n  0 return\nthread b\n  0 goto -> 0\n");
}

TEST(Trencher, ChecksThatCannotPassAreLeftOut) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 local r 1
    q1 q2 check == r 0
    q1 q3 check == r 1
    q2 q2 write 7 0
    q3 q4 write r 0)"),
            "  0 r = 1\n  1 assume(r == 1)\n  2 m0.store(r)\n  3 return\n");
  EXPECT_EQ(threadTrencher("q0 q1 check 0\nq1 q2 write 1 0"), "  0 assume(0)\n  1 return\n");
}

TEST(Trencher, StatesAreLabels) {
  const Program p = parsedTrencher("thread t initial here transition here there write 1 0 end");
  ASSERT_EQ(p.codes[0].labels.size(), 2u);
  EXPECT_EQ(p.codes[0].labels[0].name, "here");
  EXPECT_EQ(p.codes[0].labels[0].pc, 0u);
  EXPECT_EQ(p.codes[0].labels[1].name, "there");
  EXPECT_EQ(p.codes[0].labels[1].pc, 1u);
  EXPECT_EQ(p.codes[0].instrs[0].span, (Span{0, 1, 45, 1, 54}));
  EXPECT_FALSE(p.codes[0].instrs[0].orderGiven);
}

}  // namespace
}  // namespace robur::testing
