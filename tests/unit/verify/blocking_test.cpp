// Waits that end under every model: by hand, and against the hangs that brute force over src/graph
// finds on random programs.
#include <gtest/gtest.h>

#include <iostream>
#include <utility>

#include "frontend/language.h"
#include "program/print.h"
#include "support/volume.h"
#include "unit/verify/hang_questions.h"
#include "verify/blocking.h"
#include "verify/spinning.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kBlockingPrograms = kFewPrograms ? 50 : 500;
bool mayHang(const Machine& machine, const verify::LocalGraphs& locals) {
  return verify::mayBlockForever(machine, locals) || verify::maySpinForever(locals);
}

bool mayBlock(const std::string& threads) {
  return asks("atomic bool a, b;\natomic 0..2 x;\nplain bool p;\n" + threads, mayHang);
}

TEST(Blocking, EndsWithTheThreadThatWrites) {
  const std::string join = "thread one { wait(a == 1, acq); }\n";
  EXPECT_FALSE(mayBlock(join + "thread two { p = 1; a.store(1, rel); }\n"));
  EXPECT_FALSE(mayBlock(join + "thread two { wait(b == 1, acq); a.store(1, rel); }\n" +
                        "thread three { x.store(1, rlx); b.store(1, rel); }\n"));
  EXPECT_FALSE(
      mayBlock("thread one { wait(x != 0, acq); }\n"
               "thread two { x.store(1, rel); x.store(2, rel); }\n"));
  // Nobody writes, or not on every path, or a value that does not end the wait, or in a circle.
  EXPECT_TRUE(mayBlock(join));
  EXPECT_TRUE(mayBlock(join + "thread two { if (x.load(rlx) == 0) a.store(1, rel); }\n" +
                       "thread three { x.store(1, rlx); }\n"));
  EXPECT_TRUE(mayBlock(join + "thread two { a.store(1, rel); a.store(0, rel); }\n"));
  EXPECT_TRUE(
      mayBlock("thread one { wait(a == 1, acq); b.store(1, rel); }\n"
               "thread two { wait(b == 1, acq); a.store(1, rel); }\n"));
  EXPECT_TRUE(mayBlock("thread one { wait(a == 1, acq); a.store(1, rel); }\n"));
  // Two threads write: the last write may be that of the one that sets the flag back.
  EXPECT_TRUE(
      mayBlock(join + "thread two { a.store(1, rel); }\nthread three { a.store(0, rel); }\n"));
  // The second one to take the lock finds it taken.
  EXPECT_TRUE(mayBlock("thread one { lock(a); }\nthread two { lock(a); }\n"));
  // The thread that is waited for may spin.
  EXPECT_TRUE(mayBlock(join + "thread two { while (x.load(rlx) == 0) { } a.store(1, rel); }\n"
                              "thread three { x.store(1, rlx); x.store(0, rlx); }\n"));
}

TEST(Blocking, IsThereWhereBruteForceFindsAHang) {
  std::size_t hanging = 0;
  forEachHanging(9701, kBlockingPrograms, [&](std::uint64_t seed, const Program& program) {
    ++hanging;
    EXPECT_TRUE(asks(program, mayHang)) << "seed " << seed << "\n" << printRob(program);
  });
  std::cout << "seeds from 9701: " << hanging << " programs with hangs\n";
  EXPECT_GT(hanging, 0u);
}

// There are too many graphs, and the program is not robust.
TEST(Blocking, IsExcludedWithoutLookingAtGraphs) {
  std::string text = "atomic bool done[4];\natomic 0..40 x, y;\n";
  for (unsigned t = 0; t < 4; ++t) {
    const std::string number = std::to_string(t);
    const auto [first, second] = t % 2 == 0 ? std::pair("x", "y") : std::pair("y", "x");
    text += "thread w" + number + " { local i, r; for (i = 1; i <= 10; i = i + 1) { " + first +
            ".store(i, rlx); r = " + second + ".load(rlx); } done[" + number +
            "].store(1, rel); }\n";
  }
  text += "thread main { local i; for (i = 0; i < 4; i = i + 1) { wait(done[i] == 1, acq); } }\n";
  const Parsed parsed = parse(Language::Rob, {"many.rob", text});
  ASSERT_TRUE(parsed.program) << text;
  const Verification found = verify::verify(*parsed.program, ModelName::Rc11, {});
  EXPECT_EQ(found.safety, Safety::Safe);
  EXPECT_EQ(found.hangs, Hangs::None);
  EXPECT_EQ(found.graphs, 0u);
}

}  // namespace
}  // namespace robur::testing
