// What is written as a litmus test, and what is refused. That it means the same is a property test.
#include "litmus/export.h"

#include <gtest/gtest.h>

#include "frontend/litmus/parse_litmus.h"
#include "frontend/rob/parse_rob.h"
#include "litmus/structure.h"
#include "verify/observables.h"

namespace robur::litmus {
namespace {

Program program(const std::string& text) {
  const Parsed parsed = parseRob({"a.rob", text});
  EXPECT_TRUE(parsed.program) << parsed.diagnostics[0].message;
  return *parsed.program;
}

std::string exported(const std::string& text) {
  const Program p = program(text);
  FinalCondition condition = verify::conditionOn(verify::defaultObservables(p, true));
  condition.test = "a";
  return exportLitmus(p, condition);
}

std::string refusal(const std::string& text) {
  try {
    return "written: " + exported(text);
  } catch (const ExportError& error) {
    return error.what();
  }
}

TEST(ExportLitmus, WritesHerdsDialect) {
  EXPECT_EQ(exported("atomic i32 x = 3;\nplain i32 d;\n"
                     "thread a { local i32 r; x.store(1, rel); d = 2; fence(sc);\n"
                     "  r = x.fetch_add(1, acq_rel); }\n"
                     "thread b { local i32 r; r = x.load(acq);\n"
                     "  if (r == 1) { r = d; } else { x.store(-1, rlx); } }\n"),
            "C a\n"
            "{ x = 3; d = 0; }\n"
            "\n"
            "P0 (atomic_int* x, int* d) {\n"
            "  int r;\n"
            "  atomic_store_explicit(x, 1, memory_order_release);\n"
            "  *d = 2;\n"
            "  atomic_thread_fence(memory_order_seq_cst);\n"
            "  r = atomic_fetch_add_explicit(x, 1, memory_order_acq_rel);\n"
            "}\n"
            "\n"
            "P1 (atomic_int* x, int* d) {\n"
            "  int r;\n"
            "  r = atomic_load_explicit(x, memory_order_acquire);\n"
            "  if ((r == 1)) {\n"
            "    r = *d;\n"
            "  } else {\n"
            "    atomic_store_explicit(x, (-1), memory_order_relaxed);\n"
            "  }\n"
            "}\n"
            "\n"
            "locations [0:r; x; d; ]\n"
            "forall (true)\n");
}

TEST(ExportLitmus, NamesAreThoseOfC) {
  const std::string text = exported(
      "atomic i32 P0;\natomic i32 exists;\nthread w[2] { local i32 int_; int_ = "
      "P0.load(rlx); exists.store(int_, rlx); }\n");
  EXPECT_NE(text.find("{ P0_ = 0; exists_ = 0; }"), std::string::npos) << text;
  EXPECT_TRUE(parseLitmus({"a.litmus", text}).program) << text;
}

TEST(ExportLitmus, WhatHerdCannotSayIsRefused) {
  EXPECT_EQ(refusal("atomic 0..3 x;\nthread t { x.store(1, rlx); }\n"), "x is not a single i32");
  EXPECT_EQ(refusal("atomic i32 x[2];\nthread t { x[0].store(1, rlx); }\n"),
            "x is not a single i32");
  EXPECT_EQ(refusal("atomic i32 x;\nthread t {\n  wait(x == 1, acq);\n}\n"),
            "line 3: herd has no blocking instructions");
  EXPECT_EQ(refusal("atomic i32 x;\nthread t {\n  local i32 r;\n  r = x.load(rlx);\n"
                    "  assert(r == 0);\n}\n"),
            "line 5: there are no assertions and assumptions in litmus tests");
  EXPECT_EQ(
      refusal("atomic i32 x;\nthread t { local i32 r;\n  while (r == 0) { r = x.load(rlx); } }\n"),
      "thread t has a loop");
}

TEST(ExportLitmus, TheConditionOfATestIsKept) {
  const std::string text =
      "C t\n{ x = 0; }\n\nP0 (atomic_int* x) {\n  int r0 = 0;\n"
      "  r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n\n"
      "locations [0:r0; x; ]\nfilter ([x]=0)\n~exists (0:r0=1 \\/ 0:r0=2)\n";
  const Parsed parsed = parseLitmus({"t.litmus", text});
  ASSERT_TRUE(parsed.program) << parsed.diagnostics[0].message;
  const std::string again = exportLitmus(*parsed.program, *parsed.condition);
  const std::size_t condition = text.find("locations");
  EXPECT_EQ(again.substr(again.find("locations")), text.substr(condition));
}

Code codeOf(const std::vector<std::vector<Pc>>& next) {
  Code code;
  for (const std::vector<Pc>& to : next) {
    Instr instr;
    instr.op = to.empty() ? Instr::Op::Halt : to.size() == 1 ? Instr::Op::Goto : Instr::Op::Branch;
    instr.next = to;
    code.instrs.push_back(std::move(instr));
  }
  return code;
}

TEST(MeetingPoints, AreWhereAllPathsPass) {
  // 0: branch to 1 and 2, which meet in 3; one side of the branch in 3 ends.
  EXPECT_EQ(meetingPoints(codeOf({{1, 2}, {3}, {3}, {4, 5}, {}, {4}})),
            (std::vector<Pc>{3, 3, 3, 4, 6, 4, 6}));
  EXPECT_EQ(meetingPoints(codeOf({{1, 2}, {}, {}})), (std::vector<Pc>{3, 3, 3, 3}));
  EXPECT_EQ(meetingPoints(codeOf({{1}, {0}})), std::nullopt);
}

}  // namespace
}  // namespace robur::litmus
