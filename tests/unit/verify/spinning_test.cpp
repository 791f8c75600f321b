// Loops in which a thread may spin forever: by hand, and against the hangs that brute force over
// src/graph finds under each model on random programs whose waits are written as loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "frontend/language.h"
#include "program/print.h"
#include "support/volume.h"
#include "unit/verify/hang_questions.h"
#include "verify/spinning.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kSpinningPrograms = kFewPrograms ? 40 : 400;
bool maySpin(const Program& program) {
  return asks(program, [](const Machine&, const verify::LocalGraphs& locals) {
    return verify::maySpinForever(locals);
  });
}

bool maySpin(const std::string& threads) {
  return asks(
      "atomic 0..3 x, y;\n" + threads + "thread other { x.store(2, rlx); y.store(1, rlx); }\n",
      [](const Machine&, const verify::LocalGraphs& locals) {
        return verify::maySpinForever(locals);
      });
}

TEST(Spinning, NeedsOneMemoryForAWholeRound) {
  EXPECT_TRUE(maySpin("thread one { while (x.load(acq) == 0) { } }\n"));
  EXPECT_TRUE(maySpin("thread one { while (x.load(acq) == 0) { fence(sc); } }\n"));
  EXPECT_TRUE(
      maySpin("thread one { local r; do { r = x.load(rlx); } while (r != y.load(rlx)); }\n"));
  EXPECT_TRUE(maySpin("thread one { while (x.cas(1, 3, rlx, rlx) != 1) { } }\n"));
  // The second read returns what the first one has read.
  EXPECT_FALSE(
      maySpin("thread one { local r; do { r = x.load(rlx); } while (r != x.load(rlx)); }\n"));
  EXPECT_TRUE(
      maySpin("thread one { local r; do { r = x.load(rlx); } while (r == x.load(rlx)); }\n"));
  // A compare-and-swap fails only if another thread has written.
  EXPECT_FALSE(maySpin(
      "thread one { local r; do { r = x.load(rlx); } while (x.cas(r, 3, rlx, rlx) != r); }\n"));
  // What is written in every round may be there already, unless it is never the same.
  EXPECT_TRUE(maySpin("thread one { while (x.load(acq) == 0) { y.store(1, rlx); } }\n"));
  EXPECT_TRUE(maySpin("thread one { while (x.exchange(1, acq) == 1) { } }\n"));
  EXPECT_FALSE(maySpin("thread one { while (x.exchange(1, acq) != 1) { } }\n"));
  EXPECT_FALSE(
      maySpin("thread one { while (x.load(acq) == 0) { y.store(1, rlx); y.store(2, rlx); } }\n"));
}

TEST(Spinning, IsThereWhereBruteForceFindsAHang) {
  std::size_t hanging = 0;
  forEachHanging(9501, kSpinningPrograms, [&](std::uint64_t seed, const Program& program) {
    const Program written = waitsAsLoops(program);
    const bool waits = std::ranges::any_of(written.codes, [](const Code& code) {
      return std::ranges::any_of(code.instrs, [](const Instr& in) {
        return in.op == Instr::Op::Wait || in.op == Instr::Op::Bcas;
      });
    });
    if (waits) return;
    ++hanging;
    EXPECT_TRUE(maySpin(written)) << "seed " << seed << "\n" << printRob(written);
  });
  std::cout << "seeds from 9501: " << hanging << " programs that hang in loops only\n";
  EXPECT_GT(hanging, 0u);
}

// There are too many graphs for hangs to be decided by looking at each.
TEST(Spinning, IsExcludedWithoutLookingAtGraphs) {
  const std::string retry =
      "{ local r; do { r = x.load(sc); } while (x.cas(r, 43, sc, sc) != r); }\n";
  const Parsed parsed =
      parse(Language::Rob,
            {"retry.rob",
             "atomic 0..43 x;\n"
             "thread one { local i; for (i = 1; i <= 42; i = i + 1) { x.store(i, sc); } }\n"
             "thread two " +
                 retry + "thread three " + retry + "thread four " + retry});
  ASSERT_TRUE(parsed.program);
  const Verification found = verify::verify(*parsed.program, ModelName::Rc11, {});
  EXPECT_EQ(found.safety, Safety::Safe);
  EXPECT_EQ(found.hangs, Hangs::None);
  EXPECT_EQ(found.graphs, 0u);
}

}  // namespace
}  // namespace robur::testing
