// Cells, constants, types, initial values and copies of threads.
#include <gtest/gtest.h>

#include "program/print.h"
#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

TEST(RobDeclarations, CellsWithTypesAndInitialValues) {
  const Program p = parsed(R"(
    atomic bool wants_a, wants_b = true;
    plain 0..3 data = 1;
    atomic 0..3 slots[4] = {1, 2};
    atomic 5..9 high[2] = {7};
    atomic x;
    thread t { }
  )");
  ASSERT_EQ(p.locations.size(), 6u);
  EXPECT_EQ(p.locations[0].name, "wants_a");
  EXPECT_EQ(p.locations[0].type, kBool);
  EXPECT_TRUE(p.locations[0].atomic);
  EXPECT_EQ(p.locations[1].init, std::vector<std::int64_t>{1});
  EXPECT_FALSE(p.locations[2].atomic);
  EXPECT_EQ(p.locations[2].type, (IntType{0, 3, IntType::Overflow::Error}));
  EXPECT_TRUE(p.locations[3].isArray);
  EXPECT_EQ(p.locations[3].init, (std::vector<std::int64_t>{1, 2, 0, 0}));
  EXPECT_EQ(p.locations[4].init, (std::vector<std::int64_t>{7, 5})) << "lo if 0 is outside";
  EXPECT_EQ(p.locations[5].type, kInt32);
  EXPECT_FALSE(p.locations[5].isArray);
}

// The words of proofs are names like any other where no proof begins.
TEST(RobDeclarations, NothingOfProofsIsReserved) {
  const Program p = parsed(R"(
    atomic bool ghost, invariant, where, old, int;
    thread t {
      local bool havoc, ensures;
      ghost.store(1);
      invariant.store(1);
      havoc = ghost.load();
      ensures = invariant.load();
      ensures += 0;
      int.store(0);
    ghost: skip;
    })");
  EXPECT_EQ(p.locations.size(), 5u);
  EXPECT_EQ(p.codes[0].registers.size(), 2u);
}

TEST(RobDeclarations, EveryKindOfType) {
  const auto typeOf = [](std::string_view type) {
    const Program p = parsed("const N = 4; atomic " + std::string(type) + " x; thread t { }");
    return p.locations.empty() ? IntType{} : p.locations[0].type;
  };
  constexpr auto kWrap = IntType::Overflow::Wrap;
  constexpr auto kError = IntType::Overflow::Error;
  EXPECT_EQ(typeOf("bool"), kBool);
  EXPECT_EQ(typeOf("0..3"), (IntType{0, 3, kError}));
  EXPECT_EQ(typeOf("-2..2"), (IntType{-2, 2, kError}));
  EXPECT_EQ(typeOf("wrap 0..N - 1"), (IntType{0, 3, kWrap}));
  EXPECT_EQ(typeOf("N..N * 2"), (IntType{4, 8, kError}));
  EXPECT_EQ(typeOf("N - 4..1 << N"), (IntType{0, 16, kError}));
  EXPECT_EQ(typeOf("(N)..(N + 1)"), (IntType{4, 5, kError}));
  EXPECT_EQ(typeOf("u1"), (IntType{0, 1, kWrap}));
  EXPECT_EQ(typeOf("u8"), (IntType{0, 255, kWrap}));
  EXPECT_EQ(typeOf("u63"), (IntType{0, std::numeric_limits<std::int64_t>::max(), kWrap}));
  EXPECT_EQ(typeOf("i2"), (IntType{-2, 1, kWrap}));
  EXPECT_EQ(typeOf("i32"), kInt32);
  EXPECT_EQ(typeOf("i64"), (IntType{std::numeric_limits<std::int64_t>::min(),
                                    std::numeric_limits<std::int64_t>::max(), kWrap}));
  EXPECT_EQ(typeOf("-9223372036854775808..9223372036854775807").extent(),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(RobDeclarations, NamesMayLookLikeTypesOrdersAndCalls) {
  const Program p = parsed(R"(
    atomic u8, i2[2], lock, acq, load;
    thread wait { lock(lock); acq.store(u8.load(acq), rel); load.load(); i2[1].store(1); }
  )");
  ASSERT_EQ(p.locations.size(), 5u);
  EXPECT_EQ(p.locations[0].name, "u8");
  EXPECT_EQ(p.locations[0].type, kInt32);
  EXPECT_EQ(p.locations[1].size(), 2u);
}

TEST(RobDeclarations, ConstantsAreComputedInOrder) {
  const Program p = parsed(R"(
    const N = 2, M = N * 2 + 1;
    const MASK = (1 << M) - 1;
    const TRUTH = N < M && !(N == M);
    atomic a[M], x = MASK, y = TRUTH;
    thread t[N] { }
  )");
  EXPECT_EQ(p.locations[0].size(), 5u);
  EXPECT_EQ(p.locations[1].init[0], 31);
  EXPECT_EQ(p.locations[2].init[0], 1);
  EXPECT_EQ(p.threads.size(), 2u);
}

TEST(RobDeclarations, CellsMayHoldTheNumbersOfCellsDeclaredBefore) {
  const Program p = parsed(R"(
    atomic a[3], b;
    atomic p = &b, q = &a[2], r = &a;
    thread t { }
  )");
  EXPECT_EQ(p.locations[2].init[0], 3);
  EXPECT_EQ(p.locations[3].init[0], 2);
  EXPECT_EQ(p.locations[4].init[0], 0);
}

TEST(RobDeclarations, ThreadsUseWhatIsDeclaredBelow) {
  EXPECT_EQ(lowered("thread t { x.store(N); } atomic x; const N = 3;"),
            "thread t\n  0 x.store(3)\n  1 return\n");
}

TEST(RobDeclarations, CopiesShareTheirCode) {
  const Program p = parsed(R"(
    atomic x;
    thread lone { x.store(tid); }
    thread worker[3] { x.store(tid + 1); }
    thread solo[1] { }
  )");
  ASSERT_EQ(p.codes.size(), 3u);
  ASSERT_EQ(p.threads.size(), 5u);
  EXPECT_EQ(p.threads[0].name, "lone");
  EXPECT_EQ(p.threads[0].index, 0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(p.threads[1 + i].name, "worker[" + std::to_string(i) + "]");
    EXPECT_EQ(p.threads[1 + i].code, CodeId{1});
    EXPECT_EQ(p.threads[1 + i].index, i);
  }
  EXPECT_EQ(p.threads[4].name, "solo[0]");
  EXPECT_EQ(p.codes[1].name, "worker");
}

TEST(RobDeclarations, RegistersAreSetWhereTheyAreDeclared) {
  EXPECT_EQ(lowered(R"(
    const N = 2;
    thread t {
      local bool a = true;
      local b, c = N;
      local 3..5 d;
      loop {
        local 0..3 e = 1, f;
        local i8 g = -1;
      }
    })"),
            R"(thread t
  local bool a = 1
  local i32 b
  local i32 c = 2
  local 3..5 d
  local 0..3 e
  local 0..3 f
  local i8 g
  0 e = 1
  1 g = -1
  2 goto -> 0
  3 return
)");
}

}  // namespace
}  // namespace robur::testing
