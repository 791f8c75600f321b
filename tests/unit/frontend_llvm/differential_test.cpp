// Random programs of the IR, written in C, read back: the same verdicts, as written and after
// LLVM's optimiser has been at them.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "oracle/sc_states.h"
#include "unit/frontend_llvm/c_program.h"
#include "unit/frontend_llvm/c_text.h"

namespace robur::testing {
namespace {

constexpr ModelName kAskedModels[] = {ModelName::Tso, ModelName::Ra, ModelName::Rc20};

class Differential : public ::testing::TestWithParam<int> {};

TEST_P(Differential, AProgramAndItsCTextAgree) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  GeneratorOptions options;
  options.model = kAskedModels[seed % 3];
  Program program = withInts(generate(seed, options));
  program.lockedScStores = true;  // as in what is compiled
  const ScStates sc = exploreSc(program, 20000);
  // An index outside its array is a fault here and anything at all in C.
  if (!sc.complete || sc.faults.contains(Property::Bounds)) return;
  const std::optional<std::string> text = asC(program);
  if (!text) return;
  const Program back = programOf(*text);
  const Program optimised = programOf(optimisedByClang(*text), ".ll");
  for (const ModelName model : kAskedModels) {
    SCOPED_TRACE(titleOf(model));
    EXPECT_EQ(verdictOf(program, model), verdictOf(back, model)) << *text;
    // The optimiser may drop loads that nobody uses, and with them reasons to complain, but
    // it never adds any.
    if (verdictOf(back, model) == "robust") {
      EXPECT_EQ(verdictOf(optimised, model), "robust") << *text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Differential, ::testing::Range(0, 48));

}  // namespace
}  // namespace robur::testing
