// What holds for every program: formatting changes nothing but the layout, and nothing at
// all the second time. Seeds are counted up from a fixed one, so every run is the same; a
// failure names its seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/rob/format.h"
#include "frontend/rob/lexer.h"
#include "generators/rob_text.h"
#include "program/print.h"
#include "program/simplify.h"
#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kFirstSeed = 20260101;
constexpr std::uint64_t kPrograms = kSanitized ? 300 : 3000;

// Comments without the blanks that layout may change in them.
std::vector<std::string> commentsOf(std::string_view text) {
  frontend_rob::Errors errors;
  frontend_rob::Lexer lexer(text, errors, frontend_rob::Lexer::Comments::Keep);
  std::vector<std::string> out;
  for (frontend_rob::Token t = lexer.next(); t.kind != frontend_rob::Tok::End; t = lexer.next()) {
    if (t.kind != frontend_rob::Tok::Comment) continue;
    std::string comment;
    for (const char c : lexer.text(t.at)) {
      if (c != ' ' && c != '\t' && c != '\r') comment += c;
    }
    out.push_back(std::move(comment));
  }
  return out;
}

void expectFormatterKeeps(const std::string& text, const std::string& what) {
  std::vector<Diagnostic> diagnostics;
  const auto once = formatRob({"t.rob", text}, diagnostics);
  ASSERT_TRUE(once) << what << "\n" << text;
  ASSERT_EQ(formatRob({"t.rob", *once}, diagnostics), once) << what << "\n" << text;
  ASSERT_TRUE(sameProgram(parsed(*once), parsed(text))) << what << "\n" << text << "\n" << *once;
  ASSERT_EQ(commentsOf(*once), commentsOf(text)) << what << "\n" << text << "\n" << *once;
  for (std::size_t at = 0; (at = once->find('\n', at)) != std::string::npos; ++at) {
    const bool blankBefore = at > 0 && ((*once)[at - 1] == ' ' || (*once)[at - 1] == '\t');
    ASSERT_FALSE(blankBefore) << what << ": a line ends in a blank\n" << *once;
    const bool twoEmpty = once->compare(at, 3, "\n\n\n") == 0 && commentsOf(*once).empty();
    ASSERT_FALSE(twoEmpty) << what << ": two empty lines\n" << *once;
  }
}

TEST(RobFormatProperty, RandomProgramsAreWellFormed) {
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kPrograms; ++seed) {
    const Parsed result = parseRob({"t.rob", randomRobText(seed)});
    ASSERT_TRUE(result.program) << "seed " << seed << "\n"
                                << randomRobText(seed) << "\n"
                                << render({"t.rob", randomRobText(seed)}, result.diagnostics[0]);
  }
}

TEST(RobFormatProperty, LayoutIsAllThatChanges) {
  fmt::print("seeds {} to {}\n", kFirstSeed, kFirstSeed + kPrograms - 1);
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kPrograms; ++seed) {
    expectFormatterKeeps(randomRobText(seed), "seed " + std::to_string(seed));
    if (HasFatalFailure()) return;
  }
}

TEST(RobFormatProperty, TheLayoutOfTheInputDoesNotShow) {
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kPrograms; ++seed) {
    const std::string tame = randomRobText(seed, {.comments = false, .wildLayout = false});
    std::vector<Diagnostic> diagnostics;
    const auto expected = formatRob({"t.rob", tame}, diagnostics);
    ASSERT_TRUE(expected) << "seed " << seed << "\n" << tame;
    std::string joined;  // the same tokens on one line
    for (const char c : *expected) joined += c == '\n' ? ' ' : c;
    ASSERT_EQ(formatRob({"t.rob", joined}, diagnostics), expected) << "seed " << seed;
  }
}

TEST(RobFormatProperty, PrintedProgramsAreReadBack) {
  for (std::uint64_t seed = kFirstSeed; seed < kFirstSeed + kPrograms / 3; ++seed) {
    const Program program = parsed(randomRobText(seed));
    const std::string printed = printRob(program);
    ASSERT_TRUE(sameUpToNames(simplified(parsed(printed)), simplified(program)))
        << "seed " << seed << "\n"
        << printed;
    expectFormatterKeeps(printed, "seed " + std::to_string(seed) + ", printed");
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace robur::testing
