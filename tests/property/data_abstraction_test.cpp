// If an abstraction is robust, so is the program, by the checker and by the oracle.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "check/check.h"
#include "oracle/oracle.h"
#include "oracle/shrink.h"
#include "program/model_info.h"
#include "program/validate.h"
#include "property/abstraction_samples.h"
#include "property/shard.h"
#include "support/volume.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kAbstractionShards = kFewPrograms ? 1 : 4;
constexpr std::uint64_t kAbstractionPrograms = 500;

CheckOptions exactLoops() {
  CheckOptions options;
  options.exactLoops = true;
  options.workers = 1;
  return options;
}

Verdict verdictOn(const Program& program, ModelName model) {
  return check(program, model, exactLoops()).verdict;
}

struct Promise {
  bool given = false;          // some abstraction of the ladder is robust
  bool givenByFirst = false;   // the coarsest one is
  bool givenAtRandom = false;  // the random one is
  std::string broken;          // why it should not be
};

Promise promiseOf(const Program& program, ModelName model, std::uint64_t seed) {
  Promise out;
  const std::vector<Program> abstractions = sampleAbstractions(program, seed);
  for (const Program& abstraction : abstractions) {
    if (!validate(abstraction).empty()) out.broken = "the abstraction is not a program";
    if (verdictOn(abstraction, model) != Verdict::Robust) continue;
    (&abstraction == &abstractions.back() ? out.givenAtRandom : out.given) = true;
    out.givenByFirst |= abstractions.size() > 1 && &abstraction == &abstractions.front();
  }
  if (!out.broken.empty() || (!out.given && !out.givenAtRandom)) return out;
  if (verdictOn(program, model) == Verdict::NotRobust) {
    out.broken = "the abstraction is robust, the program is not";
  } else if (askOracle(program, model, {.maxGraphs = 2000, .maxEventsPerThread = 6}).notRobust()) {
    out.broken = "the abstraction is robust, the oracle says that the program is not";
  }
  return out;
}

class DataAbstraction : public ::testing::TestWithParam<Shard> {};

TEST_P(DataAbstraction, IsRobustOnlyIfTheProgramIs) {
  const auto [model, number] = GetParam();
  std::uint64_t robust = 0;
  std::uint64_t given = 0;
  std::uint64_t givenByFirst = 0;
  std::uint64_t givenAtRandom = 0;
  const std::uint64_t first = 1 + number * kAbstractionPrograms;
  for (std::uint64_t seed = first; seed < first + kAbstractionPrograms; ++seed) {
    const Program program = sampleFor(model, seed);
    const Promise promise = promiseOf(program, model, seed);
    robust += verdictOn(program, model) == Verdict::Robust;
    given += promise.given;
    givenByFirst += promise.givenByFirst;
    givenAtRandom += promise.givenAtRandom;
    if (promise.broken.empty()) continue;
    const auto breaks = [&](const Program& p) {
      return promiseOf(p, model, seed).broken == promise.broken;
    };
    const std::string what =
        fmt::format("model {}, seed {}: {}", spelling(model), seed, promise.broken);
    ADD_FAILURE() << what << "\nshrunk: "
                  << keepProgram(shrink(program, breaks),
                                 fmt::format("abstraction-{}-{}", spelling(model), seed), what);
    return;
  }
  std::cout << "seeds " << first << " to " << first + kAbstractionPrograms - 1 << ": " << robust
            << " robust, " << given << " by an abstraction, " << givenByFirst
            << " by the coarsest, " << givenAtRandom << " by a random one\n";
  EXPECT_GT(given, robust / 2);
  EXPECT_GT(givenByFirst, robust / 3);
  EXPECT_GT(givenAtRandom, robust / 3);
  EXPECT_LT(givenByFirst, robust);
}

std::vector<Shard> abstractionShards() {
  std::vector<Shard> all;
  for (const ModelName model : kAllModels) {
    if (model == ModelName::Sc) continue;
    for (const Shard& shard : shardsOf(model, kAbstractionShards)) all.push_back(shard);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Property, DataAbstraction, ::testing::ValuesIn(abstractionShards()),
                         shardName);

}  // namespace
}  // namespace robur::testing
