// Lock ... unlock regions: which atomic access each shape becomes.
#include <gtest/gtest.h>

#include "unit/frontend_trencher/support.h"

namespace robur::testing {
namespace {

TEST(TrencherRegion, ReadAndWriteOfAnotherValueIsAnExchange) {
  EXPECT_EQ(threadTrencher(R"(q0 a lock
    a b read old 0
    b c write 5 0
    c q1 unlock
    q1 q2 write old 1)"),
            "  0 old = m0.exchange(5)\n  1 m1.store(old)\n  2 return\n");
}

TEST(TrencherRegion, SumsDifferencesAndMasks) {
  const auto writing = [](std::string_view value) {
    return threadTrencher("q0 a lock\na b read r 0\nb c write " + std::string(value) +
                          " 0\nc q1 unlock");
  };
  EXPECT_EQ(writing("+ r 1"), "  0 r = m0.fetch_add(1)\n  1 return\n");
  EXPECT_EQ(writing("+ 1 r"), "  0 r = m0.fetch_add(1)\n  1 return\n");
  EXPECT_EQ(writing("- r 2"), "  0 r = m0.fetch_sub(2)\n  1 return\n");
  EXPECT_EQ(writing("- + 5 r 2"), "  0 r = m0.fetch_add(3)\n  1 return\n");
  EXPECT_EQ(writing("& 6 r"), "  0 r = m0.fetch_and(6)\n  1 return\n");
  EXPECT_EQ(writing("r"), "  0 r = m0.fetch_add(0)\n  1 return\n");
}

TEST(TrencherRegion, ComputedInARegisterFirst) {
  EXPECT_EQ(threadTrencher(R"(q0 a lock
    a b read c 2
    b c local c - c 1
    c d write c 2
    d q1 unlock)"),
            "  0 c = m2.fetch_sub(1)\n  1 c = c - 1\n  2 return\n");
}

TEST(TrencherRegion, CompareAndSwapWithAFlag) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 read old 0
    q1 a lock
    a b read tmp 0
    b c local flag == tmp old
    c d check flag
    d e write 7 0
    e good unlock
    c f check == flag 0
    f q0 unlock
    good done write flag 1)"),
            R"(  0 old = m0.load()
  1 tmp = m0.cas(old, 7)
  2 if (tmp == old) -> 3 6
  3 flag = tmp == old
  4 m1.store(flag)
  5 return
  6 flag = tmp == old -> 0
)");
}

TEST(TrencherRegion, CompareAndSwapWithChecksOnTheValue) {
  EXPECT_EQ(threadTrencher(R"(q0 a lock
    a b read tmp 0
    b c check == tmp 3
    c d write + tmp 1 0
    d q1 unlock
    b e check != tmp 3
    e q0 unlock)"),
            "  0 tmp = m0.cas(3, 4)\n  1 if (tmp == 3) -> 2 0\n  2 return\n");
}

TEST(TrencherRegion, WithoutAWayToFailItBlocks) {
  constexpr std::string_view kExpected = "  0 tmp = m0.bcas(0, 1)\n  1 return\n";
  EXPECT_EQ(threadTrencher("q0 a lock\na b read tmp 0\nb c check == tmp 0\nc d write 1 0\n"
                           "d q1 unlock"),
            kExpected);
  EXPECT_EQ(threadTrencher("q0 a lock\na b read tmp 0\nb a check != tmp 0\nb c check == tmp 0\n"
                           "c d write 1 0\nd q1 unlock"),
            kExpected)
      << "going round with the lock held is waiting";
}

TEST(TrencherRegion, GuardsOnFewValuesAreOneSwapEach) {
  EXPECT_EQ(loweredTrencher(R"(
    thread signal initial q transition q r write 2 0 end
    thread take initial q
    transition q a lock
    transition a b read tmp 0
    transition b c check != tmp 0
    transition c d write - tmp 1 0
    transition d r unlock
    end)"),
            R"(atomic i32 m0
thread signal
  0 m0.store(2)
  1 return
thread take tmp
  0 choose -> 1 3
  1 tmp = m0.bcas(1, 0)
  2 return
  3 tmp = m0.bcas(2, 1) -> 2
)");
}

TEST(TrencherRegion, OnlyAWrite) {
  EXPECT_EQ(threadTrencher("q0 a lock\na b write 1 0\nb q1 unlock"),
            "  0 m0.exchange(1)\n  1 return\n");
  EXPECT_EQ(threadTrencher("q0 a lock\na b write 1 0\nb c read r 0\nc q1 unlock"),
            "  0 $1 = m0.exchange(1)\n  1 $2 = 1\n  2 r = $2\n  3 return\n");
}

TEST(TrencherRegion, OnlyARead) {
  EXPECT_EQ(threadTrencher("q0 a lock\na b read r 0\nb q1 unlock"),
            "  0 fence(sc)\n  1 r = m0.load()\n  2 fence(sc)\n  3 return\n");
  EXPECT_EQ(threadTrencher("q0 a lock\na b read r 0\nb c check < 0 r\nc q1 unlock\n"
                           "q1 q2 write 1 0"),
            "  0 fence(sc)\n  1 r = wait(0 < m0)\n  2 fence(sc)\n  3 m0.store(1)\n  4 return\n");
}

TEST(TrencherRegion, Nothing) {
  EXPECT_EQ(threadTrencher("q0 a lock\na b noop\nb q1 unlock"), "  0 fence(sc)\n  1 return\n");
}

TEST(TrencherRegion, ChoicesInsideAreMadeBefore) {
  EXPECT_EQ(threadTrencher(R"(q0 a lock
    a b read tmp 0
    b q0 unlock
    b c write 1 0
    c q1 unlock)"),
            R"(  0 choose -> 1 4
  1 fence(sc)
  2 tmp = m0.load()
  3 fence(sc) -> 0
  4 tmp = m0.exchange(1)
  5 return
)");
}

TEST(TrencherRegion, TheOldValueDoesNotOverwriteWhatIsStillNeeded) {
  EXPECT_EQ(threadTrencher(R"(q0 q1 read r 1
    q1 a lock
    a b local s r
    b c read r 0
    c d write + r s 0
    d e check == s r
    e q2 unlock
    d f check != s r
    f q3 unlock
    q2 q3 write 1 1)"),
            R"(  0 r = m1.load()
  1 $1 = m0.fetch_add(r)
  2 if ($1 == r) -> 3 7
  3 s = r
  4 r = $1
  5 m1.store(1)
  6 return
  7 s = r
  8 r = $1 -> 6
)");
}

TEST(TrencherRegion, ARegionThatIsNeverPassedStopsTheThread) {
  const std::string text = inThread("q0 a lock\na b read r 0\nb c check != r 0\nc d unlock");
  EXPECT_EQ(loweredTrencher(text), "atomic i32 m0\nthread t r\n  0 assume(0)\n  1 return\n");
  EXPECT_EQ(
      diagnosticsTrencher(text),
      "a.txt:3:17: warning: the thread never gets from this lock to an unlock: it stops here\n"
      "  |\n"
      "3 | transition q0 a lock\n"
      "  |                 ^^^^\n");
}

}  // namespace
}  // namespace robur::testing
