// Addresses: constant, computed from few values, computed from anything.
#include <gtest/gtest.h>

#include "unit/frontend_trencher/support.h"

namespace robur::testing {
namespace {

TEST(TrencherMemory, ConstantAddressesAreScalars) {
  EXPECT_EQ(loweredTrencher(inThread(R"(q0 q1 local p 7
    q1 q2 write 1 + p 1000000
    q2 q3 read r p
    q3 q4 read s 2)")),
            R"(atomic i32 m2
atomic i32 m7
atomic i32 m1000007
thread t p r s
  0 p = 7
  1 m1000007.store(1)
  2 r = m7.load()
  3 s = m2.load()
  4 return
)");
}

TEST(TrencherMemory, ComputedAddressesNeedAnArrayAsFarAsTheyReach) {
  EXPECT_EQ(loweredTrencher(inThread(R"(q0 q1 read p 0
    q1 q2 write 3 0
    q2 q3 read r + 1 * 2 p)")),
            R"(atomic i32 mem[8]
thread t p r
  0 p = mem[0].load()
  1 mem[0].store(3)
  2 r = mem[1 + 2 * p].load()
  3 return
)") << "p is 0 or 3";
}

TEST(TrencherMemory, ChecksBoundWhatRegistersHold) {
  EXPECT_EQ(parsedTrencher(inThread(R"(q0 q1 local i 1
    q1 q2 check <= i 5
    q2 q3 write i i
    q3 q1 local i + i 1)"))
                .cellCount(),
            6u);
}

TEST(TrencherMemory, UnknownAddressesReachAsFarAsConstants) {
  EXPECT_EQ(parsedTrencher(inThread(R"(q0 q1 read i 0
    q1 q2 write + i 1 0
    q2 q0 write 1 i
    q2 q3 write 0 9)"))
                .cellCount(),
            10u)
      << "i counts forever; a bounds error is found when it happens";
}

TEST(TrencherMemory, ValuesFlowBetweenThreads) {
  EXPECT_EQ(
      loweredTrencher("thread a initial q transition q r write 4 0 end "
                      "thread b initial q transition q r read p 0 transition r s read v p end"),
      R"(atomic i32 mem[5]
thread a
  0 mem[0].store(4)
  1 return
thread b p v
  0 p = mem[0].load()
  1 v = mem[p].load()
  2 return
)");
}

TEST(TrencherMemory, Errors) {
  EXPECT_EQ(diagnosticsTrencher(inThread("q0 q1 write 1 -1")),
            "a.txt:3:18: error: memory has no address -1\n"
            "  |\n"
            "3 | transition q0 q1 write 1 -1\n"
            "  |                  ^^^^^^^^^^\n"
            "help: addresses begin at 0\n");
  EXPECT_EQ(diagnosticsTrencher(inThread("q0 q1 write 9999 0\nq1 q2 read p 0\nq2 q3 read r p")),
            "a.txt:5:18: error: this can go to address 9999, which is too far\n"
            "  |\n"
            "5 | transition q2 q3 read r p\n"
            "  |                  ^^^^^^^^\n"
            "help: with computed addresses the last one is 4095\n");
}

}  // namespace
}  // namespace robur::testing
