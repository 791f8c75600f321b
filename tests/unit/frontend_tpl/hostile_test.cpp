// Input that no one would write: it must be refused quickly and with few words.
#include <gtest/gtest.h>

#include "unit/frontend_tpl/support.h"

namespace robur::testing {
namespace {

std::vector<Diagnostic> refused(std::string text) {
  const Parsed parsed = parseTpl({"a.tpl", std::move(text)});
  EXPECT_FALSE(parsed.program);
  EXPECT_FALSE(parsed.diagnostics.empty());
  EXPECT_LE(parsed.diagnostics.size(), 21u);
  return parsed.diagnostics;
}

std::string thread(const std::string& body) {
  return "global x; fn t { local r; " + body + " }";
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(TplHostile, StrangeBytes) {
  EXPECT_EQ(refused(std::string(1000, '\0'))[0].message, "unexpected byte 0x00");
  EXPECT_EQ(refused(std::string("global \xFF\xFE;"))[0].message,
            "only comments may contain characters outside ASCII");
  EXPECT_EQ(refused("# comment\nglobal x; fn t { }")[0].help, "comments begin with //");
}

TEST(TplHostile, Nesting) {
  constexpr std::string_view kDeep = "this is nested more than 200 levels deep";
  EXPECT_EQ(refused(thread("r = " + std::string(20'000'000, '(')))[0].message, kDeep);
  EXPECT_EQ(refused(thread("r = " + repeated("!(", 1'000'000)))[0].message, kDeep);
  EXPECT_EQ(refused(thread(repeated("if (r) {", 1'000'000)))[0].message, kDeep);
  EXPECT_EQ(refused(thread(repeated("oneof ({", 1'000'000)))[0].message, kDeep);
  EXPECT_EQ(refused(thread("r = " + std::string(1'000'000, '-') + "r;"))[0].message, kDeep);
}

TEST(TplHostile, LongExpressions) {
  constexpr std::string_view kLong = "this statement has more than 1000 operators";
  EXPECT_EQ(refused(thread("r = r" + repeated(" + r", 1'000'000) + ";"))[0].message, kLong);
  EXPECT_EQ(refused(thread("wait(x" + repeated(", 1", 1'000'000) + ");"))[0].message, kLong);
}

TEST(TplHostile, TooMuchOfEverything) {
  EXPECT_EQ(refused(thread(repeated("r = 1;", 200'000)))[0].message,
            "this thread has more than 65536 instructions");
  std::string labels;
  for (int i = 0; i < 70'000; ++i) labels += "l" + std::to_string(i) + ": ";
  EXPECT_EQ(refused(thread(labels))[0].message, "this thread has more than 65536 labels");
  std::string names = "x";
  for (int i = 0; i < 10'000; ++i) names += ", x" + std::to_string(i);
  EXPECT_EQ(refused("global " + names + ";")[0].message,
            "the program has more than 4096 shared locations");
  EXPECT_EQ(refused("global y; fn t { local " + names + "; }")[0].message,
            "this thread has more than 4096 registers");
}

TEST(TplHostile, ErrorsStopAtTwenty) {
  const std::vector<Diagnostic> found = refused(thread(repeated("q = 1;\n", 100'000)));
  ASSERT_EQ(found.size(), 21u);
  EXPECT_EQ(found.back().message, "there are more errors; the first 20 are shown");
  EXPECT_EQ(found.back().severity, Diagnostic::Severity::Note);
}

TEST(TplHostile, EveryPrefixOfAProgramIsRefusedOrRead) {
  const std::string text =
      "max_value 3; global x=1, y; na d; track x: 0, 1; fn t { local r; a: r = x.load(acq);"
      "if (r == 1) { goto a; } else { r = CAS(x, 0, 1, acq, rel); } while (r < 3) { fence; }"
      "oneof ({ lock(y); } { r = wait(x, 1, r + 1, acq); }); assert(!(r > 1)); }";
  for (std::size_t n = 0; n < text.size(); ++n) refused(text.substr(0, n));
  EXPECT_TRUE(parseTpl({"a.tpl", text}).program);
}

}  // namespace
}  // namespace robur::testing
