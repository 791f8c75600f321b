// The seeds of the fuzzers, and several thousand damaged copies of them, in any build.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fuzz/property.h"
#include "generators/mutate.h"

namespace robur::fuzz {
namespace {

std::vector<std::string> seedsOf(const std::string& language) {
  const std::string folder = std::string(ROBUR_SOURCE_DIR) + "/tests/fuzz/seeds/" + language;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry);
  std::ranges::sort(files);
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    seeds.push_back(text.str());
  }
  return seeds;
}

class Replay : public ::testing::TestWithParam<const char*> {
 protected:
  Language language_ = *languageNamed(GetParam());
  std::vector<std::string> seeds_ = seedsOf(GetParam());
};

TEST_P(Replay, SeedsAreProgramsAndKeepTheProperty) {
  ASSERT_GE(seeds_.size(), 5u);
  for (const std::string& seed : seeds_) {
    const Source source{"seed", seed};
    const Parsed parsed = parse(language_, source);
    EXPECT_TRUE(parsed.program) << seed << render(source, parsed.diagnostics.at(0));
    EXPECT_EQ(violation(language_, seed), "") << seed;
  }
}

TEST_P(Replay, DamagedSeedsKeepTheProperty) {
  testing::Mutator mutator(seeds_, 1);
  int accepted = 0;
  constexpr int kRounds = 5000;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = mutator.next();
    ASSERT_EQ(violation(language_, text), "") << "round " << round << "\n" << text;
    accepted += parse(language_, {"input", text}).program.has_value();
  }
  EXPECT_GT(accepted, kRounds / 50) << "hardly any damage left a program to look at";
  EXPECT_LT(accepted, kRounds / 2) << "hardly anything was damaged";
}

std::vector<const char*> parsedLanguageNames() {
  std::vector<const char*> names;
  for (const LanguageInfo& info : languageTable()) {
    if (info.parse != nullptr) names.push_back(info.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Parsers, Replay, ::testing::ValuesIn(parsedLanguageNames()),
                         [](const auto& parser) { return std::string(parser.param); });

}  // namespace
}  // namespace robur::fuzz
