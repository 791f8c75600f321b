// Numbers and lines as people read them.
#include "report/words.h"

#include <gtest/gtest.h>

#include "golden/litmus_scenes.h"

namespace robur::test {

namespace {

TEST(Words, Counts) {
  EXPECT_EQ(countText(0), "0");
  EXPECT_EQ(countText(999), "999");
  EXPECT_EQ(countText(1000), "1,000");
  EXPECT_EQ(countText(53412987), "53,412,987");
  EXPECT_EQ(countText(1, "state"), "1 state");
  EXPECT_EQ(countText(0, "state"), "0 states");
}

TEST(Words, Durations) {
  EXPECT_EQ(durationText(0), "0 ms");
  EXPECT_EQ(durationText(0.00042), "0.4 ms");
  EXPECT_EQ(durationText(0.012), "0.01 s");
  EXPECT_EQ(durationText(59.999), "60.00 s");
  EXPECT_EQ(durationText(120.4), "120 s");
  EXPECT_EQ(durationText(3725), "62 min 5 s");
}

TEST(Words, Bytes) {
  EXPECT_EQ(bytesText(1), "1 byte");
  EXPECT_EQ(bytesText(1023), "1,023 bytes");
  EXPECT_EQ(bytesText(1536), "1.5 KiB");
  EXPECT_EQ(bytesText(std::uint64_t{340} << 20), "340 MiB");
  EXPECT_EQ(bytesText(std::uint64_t{7300} << 20), "7.1 GiB");
  EXPECT_EQ(bytesText(~std::uint64_t{0}), "16 EiB");
}

TEST(Words, OneLineCollapsesCutsAndReplaces) {
  EXPECT_EQ(oneLine("  a\n\t b  ", 10), "a b");
  EXPECT_EQ(oneLine("abcdef", 6), "abcdef");
  EXPECT_EQ(oneLine("abcdefg", 6), "abcde…");
  EXPECT_EQ(oneLine("äöüäöü", 6), "äöüäöü");
  EXPECT_EQ(oneLine("äöüäöüä", 6), "äöüäö…");
  EXPECT_EQ(oneLine("a\x1b[31mb", 20), "a?[31mb");
  EXPECT_EQ(oneLine("", 5), "");
}

TEST(Words, SourceTextFollowsASpanOverLines) {
  Scene s("x.rob", "while (x.load() != 0)\n{\n  skip;\n}\nrest");
  s.atomic("x");
  Span span{0, 1, 1, 4, 2};
  EXPECT_EQ(sourceText(s.program, span), "while (x.load() != 0) { skip; }");
  span.endLine = 99;  // beyond the text: the first line is all there is
  EXPECT_EQ(sourceText(s.program, span), "while (x.load() != 0)");
  EXPECT_EQ(sourceText(s.program, Span{}), "");
  EXPECT_EQ(sourceText(s.program, (Span{7, 1, 1, 1, 2})), "");
}

}  // namespace

}  // namespace robur::test
