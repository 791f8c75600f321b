// Which values are left out because they decide nothing, and which are not.
#include "program/transform/unneeded_values.h"

#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"
#include "program/print.h"
#include "program/validate.h"

namespace robur {
namespace {

// The program without them, or nothing.
std::string without(const std::string& locations, const std::string& body) {
  const Parsed parsed = parseRob(
      {"p.rob", locations + "\nthread t {\n  local u8 r;\n  local u8 s;\n" + body + "\n}\n"});
  EXPECT_TRUE(parsed.program) << body;
  const std::optional<Program> smaller = withoutUnneededValues(*parsed.program);
  if (!smaller) return "";
  EXPECT_TRUE(validate(*smaller).empty()) << body;
  return printRob(*smaller);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* kBytes = "atomic u8 x;\natomic u8 y;";

TEST(UnneededValues, CountersThatNobodyLooksAtCountNothing) {
  const std::string text = without(kBytes, "loop { x.fetch_add(1, rlx); r = x.load(rlx); }");
  EXPECT_TRUE(has(text, "x.exchange(0, rlx);")) << text;
  EXPECT_TRUE(has(text, "u1 x;")) << text;
}

TEST(UnneededValues, WhatIsPassedOnAndDroppedIsLeftOut) {
  const std::string text = without(kBytes, "r = x.load(rlx); y.store(r + 1, rlx);");
  EXPECT_TRUE(has(text, "y.store(0, rlx);")) << text;
}

TEST(UnneededValues, ConditionsNeedTheirs) {
  for (const char* body :
       {"x.fetch_add(1, rlx); r = x.load(rlx); if (r == 3) { y.store(r, rlx); }",
        "x.fetch_add(1, rlx); wait(x == 3, rlx);", "x.fetch_add(1, rlx); x.bcas(3, 4, rlx);",
        "x.fetch_add(1, rlx); r = x.load(rlx); assert(r < 200);",
        "x.fetch_add(1, rlx); r = x.load(rlx); y.store(r, rlx); wait(y == 3, rlx);"}) {
    EXPECT_TRUE(has(without(kBytes, body), "x.fetch_add(1, rlx);") || without(kBytes, body).empty())
        << body;
  }
}

TEST(UnneededValues, AddressesNeedTheirs) {
  const std::string text = without("atomic 0..1 x;\natomic u8 a[2];",
                                   "x.store(1, rlx); r = x.load(rlx); a[r].store(1, rlx);");
  EXPECT_TRUE(has(text, "x.store(1, rlx);")) << text;
  EXPECT_TRUE(has(text, "[r].store(0, rlx);")) << text;
}

// An overflow that is an error, and a division by what may be zero.
TEST(UnneededValues, ErrorsStay) {
  EXPECT_FALSE(has(without("atomic 0..9 x;", "loop { x.fetch_add(1, rlx); }"), "x.exchange"));
  EXPECT_FALSE(has(without("atomic 0..9 x;\natomic u8 y;", "r = y.load(rlx); x.store(r, rlx);"),
                   "x.store(0"));
  EXPECT_FALSE(has(without("atomic u8 x;", "x.store(2, rlx); r = x.load(rlx); s = 7 / r;"),
                   "x.store(0, rlx)"));
  EXPECT_TRUE(has(without("atomic 0..9 x;", "x.store(9, rlx);"), "x.store(0, rlx)"));
}

// One register for two things, as front ends have it.
TEST(UnneededValues, ResultsThatNobodyReadsAreNoUses) {
  const std::string text = without(
      kBytes, "loop { r = y.load(rlx); if (r == 1) { x.fetch_add(1, rlx); r = x.load(rlx); } }");
  EXPECT_TRUE(has(text, "x.exchange(0, rlx);")) << text;
  EXPECT_TRUE(has(text, "y.load(rlx);")) << text;
  EXPECT_TRUE(has(text, "u8 y;")) << text;
}

}  // namespace
}  // namespace robur
