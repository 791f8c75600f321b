// Structured statements, jumps, and conditions that control flow has to evaluate.
#include <gtest/gtest.h>

#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

std::string flow(std::string_view statements) {
  const std::string text = lowered("atomic bool x, y; plain bool d; thread t { local r; " +
                                   std::string(statements) + "}");
  constexpr std::string_view kHead = "thread t\n  local i32 r\n";
  EXPECT_TRUE(text.starts_with(kHead));
  return text.substr(kHead.size());
}

TEST(RobControlFlow, IfAndElse) {
  EXPECT_EQ(flow("if (r == 1) r = 2; fence(sc);"), R"(  0 if (r == 1) -> 1, 2
  1 r = 2
  2 fence(sc)
  3 return
)");
  EXPECT_EQ(flow("if (r) { r = 1; r = 2; } else r = 3;"), R"(  0 if (r) -> 1, 4
  1 r = 1
  2 r = 2
  3 goto -> 5
  4 r = 3
  5 return
)");
  EXPECT_EQ(flow("if (r == 0) r = 1; else if (r == 1) r = 2; else { r = 3; }"),
            R"(  0 if (r == 0) -> 1, 3
  1 r = 1
  2 goto -> 7
  3 if (r == 1) -> 4, 6
  4 r = 2
  5 goto -> 7
  6 r = 3
  7 return
)");
}

TEST(RobControlFlow, ArmsWithoutCodeNeedNoInstruction) {
  EXPECT_EQ(flow("if (r) { } else { skip; } if (r) skip; else r = 1;"), R"(  0 if (r) -> 1, 1
  1 if (r) -> 3, 2
  2 r = 1
  3 return
)");
  EXPECT_EQ(flow("loop { if (r) break; if (r == 2) { continue; } else return; }"),
            R"(  0 if (r) -> 3, 1
  1 if (r == 2) -> 0, 3
  2 goto -> 0
  3 return
)");
}

TEST(RobControlFlow, While) {
  EXPECT_EQ(flow("while (x.load(acq) != 0) { }"), R"(  local bool $1
  0 $1 = x.load(acq)
  1 if ($1 != 0) -> 0, 2
  2 return
)");
  EXPECT_EQ(flow("while (r < 3) { r += 1; if (r == 2) continue; fence(sc); if (r == 5) break; }"),
            R"(  0 if (r < 3) -> 1, 6
  1 r = r + 1
  2 if (r == 2) -> 0, 3
  3 fence(sc)
  4 if (r == 5) -> 6, 5
  5 goto -> 0
  6 return
)");
}

TEST(RobControlFlow, DoWhileContinuesAtItsCondition) {
  EXPECT_EQ(flow("do { r += 1; if (r == 2) continue; fence(sc); } while (x.load());"),
            R"(  local bool $1
  0 r = r + 1
  1 if (r == 2) -> 3, 2
  2 fence(sc)
  3 $1 = x.load()
  4 if ($1) -> 0, 5
  5 return
)");
}

TEST(RobControlFlow, ForContinuesAtItsStep) {
  EXPECT_EQ(flow("for (r = 0; r < 3; r += 1) { if (r == 1) continue; fence(sc); }"),
            R"(  0 r = 0
  1 if (r < 3) -> 2, 6
  2 if (r == 1) -> 4, 3
  3 fence(sc)
  4 r = r + 1
  5 goto -> 1
  6 return
)");
  EXPECT_EQ(flow("for (;;) { x.store(1); if (r) break; continue; }"), R"(  0 x.store(1)
  1 if (r) -> 3, 2
  2 goto -> 0
  3 return
)");
  EXPECT_EQ(flow("for (x.store(1); x.load(); x.store(0)) skip;"), R"(  local bool $1
  0 x.store(1)
  1 $1 = x.load()
  2 if ($1) -> 3, 5
  3 x.store(0)
  4 goto -> 1
  5 return
)");
}

