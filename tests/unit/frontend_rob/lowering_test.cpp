// Accesses, expressions and built-in calls.
#include <gtest/gtest.h>

#include "program/print.h"
#include "program/simplify.h"
#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

constexpr std::string_view kCells = R"(
  const N = 2;
  atomic 0..3 x, y;
  atomic 0..7 a[4];
  plain 0..9 d, e[3];
)";

std::string body(std::string_view statements) {
  const std::string text =
      lowered(std::string(kCells) + "thread t {" + std::string(statements) + "}");
  return text.substr(text.find('\n') + 1);
}

TEST(RobLowering, EveryOperationWithItsOrders) {
  EXPECT_EQ(body(R"(
      local r;
      x.store(1, rel);
      r = x.load(acq);
      r = x.fetch_add(1, acq_rel);
      r = x.fetch_sub(2, rlx);
      r = x.fetch_and(3, acq);
      x.fetch_or(1, rel);
      x.fetch_xor(1, sc);
      x.exchange(r, sc);
      r = x.cas(0, 1, acq_rel, rlx);
      r = x.bcas(0, 1, acq);
      x.bcas(1, 0);
      fence(acq); fence(rel); fence(acq_rel); fence(sc);
  )"),
            R"(  local i32 r
  0 x.store(1, rel)
  1 r = x.load(acq)
  2 r = x.fetch_add(1, acq_rel)
  3 r = x.fetch_sub(2, rlx)
  4 r = x.fetch_and(3, acq)
  5 x.fetch_or(1, rel)
  6 x.fetch_xor(1, sc)
  7 x.exchange(r, sc)
  8 r = x.cas(0, 1, acq_rel, rlx)
  9 r = x.bcas(0, 1, acq)
  10 x.bcas(1, 0)
  11 fence(acq)
  12 fence(rel)
  13 fence(acq_rel)
  14 fence(sc)
  15 return
)");
}

TEST(RobLowering, FailureOrderIsTheOrderWithoutItsRelease) {
  EXPECT_EQ(body(R"(
      x.cas(0, 1, rlx); x.cas(0, 1, acq); x.cas(0, 1, rel); x.cas(0, 1, acq_rel); x.cas(0, 1, sc);
  )"),
            R"(  0 x.cas(0, 1, rlx, rlx)
  1 x.cas(0, 1, acq, acq)
  2 x.cas(0, 1, rel, rlx)
  3 x.cas(0, 1, acq_rel, acq)
  4 x.cas(0, 1, sc, sc)
  5 return
)");
}

TEST(RobLowering, WithoutAnOrderTheAccessIsWeakest) {
  const Program p =
      parsed("atomic x; thread t { local r; r = x.load(); x.cas(0, 1); wait(x == 1); }");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(p.codes[0].instrs[i].order, Order::Rlx);
    EXPECT_EQ(p.codes[0].instrs[i].failOrder, Order::Rlx);
    EXPECT_FALSE(p.codes[0].instrs[i].orderGiven);
  }
}

TEST(RobLowering, PlainCellsAreReadAndWrittenByName) {
  EXPECT_EQ(body("local r; d = 1; r = d; d = d + 1; e[r] = e[d] + 1; d += r; e[1] *= d;"),
            R"(  local i32 r
  local 0..9 $1
  local 0..9 $2
  0 d = 1
  1 r = d
  2 $1 = d
  3 d = $1 + 1
  4 $1 = d
  5 $2 = e[$1]
  6 e[r] = $2 + 1
  7 $1 = d
  8 d = $1 + r
  9 $1 = e[1]
  10 $2 = d
  11 e[1] = $1 * $2
  12 return
)");
  EXPECT_EQ(parsed("plain d; thread t { d = 1; }").codes[0].instrs[0].order, Order::NonAtomic);
}

TEST(RobLowering, AccessesInsideExpressionsGoFromLeftToRight) {
  EXPECT_EQ(body("local r; r = x.load(acq) + y.load(rlx) * (r - x.load()); "
                 "a[x.load()].store(y.load(), rel);"),
            R"(  local i32 r
  local 0..3 $1
  local 0..3 $2
  local 0..3 $3
  0 $1 = x.load(acq)
  1 $2 = y.load(rlx)
  2 $3 = x.load()
  3 r = $1 + $2 * (r - $3)
  4 $1 = x.load()
  5 $2 = y.load()
  6 a[$1].store($2, rel)
  7 return
)");
}

TEST(RobLowering, TemporariesHaveTheTypeOfTheirCellAndAreUsedAgain) {
  EXPECT_EQ(body("assert(x.load() == a[0].load()); assert(y.load() == a[1].load()); x.load(); d = "
                 "x.load();"),
            R"(  local 0..3 $1
  local 0..7 $2
  0 $1 = x.load()
  1 $2 = a[0].load()
  2 assert($1 == $2)
  3 $1 = y.load()
  4 $2 = a[1].load()
  5 assert($1 == $2)
  6 $1 = x.load()
  7 $1 = x.load()
  8 d = $1
  9 return
)");
}

TEST(RobLowering, ReadModifyWritesAreValuesToo) {
  EXPECT_EQ(body("if (x.exchange(1, acq) == 0) d = 1; a[x.fetch_add(1)].store(x.cas(0, 1));"),
            R"(  local 0..3 $1
  local 0..3 $2
  0 $1 = x.exchange(1, acq)
  1 if ($1 == 0) -> 2, 3
  2 d = 1
  3 $1 = x.fetch_add(1)
  4 $2 = x.cas(0, 1)
  5 a[$1].store($2)
  6 return
)");
}

