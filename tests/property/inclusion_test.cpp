// A model that has all behaviours of another (ModelInfo::contains) is not robust where the other is
// not: checked on random programs, verdict against verdict.
#include <gtest/gtest.h>

#include "check/check.h"
#include "generators/program.h"
#include "program/model_info.h"
#include "program/print.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kInclusionPrograms = 250;

// SC fences of RC11 forbid and allow other behaviours than those of RA, which are updates of one
// location.
bool isComparable(const Program& program, const ModelInfo& info) {
  if (info.scAccesses != ScAccesses::Ordered) return true;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op == Instr::Op::Fence && in.order == Order::Sc) return false;
    }
  }
  return true;
}

class Inclusion : public ::testing::TestWithParam<ModelName> {};

TEST_P(Inclusion, MoreBehavioursAreNotMoreRobust) {
  const ModelInfo& info = infoOf(GetParam());
  unsigned violated = 0;
  unsigned onlyHere = 0;
  for (std::uint64_t seed = 1; seed <= kInclusionPrograms; ++seed) {
    GeneratorOptions options;
    options.model = info.model;
    const Program program = generate(seed, options);
    if (!isComparable(program, info)) continue;
    CheckOptions check;
    check.workers = 1;
    const bool here = robur::check(program, info.model, check).verdict == Verdict::NotRobust;
    const bool there = robur::check(program, info.contains, check).verdict == Verdict::NotRobust;
    EXPECT_TRUE(here || !there) << info.title << " is robust, " << titleOf(info.contains)
                                << " is not\n"
                                << printRob(program);
    violated += there;
    onlyHere += here && !there;
  }
  EXPECT_GT(violated + onlyHere, kInclusionPrograms / 20);
  EXPECT_GT(onlyHere, 0u) << "the models are the same on all programs";
}

INSTANTIATE_TEST_SUITE_P(Property, Inclusion, ::testing::ValuesIn(weakModels()),
                         [](const auto& test) { return std::string(spelling(test.param)); });

}  // namespace
}  // namespace robur::testing