TEST(RobControlFlow, LoopsNestAndBreakTheInnermost) {
  EXPECT_EQ(flow("loop { loop { if (r) break; } break; }"), R"(  0 if (r) -> 2, 1
  1 goto -> 0
  2 goto -> 3
  3 return
)");
}

TEST(RobControlFlow, LabelsAndGoto) {
  EXPECT_EQ(flow("goto end; top: r = 1; mid: also: if (r) goto top; goto mid; end: "),
            R"(  0 goto -> 4
top:
  1 r = 1
mid:
also:
  2 if (r) -> 1, 3
  3 goto -> 2
end:
  4 return
)");
  EXPECT_EQ(flow("if (r) inside: r = 1; goto inside;"), R"(  0 if (r) -> 1, 2
inside:
  1 r = 1
  2 goto -> 1
  3 return
)");
}

TEST(RobControlFlow, Choose) {
  EXPECT_EQ(
      flow("again: choose { r = 1; } or { } or { goto again; } or { r = 2; r = 3; } fence(sc);"),
      R"(again:
  0 choose -> 1, 5, 0, 3
  1 r = 1
  2 goto -> 5
  3 r = 2
  4 r = 3
  5 fence(sc)
  6 return
)");
}

TEST(RobControlFlow, ReturnAndTheOneHalt) {
  EXPECT_EQ(flow("if (r) return; x.store(1); return;"), R"(  0 if (r) -> 3, 1
  1 x.store(1)
  2 goto -> 3
  3 return
)");
}

TEST(RobControlFlow, ConstantConditionsAreJumps) {
  EXPECT_EQ(flow("while (true) { x.store(1); }"), R"(  0 goto -> 1
  1 x.store(1)
  2 goto -> 0
  3 return
)");
  EXPECT_EQ(flow("if (1 + 1 == 3) r = 1; else r = 2;"), R"(  0 goto -> 3
  1 r = 1
  2 goto -> 4
  3 r = 2
  4 return
)");
  EXPECT_EQ(flow("if (1 / 0) r = 1;"), R"(  0 if (1 / 0) -> 1, 2
  1 r = 1
  2 return
)") << "a fault is left to the run";
}

TEST(RobControlFlow, ShortCircuitOnlyWhereMemoryIsOnTheRight) {
  EXPECT_EQ(flow("if (x.load() && r) r = 1;"), R"(  local bool $1
  0 $1 = x.load()
  1 if ($1 && r) -> 2, 3
  2 r = 1
  3 return
)");
  EXPECT_EQ(flow("if (x.load() == 1 && y.load() == 0) r = 1;"), R"(  local bool $1
  0 $1 = x.load()
  1 if ($1 == 1) -> 2, 5
  2 $1 = y.load()
  3 if ($1 == 0) -> 4, 5
  4 r = 1
  5 return
)");
  EXPECT_EQ(flow("while (r || !(d && x.load())) skip;"), R"(  local bool $1
  0 if (r) -> 0, 1
  1 $1 = d
  2 if ($1) -> 3, 0
  3 $1 = x.load()
  4 if ($1) -> 5, 0
  5 return
)");
}

TEST(RobControlFlow, ShortCircuitAsAValue) {
  EXPECT_EQ(flow("r = x.load() || y.load();"), R"(  local bool $1
  0 $1 = x.load()
  1 if ($1) -> 4, 2
  2 $1 = y.load()
  3 if ($1) -> 4, 6
  4 r = 1
  5 goto -> 7
  6 r = 0
  7 return
)");
  EXPECT_EQ(flow("r = y.load() + (r && x.load());"), R"(  local bool $1
  local bool $2
  local bool $3
  0 $1 = y.load()
  1 if (r) -> 2, 6
  2 $3 = x.load()
  3 if ($3) -> 4, 6
  4 $2 = 1
  5 goto -> 7
  6 $2 = 0
  7 r = $1 + $2
  8 return
)") << "the first temporary stays alive across the branches";
}

}  // namespace
}  // namespace robur::testing
