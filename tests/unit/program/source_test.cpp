// The text a user sees for a diagnostic, byte for byte.
#include "program/source.h"

#include <gtest/gtest.h>

namespace robur {
namespace {

Diagnostic at(std::uint32_t line, std::uint32_t column, std::uint32_t endColumn) {
  Diagnostic d;
  d.span = {0, line, column, line, endColumn};
  d.message = "expected ';'";
  return d;
}

TEST(Source, LinesWithoutTheirEnds) {
  const Source source{"f", "one\ntwo\r\n\nlast"};
  EXPECT_EQ(source.line(1), "one");
  EXPECT_EQ(source.line(2), "two");
  EXPECT_EQ(source.line(3), "");
  EXPECT_EQ(source.line(4), "last");
  EXPECT_EQ(source.line(5), "");
  EXPECT_EQ(source.line(0), "");
}

TEST(Render, ShowsTheLineWithCaretsUnderTheSpan) {
  const Source source{"dir/a.rob", "thread t {\n  x.store(1)\n}\n"};
  Diagnostic d = at(2, 3, 13);
  d.help = "write one";
  EXPECT_EQ(render(source, d),
            "dir/a.rob:2:3: error: expected ';'\n"
            "  |\n"
            "2 |   x.store(1)\n"
            "  |   ^^^^^^^^^^\n"
            "help: write one\n");
}

TEST(Render, TheGutterIsAsWideAsTheNumber) {
  const Source source{"a", std::string(12, '\n') + "text"};
  EXPECT_EQ(render(source, at(13, 1, 5)),
            "a:13:1: error: expected ';'\n"
            "   |\n"
            "13 | text\n"
            "   | ^^^^\n");
}

TEST(Render, TabsStayAlignedAtAnyWidth) {
  const Source source{"a", "\ta\tbc"};
  EXPECT_EQ(render(source, at(1, 4, 6)),
            "a:1:4: error: expected ';'\n"
            "  |\n"
            "1 |     a   bc\n"
            "  |         ^^\n");
}

TEST(Render, CharactersOfSeveralBytesTakeOneColumn) {
  const Source source{"a", "\xC3\xA4\xC3\xB6 x"};
  EXPECT_EQ(render(source, at(1, 6, 7)),
            "a:1:6: error: expected ';'\n"
            "  |\n"
            "1 | \xC3\xA4\xC3\xB6 x\n"
            "  |    ^\n");
}

TEST(Render, AnEmptySpanHasOneCaretEvenBehindTheLine) {
  const Source source{"a", "ab\n"};
  EXPECT_EQ(render(source, at(1, 3, 3)),
            "a:1:3: error: expected ';'\n"
            "  |\n"
            "1 | ab\n"
            "  |   ^\n");
  EXPECT_EQ(render(source, at(2, 1, 1)),
            "a:2:1: error: expected ';'\n"
            "  |\n"
            "2 |\n"
            "  | ^\n");
}

TEST(Render, ASpanOfSeveralLinesIsMarkedToTheEndOfTheFirst) {
  const Source source{"a", "ab cd\nef"};
  Diagnostic d = at(1, 4, 3);
  d.span.endLine = 2;
  EXPECT_EQ(render(source, d),
            "a:1:4: error: expected ';'\n"
            "  |\n"
            "1 | ab cd\n"
            "  |    ^^\n");
}

TEST(Render, WithoutAPlaceThereIsNoLine) {
  Diagnostic d;
  d.severity = Diagnostic::Severity::Note;
  d.message = "there are more errors";
  EXPECT_EQ(render({"a", "text"}, d), "a: note: there are more errors\n");
  d.severity = Diagnostic::Severity::Warning;
  EXPECT_EQ(render({"a", "text"}, d), "a: warning: there are more errors\n");
}

TEST(Render, LongLinesAreCutAroundTheSpan) {
  const Source source{"a", std::string(100000, 'x') + "!" + std::string(100000, 'y')};
  const std::string text = render(source, at(1, 100001, 100002));
  EXPECT_LT(text.size(), 500u);
  const std::size_t shown = text.find('!');
  const std::size_t caret = text.find('^');
  ASSERT_NE(shown, std::string::npos);
  ASSERT_NE(caret, std::string::npos);
  EXPECT_EQ(shown - text.rfind('\n', shown), caret - text.rfind('\n', caret));
}

TEST(Render, NothingThatATerminalActsOnIsShown) {
  const Source source{"a", std::string("a\x1b[2Jb\0c", 8)};
  EXPECT_EQ(render(source, at(1, 2, 3)),
            "a:1:2: error: expected ';'\n"
            "  |\n"
            "1 | a?[2Jb?c\n"
            "  |  ^\n");
}

TEST(Diagnostics, WarningsAreNoErrors) {
  Diagnostic d;
  d.severity = Diagnostic::Severity::Warning;
  EXPECT_FALSE(hasErrors({d}));
  EXPECT_TRUE(hasErrors({d, Diagnostic()}));
  EXPECT_FALSE(hasErrors({}));
}

}  // namespace
}  // namespace robur
