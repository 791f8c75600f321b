// Every .rob text that the repository contains is right, and the formatter keeps it:
// the corpus, the examples, and what docs/language.md shows.
#include <gtest/gtest.h>

#include "frontend/rob/format.h"
#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

void expectGood(const std::string& path, const std::string& text) {
  const Source source{path, text};
  const Parsed result = parseRob(source);
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << render(source, d);
  ASSERT_TRUE(result.program) << path;
  std::vector<Diagnostic> diagnostics;
  const auto once = formatRob(source, diagnostics);
  ASSERT_TRUE(once) << path;
  EXPECT_EQ(formatRob({path, *once}, diagnostics), once) << path;
  EXPECT_TRUE(sameProgram(parsed(*once), *result.program)) << path;
}

std::vector<std::string> robBlocks(const std::string& markdown) {
  constexpr std::string_view kOpen = "```rob\n";
  std::vector<std::string> blocks;
  for (std::size_t at = 0; (at = markdown.find(kOpen, at)) != std::string::npos;) {
    const std::size_t begin = at + kOpen.size();
    const std::size_t end = markdown.find("```", begin);
    EXPECT_NE(end, std::string::npos) << "a block is not closed";
    blocks.push_back(markdown.substr(begin, end - begin));
    at = std::min(end, markdown.size());
  }
  return blocks;
}

TEST(RobFiles, TheCorpus) {
  const auto files = filesBelow(ROBUR_SOURCE_DIR "/tests/corpus", ".rob");
  EXPECT_FALSE(files.empty());
  for (const std::string& path : files) {
    if (path.find("/corpus/prove/") == std::string::npos) expectGood(path, readFile(path));
  }
}

// They are no finite programs, so only their layout is looked at here.
TEST(RobFiles, TheProofsAreFormatted) {
  const auto files = filesBelow(ROBUR_SOURCE_DIR "/tests/corpus/prove", ".rob");
  EXPECT_GE(files.size(), 15u);
  for (const std::string& path : files) {
    const std::string text = readFile(path);
    std::vector<Diagnostic> diagnostics;
    EXPECT_EQ(formatRob({path, text}, diagnostics), text) << path;
  }
}

TEST(RobFiles, TheExamplesAreFormatted) {
  const auto files = filesBelow(ROBUR_SOURCE_DIR "/examples", ".rob");
  EXPECT_GE(files.size(), 6u);
  for (const std::string& path : files) {
    const std::string text = readFile(path);
    expectGood(path, text);
    std::vector<Diagnostic> diagnostics;
    EXPECT_EQ(formatRob({path, text}, diagnostics), text) << path;
  }
}

TEST(RobFiles, TheDocumentedLanguage) {
  const auto blocks = robBlocks(readFile(ROBUR_SOURCE_DIR "/docs/language.md"));
  EXPECT_GE(blocks.size(), 10u);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::string name = "docs/language.md, block " + std::to_string(i + 1);
    expectGood(name, blocks[i]);
    std::vector<Diagnostic> diagnostics;
    EXPECT_EQ(formatRob({name, blocks[i]}, diagnostics), blocks[i]) << name;
  }
}

}  // namespace
}  // namespace robur::testing
