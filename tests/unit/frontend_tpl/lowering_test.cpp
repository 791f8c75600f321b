// Declarations and accesses.
#include <gtest/gtest.h>

#include "unit/frontend_tpl/support.h"

namespace robur::testing {
namespace {

TEST(Tpl, Declarations) {
  EXPECT_EQ(loweredTpl(R"(// ROBUSTNESS egr: robust: ra. not: rlx.
max_value 4;
global x, y=2;
na d = 1;
track y: 0,1;
track x: all;
fn one { local a, b; }
fn two { }
)"),
            R"(atomic wrap 0..4 x
atomic wrap 0..4 y = 2
plain wrap 0..4 d = 1
thread one a b
  0 return
thread two
  0 return
)");
}

TEST(Tpl, LoadsAndStores) {
  EXPECT_EQ(bodyTpl("r = x.load(); r = x.load(rlx); r = x.load(acq);"
                    "x.store(r); x.store(r + 1, rlx); x.store(0, rel);"
                    "r = d.naload(); d.nastore(r);"),
            R"(  0 r = x.load()
  1 r = x.load(rlx)
  2 r = x.load(acq)
  3 x.store(r)
  4 x.store(r + 1, rlx)
  5 x.store(0, rel)
  6 r = d
  7 d = r
  8 return
)");
}

TEST(Tpl, ReadModifyWrites) {
  EXPECT_EQ(bodyTpl("r = FADD(x, s); r = FADD(x, 1, rlx, rlx); r = exchange(x, 2, acq, rlx);"
                    "r = exchange(x, 2, rlx, rel); r = FADD(x, 1, acq, rel);"),
            R"(  0 r = x.fetch_add(s)
  1 r = x.fetch_add(1, rlx)
  2 r = x.exchange(2, acq)
  3 r = x.exchange(2, rel)
  4 r = x.fetch_add(1, acq_rel)
  5 return
)");
}

TEST(Tpl, CompareAndSwapFailsWithTheOrderOfItsRead) {
  EXPECT_EQ(bodyTpl("r = CAS(x, 0, 1); r = CAS(x, r, s, acq, rel); r = CAS(x, 0, 1, rlx, rel);"
                    "r = CAS(x, 0, 1, acq, rlx); BCAS(x, r, 1); BCAS(x, 0, 1, acq, rel);"),
            R"(  0 r = x.cas(0, 1)
  1 r = x.cas(r, s, acq_rel, acq)
  2 r = x.cas(0, 1, rel, rlx)
  3 r = x.cas(0, 1, acq, acq)
  4 x.bcas(r, 1)
  5 x.bcas(0, 1, acq_rel)
  6 return
)");
}

TEST(Tpl, WaitTakesEveryValue) {
  EXPECT_EQ(bodyTpl("wait(x, 1); r = wait(x, 0, s, acq); wait(x, 1, rlx);"),
            R"(  0 wait(x == 1)
  1 r = wait(x == 0 || x == s, acq)
  2 wait(x == 1, rlx)
  3 return
)");
}

TEST(Tpl, Fences) {
  EXPECT_EQ(bodyTpl("fence; fence(upd); fence(seq_cst); fence(acq); fence(rel); fence(acq_rel);"),
            R"(  0 fence(sc)
  1 fence(sc)
  2 fence(sc)
  3 fence(acq)
  4 fence(rel)
  5 fence(acq_rel)
  6 return
)");
}

TEST(Tpl, LocksAreBlockingSwaps) {
  EXPECT_EQ(bodyTpl("lock(x); unlock(x);"), R"(  0 x.bcas(0, 1, acq)
  1 x.store(0, rel)
  2 return
)");
}

TEST(Tpl, VerifyIsAUseAndSkipLeavesNothing) {
  EXPECT_EQ(bodyTpl("skip; // nothing\n"), "  0 return\n");
  EXPECT_EQ(bodyTpl("verify(r);"), "  0 r = r\n  1 return\n");
}

TEST(Tpl, NamesThatLookLikeKeywords) {
  EXPECT_EQ(loweredTpl("global na, track, load; fn fnx { local acq, rel; acq = na.load(acq);"
                       "rlx: load.store(acq + rel, rel); goto rlx; }"),
            R"(atomic u8 na
atomic u8 track
atomic u8 load
thread fnx acq rel
  0 acq = na.load(acq)
  1 load.store(acq + rel, rel)
  2 goto -> 1
  3 return
)");
}

TEST(Tpl, SpansCoverTheAccess) {
  const Program p = parsedTpl(
      "global x;\nfn t {\n  local r;\n  r = x.load(acq);\n  r = r + 1;\n"
      "  if (r == 1) { r = CAS(x, 0,\n 1); }\n}\n");
  const std::vector<Instr>& code = p.codes[0].instrs;
  EXPECT_EQ(code[0].span, (Span{0, 4, 7, 4, 18}));
  EXPECT_EQ(code[1].span, (Span{0, 5, 3, 5, 12}));
  EXPECT_EQ(code[2].span, (Span{0, 6, 6, 6, 14})) << "the condition in its parentheses";
  EXPECT_EQ(code[3].span, (Span{0, 6, 21, 7, 4}));
  EXPECT_EQ(p.codes[0].span, (Span{0, 2, 1, 8, 2}));
  EXPECT_EQ(p.sources.size(), 1u);
}

}  // namespace
}  // namespace robur::testing
