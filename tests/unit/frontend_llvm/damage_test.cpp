// Bitcode that somebody has damaged: read, refused with a reason, or given up at a limit, but the
// reader never falls over it.
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <random>
#include <sstream>

#include "generators/mutate.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

std::string seedNamed(const char* name) {
  std::ostringstream text;
  text << std::ifstream(std::string(ROBUR_SOURCE_DIR) + "/tests/unit/frontend_llvm/seeds/" + name)
              .rdbuf();
  return text.str();
}

// Words, numbers and names are put in the place of others of their kind, so that LLVM's parser lets
// some of it pass.
class Damaging {
 public:
  explicit Damaging(const std::string& text) : tokens_(tokensOf(text)) {}

  std::string next() {
    std::vector<std::string> tokens = tokens_;
    for (int changes = random_() % 4 == 0 ? 2 : 1; changes > 0;) {
      const std::size_t to = random_() % tokens.size();
      const std::size_t from = random_() % tokens.size();
      if (kindOf(to) == 0 || kindOf(to) != kindOf(from) || tokens[to] == tokens_[from]) continue;
      tokens[to] = tokens_[from];
      --changes;
    }
    std::string text;
    for (const std::string& token : tokens) text += token;
    return text;
  }

 private:
  int kindOf(std::size_t at) const {
    const auto first = static_cast<unsigned char>(tokens_[at][0]);
    if (std::isdigit(first) != 0) return 1;
    if (std::isalpha(first) == 0) return 0;
    return at == 0 || tokens_[at - 1] == " " ? 2 : tokens_[at - 1] == "%" ? 3 : 4;
  }

  std::vector<std::string> tokens_;
  std::mt19937_64 random_{1};
};

class Damage : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(Damage, IsToldWithoutFallingOver) {
  const auto& [name, entries] = GetParam();
  Reading settings;
  settings.entries = entries;
  const std::string seed = seedNamed(name);
  EXPECT_TRUE(readC(seed, ".ll", settings).program) << name;
  Damaging mutator(seed);
  int accepted = 0;
  int refused = 0;
  constexpr int kRounds = 60;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = mutator.next();
    const Loaded loaded = readC(text, ".ll", settings);
    accepted += loaded.program.has_value();
    refused += hasErrors(loaded.diagnostics);
    for (const Diagnostic& d : loaded.diagnostics) {
      EXPECT_EQ(d.message.find("the reader of C and C++ failed"), std::string::npos)
          << "round " << round << "\n"
          << text;
    }
    EXPECT_TRUE(loaded.program || !loaded.diagnostics.empty()) << text;
  }
  EXPECT_GT(accepted, 0) << "no damage left a program to look at";
  EXPECT_GT(refused, kRounds / 4) << "hardly anything was damaged";
}

INSTANTIATE_TEST_SUITE_P(Bitcode, Damage,
                         ::testing::Values(std::tuple("publish.ll", "one,two"),
                                           std::tuple("loops.ll", "")),
                         [](const auto& one) {
                           const std::string name = std::get<0>(one.param);
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace robur::testing
