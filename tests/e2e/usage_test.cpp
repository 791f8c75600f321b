// The command line itself: help, mistakes, exit codes.
#include <gtest/gtest.h>

#include <algorithm>

#include "e2e/run.h"

namespace robur::test {

namespace {

TEST(Usage, HelpGoesToStdout) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"-h"},
                                                    {"help"},
                                                    {"check", "--help"},
                                                    {"fmt", "-h"},
                                                    {"export", "--help"},
                                                    {"help", "check"},
                                                    {"check", "x.rob", "--help"}}) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit, 0) << arguments[0];
    EXPECT_TRUE(has(ran.out, "Usage: robur")) << ran.out;
    EXPECT_TRUE(has(ran.out, "Examples:"));
    EXPECT_TRUE(has(ran.out, "Exit status:"));
    EXPECT_EQ(ran.err, "");
  }
}

TEST(Usage, HelpFitsANarrowTerminal) {
  for (const char* command : {"check", "fmt", "export"}) {
    const std::string text = run({command, "--help"}).out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      EXPECT_LE(end - at, 84u) << text.substr(at, end - at);
      at = end + 1;
    }
  }
}

TEST(Usage, VersionIsOneLine) {
  const Ran ran = run({"--version"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1);
  EXPECT_TRUE(ran.out.starts_with("robur "));
}

TEST(Usage, NothingAtAllShowsTheHelpAsAnError) {
  const Ran ran = run({});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(has(ran.err, "Usage: robur"));
}

struct Mistake {
  std::vector<std::string> arguments;
  const char* says;
};

TEST(Usage, MistakesAreNamedAndExitWithTwo) {
  const Mistake mistakes[] = {
      {{"chekc", "x.rob"}, "did you mean 'check'?"},
      {{"zzzzzz"},
       "the commands are check, verify, prove, repair, relax, run, fmt, export, models "
       "and languages"},
      {{"dekker.rob"}, "did you mean 'robur check dekker.rob'?"},
      {{"--model", "ra"}, "options follow the command"},
      {{"help", "chekc"}, "did you mean 'check'?"},
      {{"check"}, "check needs a file"},
      {{"check", "--modle", "ra", "dekker.rob"}, "did you mean '--model'?"},
      {{"check", "--in-place", "dekker.rob"}, "unknown option '--in-place'"},
      {{"check", "-z", "dekker.rob"}, "-z"},
      {{"check", "--model", "arm", "dekker.rob"}, "unknown model 'arm'"},
      {{"check", "--model", "ra,", "dekker.rob"}, "unknown model ''"},
      {{"check", "--model"}, "--model"},
      {{"check", "--language", "cobol", "dekker.rob"}, "unknown language 'cobol'"},
      {{"check", "--format", "xml", "dekker.rob"}, "unknown format 'xml'"},
      {{"check", "--color", "maybe", "dekker.rob"}, "'maybe'"},
      {{"check", "--max-states", "0", "dekker.rob"}, "'0' is not a number of states"},
      {{"check", "--max-states", "-5", "dekker.rob"}, "--max-states"},
      {{"check", "--max-memory", "2X", "dekker.rob"}, "'2X' is not an amount of memory"},
      {{"check", "--timeout", "soon", "dekker.rob"}, "'soon' is not a time"},
      {{"check", "--workers", "1000", "dekker.rob"}, "'1000' is not a number from 1 to 256"},
      {{"check", "--any", "f", "dekker.rob"}, "--any is for C and C++"},
      {{"check", "--entry", "f", "dekker.rob"}, "--entry is for C and C++"},
      {{"check", "--objects", "3", "dekker.c"}, "--objects needs --any"},
      {{"check", "--any", "f", "--objects", "0", "dekker.c"}, "--objects"},
      {{"fmt"}, "fmt needs a file"},
      {{"fmt", "--in-place", "--check", "dekker.rob"}, "exclude each other"},
      {{"export", "dekker.rob"}, "--promela"},
      {{"export", "--promela", "dekker.rob"}, "--model"},
      {{"export", "--promela", "--model", "all", "dekker.rob"}, "one model"},
  };
  for (const Mistake& mistake : mistakes) {
    const Ran ran = run(mistake.arguments);
    std::string line;
    for (const std::string& argument : mistake.arguments) line += " " + argument;
    EXPECT_EQ(ran.exit, 2) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_TRUE(has(ran.err, mistake.says)) << line << "\n" << ran.err;
    EXPECT_TRUE(ran.err.starts_with("robur: error: ")) << line << "\n" << ran.err;
  }
}

TEST(Usage, TheLastOfAnOptionGivenTwiceCountsButModelsAddUp) {
  const Ran models = run({"check", "-q", "--model", "ra", "--model=tso", "dekker-fixed.rob"});
  EXPECT_EQ(models.exit, 0);
  EXPECT_EQ(std::ranges::count(models.out, '\n'), 2) << models.out;
  EXPECT_TRUE(has(models.out, "RA") && has(models.out, "TSO")) << models.out;
  const Ran format =
      run({"check", "-f", "json", "-f", "text", "-q", "-m", "ra", "dekker-fixed.rob"});
  EXPECT_TRUE(format.out.starts_with("dekker-fixed.rob: robust")) << format.out;
}

}  // namespace

}  // namespace robur::test
