// What litmus tests become, and what is refused.
#include <gtest/gtest.h>

#include "frontend/litmus/parse_litmus.h"
#include "program/print.h"

namespace robur::testing {
namespace {

Parsed parsed(const std::string& text) {
  return parseLitmus({"a.litmus", text});
}

// The bodies of two threads over atomic x, y and plain d, and what follows them.
std::string test(const std::string& first, const std::string& second = "",
                 const std::string& tail = "") {
  return "C t\n{ x = 0; }\nP0 (atomic_int* x, atomic_int* y, int* d) {" + first +
         "}\nP1 (atomic_int* x, atomic_int* y, int* d) {" + second + "}\n" + tail;
}

// The first thread in Robur's language.
std::string lowered(const std::string& body) {
  const Parsed result = parsed(test(body));
  if (!result.program) {
    return result.diagnostics.empty() ? "no program" : result.diagnostics[0].message;
  }
  const std::string all = printRob(*result.program);
  const std::size_t begin = all.find("thread P0 {") + 12;
  return all.substr(begin, all.find("\n}", begin) - begin);
}

std::string refusal(const std::string& text) {
  const Parsed result = parsed(text);
  EXPECT_FALSE(result.program);
  return result.diagnostics.empty() ? "" : result.diagnostics[0].message;
}

TEST(Litmus, Accesses) {
  EXPECT_EQ(lowered("atomic_store_explicit(x, 1, memory_order_release);"), "  x.store(1, rel);");
  EXPECT_EQ(lowered("atomic_store(x, 1);"), "  x.store(1, sc);");
  EXPECT_EQ(lowered("int r = atomic_load_explicit(y, memory_order_acquire);"),
            "  local i32 r;\n  r = y.load(acq);");
  EXPECT_EQ(lowered("int r; r = atomic_fetch_add_explicit(y, 2, memory_order_acq_rel);"),
            "  local i32 r;\n  r = y.fetch_add(2, acq_rel);");
  EXPECT_EQ(lowered("atomic_exchange(x, 3);"), "  x.exchange(3, sc);");
  EXPECT_EQ(lowered("atomic_fetch_or_explicit(x, 3, memory_order_relaxed);"),
            "  x.fetch_or(3, rlx);");
  EXPECT_EQ(lowered("*d = 1; int r = *d;"), "  local i32 r;\n  d = 1;\n  r = d;");
  EXPECT_EQ(lowered("atomic_thread_fence(memory_order_seq_cst);"), "  fence(sc);");
  EXPECT_EQ(lowered("atomic_thread_fence(memory_order_relaxed); int r;"), "  local i32 r;");
}

TEST(Litmus, ExpressionsHaveThePrecedenceOfC) {
  EXPECT_EQ(lowered("int r = 1; r = r + 2 * 3 == 7 && !r || r & 1;"),
            lowered("int r = 1; r = (((r + (2 * 3)) == 7) && (!r)) || (r & 1);"));
  EXPECT_NE(lowered("int r = 1; r = r - 2 - 3;"), lowered("int r = 1; r = r - (2 - 3);"));
  EXPECT_EQ(lowered("int r = 1; r = r - 2 - 3;"), lowered("int r = 1; r = (r - 2) - 3;"));
}

// The register keeps its old value until the whole right side is known.
TEST(Litmus, AnAccessWithinAnExpressionDoesNotDisturbItsTarget) {
  EXPECT_EQ(lowered("int r = 5; r = r + atomic_load_explicit(x, memory_order_relaxed);"),
            "  local i32 r;\n  local i32 t1;\n  r = 5;\n  t1 = x.load(rlx);\n  r = r + t1;");
}

TEST(Litmus, ConditionsAndLoops) {
  const Parsed result = parsed(test(
      "int r = 0; if (atomic_load_explicit(x, memory_order_acquire) == 1) { r = 1; } else r = 2;"
      "while (r) { r = 0; }"));
  ASSERT_TRUE(result.program);
  EXPECT_EQ(result.program->codes[0].registers.size(), 2u);
}

TEST(Litmus, LocationsAndInitialValues) {
  const Parsed result = parsed(
      "C t\n\"a doc\"\nOrig=x y\n{ int x = 3; [y] = -1; *z=0x10; atomic_int w; }\n"
      "P0 (atomic_int* x, volatile int* y, _Atomic int* z, _Atomic(int)* w) {}\n");
  ASSERT_TRUE(result.program) << result.diagnostics[0].message;
  const std::vector<Location>& all = result.program->locations;
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].init[0], 3);
  EXPECT_EQ(all[1].init[0], -1);
  EXPECT_EQ(all[2].init[0], 16);
  EXPECT_TRUE(all[0].atomic && !all[1].atomic && all[2].atomic && all[3].atomic);
}

