// What does not end is unknown, and the answer names what grew.
#include <gtest/gtest.h>

#include "e2e/run.h"

namespace robur::test {

namespace {

TEST(Growth, AnAllocationThatNeverEndsIsNamed) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("push.c",
                                         "#include <stdlib.h>\n"
                                         "struct node { struct node* next; };\n"
                                         "_Atomic(struct node*) head;\n"
                                         "void push(void) {\n"
                                         "  for (;;) {\n"
                                         "    struct node* n = malloc(sizeof *n);\n"
                                         "    n->next = head;\n"
                                         "    head = n;\n"
                                         "  }\n"
                                         "}\n");
  for (const char* command : {"check", "repair", "verify"}) {
    const Ran ran = run({command, "--entry", "push", file});
    EXPECT_EQ(ran.exit, 3) << command << ran.out << ran.err;
    EXPECT_TRUE(has(ran.out, "line 6: more than 3 objects from this allocation")) << ran.out;
  }
  const std::string checked = run({"check", "--entry", "push", file}).out;
  EXPECT_TRUE(has(checked, "push.c:6:22: warning: more than 3 objects")) << checked;
  EXPECT_TRUE(has(checked, "node#3.next")) << "the run that leads there\n" << checked;
}

TEST(Growth, CountersAreNamedWhenTheSearchEnds) {
  const ScratchDirectory scratch;
  const std::string text =
      "_Atomic int tickets, served, small;\n"
      "int total;\n"
      "void take(void) {\n"
      "  for (;;) {\n"
      "    tickets++;\n"
      "    total = total + 1;\n"
      "    served++;\n"
      "    small = (small + 1) % 3;\n"
      "  }\n"
      "}\n"
      "void reset(void) { if (total >= 0) served = 0; }\n";
  const Ran ran = run({"check", "--model", "tso", "--max-states", "1000", "--entry", "take,reset",
                       scratch.write("count.c", text)});
  EXPECT_EQ(ran.exit, 3) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out,
                  "tickets is incremented in a loop in line 5 and never reset; total is "
                  "incremented in a loop in line 6 and never reset"))
      << ran.out;
  EXPECT_FALSE(has(ran.out, "served is")) << ran.out;
  EXPECT_FALSE(has(ran.out, "small is")) << ran.out;
}

}  // namespace

}  // namespace robur::test
