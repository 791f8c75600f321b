// Edits keep everything that they do not change.
#include <gtest/gtest.h>

#include "repair/text_edit.h"

namespace robur {
namespace {

std::string inserted(std::string_view text, std::string_view before) {
  return applied(text, {statementBefore(text, text.find(before), "fence(sc);")});
}

TEST(RepairText, AStatementGetsALineOfItsOwn) {
  EXPECT_EQ(inserted("thread t {\n  a;\n  b;  // why\n}\n", "b;"),
            "thread t {\n  a;\n  fence(sc);\n  b;  // why\n}\n");
  EXPECT_EQ(inserted("thread t {\n\ta;\n\tb;\n}\n", "b;"),
            "thread t {\n\ta;\n\tfence(sc);\n\tb;\n}\n");
  EXPECT_EQ(inserted("t {\r\n  a;\r\n}\r\n", "a;"), "t {\r\n  fence(sc);\r\n  a;\r\n}\r\n");
}

TEST(RepairText, OnOneLineItStaysOnIt) {
  EXPECT_EQ(inserted("thread t { a; b; }", "b;"), "thread t { a; fence(sc); b; }");
  EXPECT_EQ(inserted("thread t { a; b; }", "}"), "thread t { a; b; fence(sc); }");
}

TEST(RepairText, AtTheEndOfABlockItIsAsDeepAsTheStatementAbove) {
  EXPECT_EQ(inserted("t {\n    a;\n}\n", "}"), "t {\n    a;\n    fence(sc);\n}\n");
  EXPECT_EQ(inserted("t {\n}\n", "}"), "t {\n  fence(sc);\n}\n");
}

TEST(RepairText, InFrontOfALabelItIsAsDeepAsTheStatementBehind) {
  EXPECT_EQ(inserted("t {\n    a;\nlook:\n    b;\n}\n", "look"),
            "t {\n    a;\n    fence(sc);\nlook:\n    b;\n}\n");
  EXPECT_EQ(inserted("t {\n\ta;\n  case K::b: \n  default:\n\n\tb;\n}\n", "case"),
            "t {\n\ta;\n\tfence(sc);\n  case K::b: \n  default:\n\n\tb;\n}\n");
  EXPECT_EQ(inserted("t {\n  a;\n  look: b;\n}\n", "look"),
            "t {\n  a;\n  fence(sc);\n  look: b;\n}\n");
  EXPECT_EQ(inserted("t {\n  a;\n end:\n}\n", "end"), "t {\n  a;\n fence(sc);\n end:\n}\n");
  EXPECT_EQ(inserted("t {\n  r = c ? a :\n      b;\n}\n", "r ="),
            "t {\n  fence(sc);\n  r = c ? a :\n      b;\n}\n");
}

TEST(RepairText, AStatementGoesWithItsLine) {
  const std::string_view text = "t {\n  fence(sc);\n  a; fence(rel); b;\n}\n";
  const std::size_t first = text.find("fence(sc)");
  EXPECT_EQ(applied(text, {withoutStatement(text, first, first + 9)}),
            "t {\n  a; fence(rel); b;\n}\n");
  const std::size_t second = text.find("fence(rel)");
  EXPECT_EQ(applied(text, {withoutStatement(text, second, second + 10)}),
            "t {\n  fence(sc);\n  a; b;\n}\n");
}

}  // namespace
}  // namespace robur