TEST(Litmus, ConditionsOnFinalStates) {
  const Parsed result =
      parsed(test("int r1 = 0; int r0 = 0;", "int r0 = 0;",
                  "locations [y; 1:r0;]\nfilter (0:r0=0 \\/ 0:r0=1)\n"
                  "~exists (0:r1=-1 /\\ ~(x=2 \\/ [y]=0x3) => 1:r0!=4 /\\ true)"));
  ASSERT_TRUE(result.condition) << result.diagnostics[0].message;
  const FinalCondition& c = *result.condition;
  EXPECT_EQ(c.test, "t");
  EXPECT_EQ(c.quantifier, FinalCondition::Quantifier::NotExists);
  std::string names;
  for (const FinalCondition::Observed& o : c.observed) names += o.name + " ";
  EXPECT_EQ(names, "0:r0 0:r1 1:r0 [x] [y] ");
  EXPECT_EQ(conditionText(c),
            "~exists (0:r1=-1 /\\ not ([x]=2 \\/ [y]=3) => not (1:r0=4) /\\ true)");
  EXPECT_EQ(propositionText(c, *c.filter), "0:r0=0 \\/ 0:r0=1");
  EXPECT_TRUE(holds(*c.claim, {0, 0, 0, 0, 0}));
  EXPECT_FALSE(holds(*c.claim, {0, -1, 4, 0, 0}));
  EXPECT_TRUE(holds(*c.claim, {0, -1, 4, 2, 0}));
}

TEST(Litmus, WithoutAConditionNothingIsClaimed) {
  const Parsed result = parsed(test(""));
  ASSERT_TRUE(result.condition);
  EXPECT_EQ(conditionText(*result.condition), "forall (true)");
}

TEST(Litmus, OtherArchitecturesAreRefusedWithTheReason) {
  EXPECT_EQ(refusal("AArch64 MP\n{ 0:X1=x; }\n P0 ;\n MOV W0,#1 ;\n"),
            "litmus tests for 'AArch64' cannot be read: there is no model of this machine");
}

TEST(LitmusX86, InstructionsAreAccessesWithoutOrders) {
  const Parsed result = parsed(
      "X86 SB\n\"Fre PodWR\"\nCom=Fr Fr\n{ x=3; }\n"
      " P0         | P1          ;\n"
      " MOV [x],$1 | MOV EAX,$2  ;\n"
      " MFENCE     | XCHG [x],EAX;\n"
      " MOV EBX,[y]|             ;\n"
      "            | MOV [y],EAX ;\n"
      "exists (0:EBX=0 /\\ 1:EAX=3)\n");
  ASSERT_TRUE(result.program) << result.diagnostics[0].message;
  EXPECT_EQ(result.models, std::vector<ModelName>{ModelName::Tso});
  EXPECT_EQ(printRob(*result.program),
            "atomic i32 x = 3;\natomic i32 y;\n\n"
            "thread P0 {\n  local i32 EBX;\n  x.store(1);\n  fence(sc);\n  EBX = y.load();\n}\n\n"
            "thread P1 {\n  local i32 EAX;\n  EAX = 2;\n  EAX = x.exchange(EAX);\n"
            "  y.store(EAX);\n}\n");
  EXPECT_EQ(conditionText(*result.condition), "exists (0:EBX=0 /\\ 1:EAX=3)");
}

TEST(LitmusX86, WhatIsNotKnownIsRefused) {
  const auto in = [](const std::string& instruction) {
    return refusal("X86 t\n{}\n P0 ;\n " + instruction + " ;\n");
  };
  EXPECT_EQ(in("INC [x]"), "'INC' is not supported");
  EXPECT_EQ(in("MOV RAX,$1"), "'RAX' is not one of the registers EAX, EBX, ECX, EDX, ESI and EDI");
  EXPECT_EQ(in("MOV [EAX],$1"), "addresses in registers are not supported");
  EXPECT_EQ(in("MOV [x],[y]"),
            "MOV has at most one operand in memory, and does not change a number");
  EXPECT_EQ(in("XCHG EAX,EBX"), "XCHG has a location and a register here");
  EXPECT_EQ(in("MFENCE | MFENCE"), "expected ';' at the end of the row, found '|'");
  EXPECT_EQ(refusal("X86 t\n{ 0:EAX=1; }\n P0 ;\n"), "registers cannot have initial values");
}

