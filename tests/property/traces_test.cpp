// The engine that enumerates SC graphs against the oracle and against the search of states, on
// random programs: the same verdicts, faults and waiting threads, and witnesses that are runs.
#include <gtest/gtest.h>

#include "program/model_info.h"
#include "property/compare.h"
#include "property/shard.h"
#include "support/volume.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kTraceShards = kFewPrograms ? 1 : 3;
constexpr std::uint64_t kTracePrograms = 400;

class Traces : public ::testing::TestWithParam<Shard> {};

TEST_P(Traces, AgreeWithTheOracle) {
  const auto [model, number] = GetParam();
  std::uint64_t agree[2] = {};
  std::uint64_t open = 0;
  int reported = 0;
  const std::uint64_t first = 50001 + number * kTracePrograms;
  for (std::uint64_t seed = first; seed < first + kTracePrograms; ++seed) {
    const Question question = questionForGraphs(model, seed);
    const Opinion opinion = compare(question);
    if (opinion.kind == Opinion::Kind::Agree) {
      ++agree[opinion.notRobust];
    } else if (opinion.kind != Opinion::Kind::Disagree) {
      ++open;
    } else {
      ADD_FAILURE() << report(question, opinion);
      if (++reported == 3) return;
    }
  }
  std::cout << "seeds " << first << " to " << first + kTracePrograms - 1 << ": " << agree[0]
            << " robust, " << agree[1] << " not robust, " << open << " not known\n";
  EXPECT_GT(agree[0], kTracePrograms / 4);
  if (!infoOf(model).isReference()) {
    EXPECT_GT(agree[1], kTracePrograms / 20);
  }
}

std::vector<Shard> traceShards() {
  std::vector<Shard> all;
  for (const ModelName model : kAllModels) {
    const std::uint64_t shards = infoOf(model).isReference() ? 1 : kTraceShards;
    for (const Shard& shard : shardsOf(model, shards)) all.push_back(shard);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Property, Traces, ::testing::ValuesIn(traceShards()), shardName);

}  // namespace
}  // namespace robur::testing