TEST(RobLowering, PrecedenceIsThatOfC) {
  EXPECT_EQ(body(R"(
      local r;
      r = 1 + 2 * 3 - 4 % 5 / 6;
      r = r << 1 + 2 >> 3;
      r = r | 1 ^ 2 & 3 == 4 < 5;
      r = r || 1 && r | 2;
      r = !r + ~r;
      r = (r + 1) * (2 - (3 - r));
      r = r - 1 - 2;
      r = r == 1 != 0;
  )"),
            R"(  local i32 r
  0 r = 1 + 2 * 3 - 4 % 5 / 6
  1 r = r << 1 + 2 >> 3
  2 r = r | 1 ^ 2 & 3 == 4 < 5
  3 r = r || 1 && r | 2
  4 r = !r + ~r
  5 r = (r + 1) * (2 - (3 - r))
  6 r = r - 1 - 2
  7 r = r == 1 != 0
  8 return
)");
  const Program p = parsed("thread t { local r; r = 1 | 2 ^ 3 & 4; }");
  const Expr& e = *p.codes[0].instrs[0].value;
  EXPECT_EQ(e.binary, BinaryOp::BitOr);
  EXPECT_EQ(e.rhs->binary, BinaryOp::BitXor);
  EXPECT_EQ(e.rhs->rhs->binary, BinaryOp::BitAnd);
}

TEST(RobLowering, WhatConstantsMakeIsAConstant) {
  EXPECT_EQ(body("local r; r = N * 3 + 1; r = 2 * 3; a[N - 1].store(-N); r = r + (N << 1); r = -5; "
                 "r = 0x1f;"),
            R"(  local i32 r
  0 r = 7
  1 r = 2 * 3
  2 a[1].store(-2)
  3 r = r + 4
  4 r = -5
  5 r = 31
  6 return
)");
  const Program p = parsed("thread t { local r; r = -9223372036854775808; }");
  EXPECT_EQ(p.codes[0].instrs[0].value->value, std::numeric_limits<std::int64_t>::min());
}

TEST(RobLowering, AssignmentOperators) {
  EXPECT_EQ(body("local r; r += 1; r -= x.load(); r *= 2; r |= 4; r &= 6; r ^= r + 1;"),
            R"(  local i32 r
  local 0..3 $1
  0 r = r + 1
  1 $1 = x.load()
  2 r = r - $1
  3 r = r * 2
  4 r = r | 4
  5 r = r & 6
  6 r = r ^ r + 1
  7 return
)");
}

TEST(RobLowering, Pointers) {
  EXPECT_EQ(body(R"(
      local p;
      p = &x;
      p = &a + 1;
      p = &a[p];
      p = &e[2];
      (*p).store((*p).load(acq) + 1, rel);
      (*(p + 1)).store((*p).load(na), na);
      p = (*&y).load();
      p = (*x.load()).fetch_add(1, acq);
      wait(*p == 1 || *p == 3, acq);
      lock(*p);
  )"),
            R"(  local i32 p
  local 0..7 $1
  local 0..9 $2
  local 0..3 $3
  0 p = &x
  1 p = &a + 1
  2 p = &a + p
  3 p = &e + 2
  4 $1 = (*p).load(acq)
  5 (*p).store($1 + 1, rel)
  6 $2 = (*p).load(na)
  7 (*(p + 1)).store($2, na)
  8 p = (*&y).load()
  9 $3 = x.load()
  10 p = (*$3).fetch_add(1, acq)
  11 wait(*p == 1 || *p == 3, acq)
  12 (*p).bcas(0, 1, acq)
  13 return
)");
}

TEST(RobLowering, WaitSpeaksOfTheValueRead) {
  EXPECT_EQ(body(R"(
      local r;
      wait(x == 1 || x == r, acq);
      r = wait(a[tid] != 0);
      d = wait(x > N + 1, sc);
  )"),
            R"(  local i32 r
  local 0..3 $1
  0 wait(x == 1 || x == r, acq)
  1 r = wait(a[tid] != 0)
  2 $1 = wait(x > 2 + 1, sc)
  3 d = $1
  4 return
)");
  const Program p = parsed("atomic x; thread t { wait(x == 1); }");
  EXPECT_EQ(p.codes[0].instrs[0].value->lhs->kind, Expr::Kind::Loaded);
}

TEST(RobLowering, LocksChoicesAndClaims) {
  EXPECT_EQ(body("local r; lock(x); unlock(x); lock(a[r]); r = nondet(-1, N); d = nondet(0, 1); "
                 "assert(r == d); assume(x.load());"),
            R"(  local i32 r
  local bool $1
  local 0..9 $2
  local 0..3 $3
  0 x.bcas(0, 1, acq)
  1 x.store(0, rel)
  2 a[r].bcas(0, 1, acq)
  3 r = nondet(-1, 2)
  4 $1 = nondet(0, 1)
  5 d = $1
  6 $2 = d
  7 assert(r == $2)
  8 $3 = x.load()
  9 assume($3)
  10 return
)");
}

// The printer's promise, kept by this frontend: a printed program is read as itself.
TEST(RobLowering, PrintedProgramsAreReadBack) {
  const Program p = parsed(std::string(kCells) + R"(
    thread t[2] {
      local bool r = 1;
      again:
      while (x.load(acq) == 0 && (y.load() != 1 || d == 2)) { if (r) break; }
      choose { r = a[tid].load() == 1; } or { goto again; } or { fence(sc); }
      for (local i = 0; i < 3; i += 1) a[i].store(i, rel);
      wait(a[tid] == 1 || a[tid] == 2);
      (*(&x + r)).cas(0, 1, acq_rel, rlx);
    })");
  const std::string printed = printRob(p);
  EXPECT_TRUE(sameUpToNames(simplified(parsed(printed)), simplified(p))) << printed;
}

}  // namespace
}  // namespace robur::testing
