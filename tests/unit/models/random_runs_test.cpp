// Random runs of random programs: at every state the rows that the model's rules give are
// those that the axioms define, and what the search keeps is what is left of them once
// everything dead is forgotten. A failure prints the seed, the program and the run.
#include <gtest/gtest.h>

#include "audit/row_audit.h"
#include "generators/program.h"
#include "program/model_info.h"
#include "program/print.h"
#include "unit/models/scene.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kShards = 3;
constexpr std::uint64_t kProgramsPerShard = 150;
constexpr unsigned kRunsPerProgram = 3;
constexpr unsigned kSteps = 24;

struct Shard {
  ModelName model;
  std::uint64_t number;
};

class Rows : public ::testing::TestWithParam<Shard> {};

// Which reductions are on follows from the seed, so that a seed is a test.
SearchOptions optionsOf(std::uint64_t seed) {
  SearchOptions options;
  options.clearDead = seed % 3 != 0;
  options.mergeLocal = seed % 2 != 0;
  return options;
}

TEST_P(Rows, MeanWhatTheirDefinitionSays) {
  const auto [model, number] = GetParam();
  std::size_t states = 0;
  const std::uint64_t first = 1 + number * kProgramsPerShard;
  for (std::uint64_t seed = first; seed < first + kProgramsPerShard; ++seed) {
    GeneratorOptions generator;
    generator.model = model;
    generator.scAccesses =
        seed % 4 == 1 || (infoOf(model).scAccesses == ScAccesses::Ordered && seed % 8 != 0);
    generator.unboundedLoops = seed % 5 == 2;
    const Scene scene(generate(seed, generator), model, optionsOf(seed), seed % 7 < 3,
                      seed % 11 == 0);
    const RowAudit audit(model, scene.exploration());
    Rng rng(seed);
    for (unsigned i = 0; i < kRunsPerProgram && !HasFailure(); ++i) {
      scene.walk(rng, kSteps, [&](const KeptState& kept) {
        ++states;
        std::string wrong = audit.compareWithDefinition(kept.run);
        if (wrong.empty()) wrong = audit.compareWithRules(kept);
        if (wrong.empty()) return true;
        ADD_FAILURE() << "seed " << seed << "\n" << printRob(scene.program()) << wrong;
        return false;
      });
    }
    if (HasFailure()) return;
  }
  std::cout << "seeds " << first << " to " << first + kProgramsPerShard - 1 << ": " << states
            << " states\n";
  EXPECT_GT(states, 10 * kProgramsPerShard);
}

std::vector<Shard> shards() {
  std::vector<Shard> all;
  for (const ModelName model : kAllModels) {
    if (model == ModelName::Sc) continue;  // has no rows
    for (std::uint64_t i = 0; i < kShards; ++i) all.push_back({model, i});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Property, Rows, ::testing::ValuesIn(shards()), [](const auto& test) {
  return std::string(spelling(test.param.model)) + "_" + std::to_string(test.param.number);
});

}  // namespace
}  // namespace robur::testing
