// The checker against the oracle on random programs, model by model, with reductions on
// and off in turn. A failure names its seed and the file with the shrunk program; the seed
// repeats it: robur_soak --model M --seed S --count 1.
#include <gtest/gtest.h>

#include "property/compare.h"
#include "property/shard.h"
#include "support/volume.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kMonitorShards = kFewPrograms ? 1 : 6;
constexpr std::uint64_t kMonitorPrograms = 750;

class Monitors : public ::testing::TestWithParam<Shard> {};

TEST_P(Monitors, AgreeWithTheOracle) {
  const auto [model, number] = GetParam();
  std::uint64_t agree[2] = {};
  std::uint64_t tooBig = 0;
  std::uint64_t unknown = 0;
  int reported = 0;
  const std::uint64_t first = 1 + number * kMonitorPrograms;
  for (std::uint64_t seed = first; seed < first + kMonitorPrograms; ++seed) {
    const Question question = questionOf(model, seed);
    const Opinion opinion = compare(question);
    switch (opinion.kind) {
      case Opinion::Kind::Agree:
        ++agree[opinion.notRobust];
        break;
      case Opinion::Kind::TooBig:
        ++tooBig;
        break;
      case Opinion::Kind::Unknown:
        ++unknown;
        break;
      case Opinion::Kind::Disagree:
        ADD_FAILURE() << report(question, opinion);
        if (++reported == 3) return;
    }
  }
  std::cout << "seeds " << first << " to " << first + kMonitorPrograms - 1 << ": " << agree[0]
            << " robust, " << agree[1] << " not robust, " << tooBig << " too big, " << unknown
            << " unknown\n";
  EXPECT_GT(agree[0], kMonitorPrograms / 4);
  EXPECT_LT(tooBig, kMonitorPrograms / 20);
  if (model != ModelName::Sc) {
    EXPECT_GT(agree[1], kMonitorPrograms / 20);
  }
}

std::vector<Shard> monitorShards() {
  std::vector<Shard> all;
  for (const ModelName model : kAllModels) {
    for (const Shard& shard : shardsOf(model, model == ModelName::Sc ? 2 : kMonitorShards)) {
      all.push_back(shard);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Property, Monitors, ::testing::ValuesIn(monitorShards()), shardName);

}  // namespace
}  // namespace robur::testing
