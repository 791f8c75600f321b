// Source locations in reports, from the symbolizer's text to the fields of JSON.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "runtime/report/code_location.h"

namespace robur::testing {

namespace {

runtime::Line line(const char* text) {
  return {text, std::strlen(text)};
}

std::string jsonOf(const char* location, const char* function) {
  runtime::CodeLocation parsed;
  parsed.set(line(location), line(function));
  runtime::Text out;
  parsed.addJson(out);
  return out.c_str();
}

}  // namespace

TEST(CodeLocation, HasItsParts) {
  runtime::CodeLocation location;
  EXPECT_FALSE(location.known());
  location.set(line("src/a b.cpp:12:5"), line("f(int)"));
  EXPECT_TRUE(location.known());
  EXPECT_EQ(std::string(location.file.text, location.file.size), "src/a b.cpp");
  EXPECT_EQ(location.line, 12u);
  EXPECT_EQ(location.column, 5u);
  runtime::Text text;
  location.addText(text);
  EXPECT_EQ(std::string(text.c_str()), "src/a b.cpp:12:5 in f(int)");
}

TEST(CodeLocation, Json) {
  EXPECT_EQ(jsonOf("C:x.cpp:7:0", "operator\"\"_s"),
            R"({"file": "C:x.cpp", "line": 7, "column": 0, "function": "operator\"\"_s"})");
}

TEST(CodeLocation, UnknownPartsAreEmpty) {
  EXPECT_EQ(jsonOf("??:0:0", "main"),
            R"({"file": "", "line": 0, "column": 0, "function": "main"})");
  EXPECT_EQ(jsonOf("file", "f"), R"({"file": "file", "line": 0, "column": 0, "function": "f"})");
  EXPECT_EQ(jsonOf("", ""), R"({"file": "", "line": 0, "column": 0, "function": ""})");
}

}  // namespace robur::testing
