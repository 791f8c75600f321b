// The checker against the oracle on the classic shapes, access by access.
#include <gtest/gtest.h>

#include "check/check.h"
#include "generators/litmus.h"
#include "generators/mixes.h"
#include "oracle/oracle.h"
#include "support/volume.h"

namespace robur::testing {
namespace {

class Mixes : public ::testing::TestWithParam<std::string> {};

TEST_P(Mixes, OfOrdersAndFencesUnderRc11) {
  std::size_t verdicts[2] = {};
  const std::vector<std::string> mixes = mixesByAccess(GetParam());
  const std::size_t step = kFewPrograms ? 11 : 1;  // no factor of what the mixes are made of
  for (std::size_t i = 0; i < mixes.size(); i += step) {
    const std::string& text = mixes[i];
    const Program program = programOf(parseLitmus(text));
    const OracleResult oracle = askOracle(program, ModelName::Rc11);
    ASSERT_TRUE(oracle.robust() || oracle.notRobust()) << text;
    const Result result = check(program, ModelName::Rc11, {});
    ASSERT_EQ(result.verdict, oracle.robust() ? Verdict::Robust : Verdict::NotRobust) << text;
    ++verdicts[oracle.robust()];
  }
  EXPECT_GT(verdicts[0], 5u);
  EXPECT_GT(verdicts[1], 5u);
}

std::string testName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Property, Mixes, ::testing::ValuesIn(shapeNames()), testName);

}  // namespace
}  // namespace robur::testing
