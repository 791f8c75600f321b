// Fences are written as one would write them by hand, braces included.
#include "repair/c/fence_edits.h"

#include <gtest/gtest.h>

#include "repair/c/c_file.h"

namespace robur::repair_c {
namespace {

enum Where { InFront, Behind, Both };

// The text with a fence around the body, or the statement if it is in a block, that `x` is in.
std::string fenced(const std::string& text, Where where, bool inBody = true) {
  const Source source{"p.c", text};
  const CFile file(source, false);
  std::vector<FenceToWrite> fences;
  const Statement* const around = statementAround(file.statements, text.find('x'));
  if (around == nullptr) return "none";
  for (const Gap& gap : file.gapsAround(text.find('x'))) {
    if (gap.body.has_value() != inBody) continue;
    if (gap.body && *gap.body != around->begin) continue;
    const bool front = gap.body ? gap.offset == *gap.body : gap.offset <= text.find('x');
    if (where == Both || front == (where == InFront)) fences.push_back({gap, "F();"});
  }
  std::vector<TextEdit> edits;
  for (const FenceEdit& each : fenceEdits(text, file.statements, fences))
    edits.push_back(each.edit);
  return edits.empty() ? "none" : applied(text, std::move(edits));
}

TEST(CFenceEdits, BracesOnOneLine) {
  EXPECT_EQ(fenced("void f() { if (c) x(); b(); }", InFront),
            "void f() { if (c) { F(); x(); } b(); }");
  EXPECT_EQ(fenced("void f() { if (c) x(); else b(); }", Behind),
            "void f() { if (c) { x(); F(); } else b(); }");
  EXPECT_EQ(fenced("void f() { if (c) b(); else x(); }", Both),
            "void f() { if (c) b(); else { F(); x(); F(); } }");
  EXPECT_EQ(fenced("void f() { do x(); while (c); }", InFront),
            "void f() { do { F(); x(); } while (c); }");
  EXPECT_EQ(fenced("void f() { if (c) return x(); }", Both),
            "void f() { if (c) { F(); return x(); } }");
}

TEST(CFenceEdits, BracesBehindTheHead) {
  EXPECT_EQ(fenced("void f() {\n"
                   "  if (c)  // why\n"
                   "    x();  // what\n"
                   "  b();\n"
                   "}\n",
                   Both),
            "void f() {\n"
            "  if (c) {  // why\n"
            "    F();\n"
            "    x();  // what\n"
            "    F();\n"
            "  }\n"
            "  b();\n"
            "}\n");
  EXPECT_EQ(fenced("void f() {\n"
                   "\tif (c)\n"
                   "\t\tx();\n"
                   "\telse\n"
                   "\t\tb();\n"
                   "}\n",
                   InFront),
            "void f() {\n"
            "\tif (c) {\n"
            "\t\tF();\n"
            "\t\tx();\n"
            "\t} else\n"
            "\t\tb();\n"
            "}\n");
  EXPECT_EQ(fenced("void f() {\n"
                   "  if (c) {\n"
                   "    b();\n"
                   "  } else if (d)\n"
                   "    x(1,\n"
                   "      2);\n"
                   "}\n",
                   Behind),
            "void f() {\n"
            "  if (c) {\n"
            "    b();\n"
            "  } else if (d) {\n"
            "    x(1,\n"
            "      2);\n"
            "    F();\n"
            "  }\n"
            "}\n");
  EXPECT_EQ(fenced("void f() {\n  do\n    x();\n  while (c);\n}\n", Behind),
            "void f() {\n  do {\n    x();\n    F();\n  } while (c);\n}\n");
  EXPECT_EQ(fenced("void f() {\r\n  for (;;)\r\n    x();\r\n}\r\n", InFront),
            "void f() {\r\n  for (;;) {\r\n    F();\r\n    x();\r\n  }\r\n}\r\n");
}

TEST(CFenceEdits, BracesOnTheirOwnLines) {
  EXPECT_EQ(fenced("void f()\n"
                   "{\n"
                   "  if (a)\n"
                   "  {\n"
                   "    b();\n"
                   "  }\n"
                   "  if (c)\n"
                   "    x();\n"
                   "  else\n"
                   "    b();\n"
                   "}\n",
                   InFront),
            "void f()\n"
            "{\n"
            "  if (a)\n"
            "  {\n"
            "    b();\n"
            "  }\n"
            "  if (c)\n"
            "  {\n"
            "    F();\n"
            "    x();\n"
            "  }\n"
            "  else\n"
            "    b();\n"
            "}\n");
  // A function's brace at the margin says nothing about others.
  EXPECT_EQ(fenced("void f()\n{\n\tif (c)\n\t\tx();\n}\n", InFront),
            "void f()\n{\n\tif (c) {\n\t\tF();\n\t\tx();\n\t}\n}\n");
}

// Both a loop and its body get braces, which have to be closed in order.
TEST(CFenceEdits, BodiesInBodies) {
  const std::string text =
      "void f() {\n"
      "  for (;;)\n"
      "    if (c)\n"
      "      x();\n"
      "}\n";
  const Source source{"p.c", text};
  const CFile file(source, false);
  std::vector<FenceToWrite> fences;
  for (const Gap& gap : file.gapsAround(text.find('x'))) fences.push_back({gap, "F();"});
  ASSERT_EQ(fences.size(), 6u);
  std::vector<TextEdit> edits;
  for (const FenceEdit& each : fenceEdits(text, file.statements, fences))
    edits.push_back(each.edit);
  EXPECT_EQ(applied(text, std::move(edits)),
            "void f() {\n"
            "  F();\n"
            "  for (;;) {\n"
            "    F();\n"
            "    if (c) {\n"
            "      F();\n"
            "      x();\n"
            "      F();\n"
            "    }\n"
            "    F();\n"
            "  }\n"
            "  F();\n"
            "}\n");
}

TEST(CFenceEdits, NoBracesWhereTheyWouldChangeSomething) {
  EXPECT_EQ(fenced("void f() { while (x()); }", Both), "none");
  EXPECT_EQ(fenced("void f() { if (c) again: x(); }", Both), "none");
  EXPECT_EQ(fenced("void f() { if (c) b(); else if (x()) b(); }", Both), "none");
  EXPECT_EQ(fenced("void f() { if (c) { x(); } }", Both, false),
            "void f() { if (c) { F(); x(); F(); } }");
}

}  // namespace
}  // namespace robur::repair_c
