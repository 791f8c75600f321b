// The algorithms of tests/corpus/any-number: verdicts and smallest instances as their headers say.
//
//   //! any: robust against tso ra
//   //! any: not-robust with 2 reader and 1 writer against rc11
//   //! any: fails with 2 worker                  (an assertion, under SC)
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "check/check.h"
#include "frontend/rob/parse_rob.h"
#include "program/model_info.h"

namespace robur {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(ROBUR_SOURCE_DIR) / "tests/corpus/any-number";

std::vector<std::string> corpusNames() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".rob") out.push_back(entry.path().stem().string());
  }
  std::ranges::sort(out);
  return out;
}

struct Expected {
  std::map<ModelName, std::string> verdicts;  // "robust", "not-robust with 3 worker"
  std::string fails;                          // "fails with 2 worker", or nothing
};

Expected expectedIn(const std::string& text) {
  Expected out;
  std::istringstream lines(text);
  const std::string mark = "//! any: ", against = " against ";
  for (std::string line; std::getline(lines, line) && line.starts_with(mark);) {
    line.erase(0, mark.size());
    const std::size_t end = line.find(against);
    if (end == std::string::npos) {
      out.fails = line;
      continue;
    }
    std::istringstream names(line.substr(end + against.size()));
    for (std::string name; names >> name;) {
      const auto found = std::ranges::find(kAllModels, name,
                                           [](ModelName m) -> std::string { return spelling(m); });
      EXPECT_NE(found, kAllModels.end()) << name;
      out.verdicts[*found] = line.substr(0, end);
    }
  }
  return out;
}

std::string copiesOf(const Result& result) {
  std::string out;
  for (std::size_t i = 0; i < result.anyNumber->copies.size(); ++i) {
    const unsigned n = result.anyNumber->copies[i];
    if (n == 0) continue;
    out += (out.empty() ? "" : " and ") + std::to_string(n) + " " + result.anyNumber->threads[i];
  }
  return out.empty() ? "none" : out;
}

std::string wordsFor(const Result& result) {
  if (result.verdict == Verdict::Unknown) return "unknown: " + result.reason;
  if (result.verdict == Verdict::NotRobust) return "not-robust with " + copiesOf(result);
  return result.anyNumber->every ? "robust" : "robust for some numbers";
}

class AnyNumberCorpus : public ::testing::TestWithParam<std::string> {};

TEST_P(AnyNumberCorpus, IsAsItsHeaderSays) {
  std::ifstream in(kFolder / (GetParam() + ".rob"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Expected expected = expectedIn(text);
  EXPECT_EQ(expected.verdicts.size(), weakModels().size());
  const Parsed parsed = parseRob({GetParam(), text});
  ASSERT_TRUE(parsed.program);
  CheckOptions options;
  options.workers = 1;
  for (const auto& [model, verdict] : expected.verdicts) {
    const Result result = check(*parsed.program, model, options);
    EXPECT_EQ(wordsFor(result), verdict) << titleOf(model);
    EXPECT_LT(result.anyNumber->nodes, 20000u);
  }
  const Result sc = check(*parsed.program, ModelName::Sc, options);
  EXPECT_EQ(sc.findings.empty() ? "" : "fails with " + copiesOf(sc), expected.fails);
}

INSTANTIATE_TEST_SUITE_P(All, AnyNumberCorpus, ::testing::ValuesIn(corpusNames()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace robur