TEST(Litmus, WhatCannotBeSaidExactlyIsRefused) {
  const auto in = [](const std::string& body) { return refusal(test(body)); };
  EXPECT_EQ(in("int r = atomic_load_explicit(x, memory_order_consume);"),
            "no model here has memory_order_consume");
  EXPECT_EQ(in("int r = atomic_compare_exchange_strong(x, d, 1);"),
            "'atomic_compare_exchange_strong' is not supported: the expected value of a "
            "compare-and-swap is in memory, which is not supported");
  EXPECT_EQ(in("smp_mb();"),
            "'smp_mb' is not supported: this belongs to Linux, of which there is no model");
  EXPECT_EQ(in("int r = atomic_load(x) + atomic_load(y);"),
            "there are several accesses in this expression, and C leaves their order open");
  EXPECT_EQ(in("int r = 0; r = r && atomic_load(y);"), "this access need not be evaluated");
  EXPECT_EQ(in("*x = 1;"), "'x' is atomic, and this access is not");
  EXPECT_EQ(in("atomic_store(d, 1);"), "'d' is not atomic");
  EXPECT_EQ(in("atomic_store_explicit(x, 1, memory_order_acquire);"),
            "atomic_store_explicit cannot have this order: a store does not acquire");
  EXPECT_EQ(in("int r = 4 / 2;"), "expected ';' after the declaration, found '/'");
  EXPECT_EQ(in("r = 1;"), "'r' is not declared");
  EXPECT_EQ(in("do { } while (1);"), "'do' is not supported");
  EXPECT_EQ(refusal("C t\n{}\nP0 (long* x) {}\n"), "expected a type, found 'long'");
  EXPECT_EQ(refusal("C t\n{}\nP0 (int* x) {}\nP1 (atomic_int* x) {}\n"),
            "'x' is atomic here, and plain memory elsewhere");
  EXPECT_EQ(refusal("C t\n{ x = y; }\nP0 () {}\n"),
            "initial values are numbers: locations do not hold the addresses of others");
  EXPECT_EQ(refusal("C t\n{}\nP1 () {}\n"), "expected thread P0, found 'P1'");
  EXPECT_EQ(refusal(test("", "", "exists (0:r9=1)")), "P0 has no variable 'r9'");
  EXPECT_EQ(refusal(test("", "", "exists (7:r9=1)")), "there is no thread P7");
  EXPECT_EQ(refusal(test("", "", "exists (u=1)")), "there is no location 'u'");
  EXPECT_EQ(refusal(test("", "", "sometimes (x=1)")), "expected a condition, found 'sometimes'");
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(LitmusHostile, NothingTakesLongOrCrashes) {
  for (const std::string& text : {std::string(),
                                  std::string("C"),
                                  std::string("C t"),
                                  std::string("C t\n{"),
                                  std::string(1'000'000, '\0'),
                                  "C t\n{" + repeated("x;", 500'000) + "}",
                                  test("int r = " + std::string(1'000'000, '(')),
                                  test("int r = " + repeated("!", 1'000'000)),
                                  test("int r = 1" + repeated("+1", 1'000'000) + ";"),
                                  test(repeated("if (1) ", 500'000)),
                                  test(repeated("{", 1'000'000)),
                                  test(repeated("int r;", 500'000)) + "?",
                                  test(repeated("atomic_store(x, 1);", 100'000)),
                                  test("", "", "exists " + std::string(1'000'000, '(')),
                                  test("", "", "exists " + repeated("~", 1'000'000)),
                                  test("", "", "exists x=1" + repeated(" /\\ x=1", 500'000)),
                                  test("", "", "exists x=1" + repeated(" => x=1", 500'000)),
                                  test("", "", "locations [" + repeated("x;", 500'000)),
                                  std::string("C t\n/* {"),
                                  std::string("C t\n\"{"),
                                  std::string("C t\n{ x = 99999999999999999999; }")}) {
    const Parsed result = parsed(text);
    EXPECT_FALSE(result.program) << text.substr(0, 60);
    EXPECT_FALSE(result.diagnostics.empty());
    EXPECT_LE(result.diagnostics.size(), 21u);
  }
}

}  // namespace
}  // namespace robur::testing
