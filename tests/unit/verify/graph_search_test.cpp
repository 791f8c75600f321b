// Safety by enumeration against brute force over src/graph: a bad state is found if and only if
// some graph has one.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "oracle/all_executions.h"
#include "oracle/shrink.h"
#include "program/model_info.h"
#include "support/volume.h"
#include "verify/graph_search.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kPrograms = kFewPrograms ? 30 : 300;
constexpr std::size_t kMaxGraphs = 1500;

bool differs(const Program& program, ModelName model, bool& unsafe) {
  const AllExecutions all = allExecutions(program, model, kMaxGraphs);
  if (all.tooBig) return false;
  verify::GraphSearchOptions options;
  options.hangs = false;  // final_states_test.cpp compares them
  const verify::GraphSearch search = verify::searchGraphs(program, model, options);
  unsafe = all.race || !all.faults.empty();
  return search.finding.has_value() != unsafe || (!unsafe && !search.reason.empty());
}

class GraphSearchOf : public ::testing::TestWithParam<ModelName> {};

TEST_P(GraphSearchOf, RandomProgramsAgreesWithBruteForce) {
  std::size_t unsafePrograms = 0;
  for (std::uint64_t seed = 5001; seed <= 5000 + kPrograms; ++seed) {
    GeneratorOptions options;
    options.model = GetParam();
    options.scAccesses = infoOf(GetParam()).accessOrders && seed % 2 == 0;
    const Program program = generate(seed, options);
    bool unsafe = false;
    if (differs(program, GetParam(), unsafe)) {
      const auto fails = [&](const Program& p) {
        bool ignored = false;
        return differs(p, GetParam(), ignored);
      };
      FAIL() << "seed " << seed << ", shrunk: "
             << keepProgram(shrink(program, fails, 600), "graph-search", "the verdicts differ");
    }
    unsafePrograms += unsafe;
  }
  std::cout << unsafePrograms << " unsafe programs\n";
  EXPECT_GT(unsafePrograms, kPrograms / 50);
  EXPECT_LT(unsafePrograms, kPrograms / 2);
}

INSTANTIATE_TEST_SUITE_P(Models, GraphSearchOf, ::testing::ValuesIn(kAllModels),
                         [](const auto& model) { return std::string(spelling(model.param)); });

}  // namespace
}  // namespace robur::testing
