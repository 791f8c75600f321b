// Observationally robust programs reach under the model what they reach under SC: final
// memories, by brute force over all graphs, those included that are not SC.
#include <gtest/gtest.h>

#include "check/check.h"
#include "generators/code_builder.h"
#include "generators/litmus.h"
#include "generators/program.h"
#include "oracle/oracle.h"
#include "program/transform/observe.h"
#include "program/validate.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kObservedPrograms = 1500;

Verdict verdictOf(const Program& program, ModelName model, bool observational) {
  CheckOptions options;
  options.observational = observational;
  options.exactLoops = true;
  options.workers = 1;
  return check(program, model, options).verdict;
}

class Observational : public ::testing::TestWithParam<ModelName> {};

TEST_P(Observational, RobustnessKeepsFinalStates) {
  const ModelName model = GetParam();
  std::size_t compared = 0;
  std::size_t different = 0;  // of programs that are not even observationally robust
  for (std::uint64_t seed = 1; seed <= kObservedPrograms; ++seed) {
    GeneratorOptions generator;
    generator.model = model;
    generator.scAccesses = model == ModelName::Rc11;
    const Program program = generate(seed, generator);
    if (verdictOf(program, model, false) != Verdict::NotRobust) continue;
    const bool robust = verdictOf(program, model, true) == Verdict::Robust;
    const OracleOptions limits{.maxGraphs = 2000, .stopAtFirst = false, .finals = true};
    const OracleResult weak = askOracle(program, model, limits);
    if (weak.tooBig || weak.bounded) continue;
    const OracleResult strong = askOracle(program, ModelName::Sc, limits);
    if (robust) {
      ++compared;
      EXPECT_FALSE(weak.race) << "seed " << seed;
      EXPECT_EQ(weak.finals, strong.finals) << "seed " << seed;
    } else if (weak.finals != strong.finals) {
      ++different;
    }
  }
  std::cout << compared << " observationally robust only, " << different
            << " others with final states of their own\n";
  EXPECT_GT(compared, 20u);
  EXPECT_GT(different, 20u);
}

INSTANTIATE_TEST_SUITE_P(Property, Observational,
                         ::testing::Values(ModelName::Ra, ModelName::Rc20, ModelName::Rc11),
                         [](const auto& test) { return std::string(spelling(test.param)); });

// Store buffering whose loads go nowhere, and the same when one of them is used.
TEST(Observational, UsedIsWhatOccursInAnExpression) {
  const auto buffering = [](bool used) {
    Program program = programOf(parseLitmus("W.rel x 1; R.acq y || W.rel y 1; R.acq x"));
    if (!used) return program;
    Code& code = program.codes[0];
    for (Instr& in : code.instrs) {
      if (in.op != Instr::Op::Load) continue;
      Instr test = assertThat(reg(in.dst));
      test.next = in.next;
      in.next = {static_cast<Pc>(code.instrs.size())};
      code.instrs.push_back(test);
      break;
    }
    return program;
  };
  ASSERT_TRUE(validate(buffering(true)).empty());
  EXPECT_EQ(verdictOf(buffering(false), ModelName::Ra, false), Verdict::NotRobust);
  EXPECT_EQ(verdictOf(buffering(false), ModelName::Ra, true), Verdict::Robust);
  EXPECT_EQ(verdictOf(buffering(true), ModelName::Ra, true), Verdict::NotRobust);
}

TEST(Observational, MakesValidProgramsThatKeepTheirInstructions) {
  std::size_t twins = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Program program = generate(seed, {});
    const Observed made = observe(program);
    ASSERT_TRUE(validate(made.program).empty()) << seed;
    for (std::size_t c = 0; c < program.codes.size(); ++c) {
      const std::vector<Instr>& before = program.codes[c].instrs;
      const std::vector<Instr>& after = made.program.codes[c].instrs;
      for (std::size_t pc = 0; pc < before.size(); ++pc) EXPECT_EQ(after[pc].op, before[pc].op);
      twins += made.program.codes[c].registers.size() - program.codes[c].registers.size();
    }
  }
  EXPECT_GT(twins, 300u);
}

}  // namespace
}  // namespace robur::testing
