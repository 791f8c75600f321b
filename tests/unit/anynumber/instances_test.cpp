// The verdict for any number of copies against the verdicts of instances: never robust where an
// instance is not, never a violation that no instance has, and the smallest instance is the
// smallest.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "check/check.h"
#include "frontend/rob/parse_rob.h"
#include "generators/template_text.h"
#include "program/model_info.h"
#include "program/transform/instance.h"

namespace robur {
namespace {

using testing::TemplateMix;
using testing::TemplateText;

Program parsed(const std::string& text) {
  Parsed out = parseRob({"test.rob", text});
  EXPECT_TRUE(out.program.has_value()) << text;
  return std::move(*out.program);
}

struct Case {
  ModelName model;
  TemplateMix mix;
  std::uint64_t number;
};

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const ModelName model : weakModels()) {
    for (std::uint64_t i = 0; i < 7; ++i) {
      out.push_back({model, TemplateMix::Orders, i});
      out.push_back({model, TemplateMix::Races, i});
    }
    const bool sc = infoOf(model).scAccesses == ScAccesses::Ordered;
    for (std::uint64_t i = 0; sc && i < 4; ++i) out.push_back({model, TemplateMix::Sc, i});
    const bool buffers = infoOf(model).lockedUpdates;
    for (std::uint64_t i = 0; buffers && i < 4; ++i)
      out.push_back({model, TemplateMix::OwnReads, i});
  }
  return out;
}

std::string caseName(const ::testing::TestParamInfo<Case>& test) {
  static constexpr const char* kMixes[] = {"orders", "sc", "races", "own"};
  return std::string(spelling(test.param.model)) + "_" + kMixes[static_cast<int>(test.param.mix)] +
         "_" + std::to_string(test.param.number);
}

class Instances : public ::testing::TestWithParam<Case> {};

constexpr std::uint64_t kPrograms = 150;  // per case
// Robust programs are compared with all instances of up to so many copies, as long as instances are
// small. Those with one and two copies always are compared.
constexpr unsigned kMostCopies = 5;
constexpr std::uint64_t kSmall = 150;  // states of an instance with one copy less
constexpr std::uint64_t kMostStates = 30000;

TEST_P(Instances, Agree) {
  const auto [model, mix, number] = GetParam();
  CheckOptions options;
  options.workers = 1;
  options.selfCheck = false;
  options.exactLoops = true;
  options.limits.maxStates = kMostStates;
  unsigned unknown = 0, violated = 0, large = 0, robust = 0, compared = 0;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    const std::uint64_t seed = number * 1'000'003 + i;
    const TemplateText random = testing::randomTemplates(seed, mix);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + random.text());
    const Program program = parsed(random.text());
    const Result all = check(program, model, options);
    ASSERT_TRUE(all.anyNumber);
    unknown += all.verdict == Verdict::Unknown;
    if (all.verdict == Verdict::NotRobust) {
      ++violated;
      const std::vector<unsigned>& copies = all.anyNumber->copies;
      const unsigned total = std::accumulate(copies.begin(), copies.end(), 0u);
      large += total >= 3;
      ASSERT_TRUE(total == 0 || all.anyNumber->upTo == total - 1 ||
                  (total == 1 && random.fixed.empty()));
    }
    if (all.verdict != Verdict::Robust) continue;
    ASSERT_TRUE(all.anyNumber->every);
    ++robust;
    std::uint64_t largest = 0;
    unsigned total = random.fixed.empty() ? 1 : 0;
    for (; total <= 2 || (total <= kMostCopies && largest <= kSmall); ++total) {
      for (const std::vector<unsigned>& counts : countsOf(random.templates.size(), total)) {
        const Result one = check(parsed(random.text(counts)), model, options);
        ASSERT_NE(one.verdict, Verdict::NotRobust) << random.text(counts);
        largest = std::max(largest, one.statistics.states);
      }
    }
    compared += total > kMostCopies;
  }
  RecordProperty("violated", static_cast<int>(violated));
  RecordProperty("three or more", static_cast<int>(large));
  RecordProperty("robust", static_cast<int>(robust));
  RecordProperty("compared with five copies", static_cast<int>(compared));
  EXPECT_GT(compared, robust / 4);
  EXPECT_LE(unknown, kPrograms / 20);
  EXPECT_GT(violated, 0u);
}

INSTANTIATE_TEST_SUITE_P(Random, Instances, ::testing::ValuesIn(cases()), caseName);

}  // namespace
}  // namespace robur
