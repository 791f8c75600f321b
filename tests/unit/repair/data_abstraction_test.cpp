// Repairs that only abstractions make possible: of programs whose data has too many states to
// explore.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check_by_abstraction.h"
#include "frontend/language.h"
#include "frontend/rob/parse_rob.h"
#include "repair/draft_text.h"
#include "repair/repair.h"

namespace robur {
namespace {

// The Chase-Lev deque of tests/corpus/fig7 with indices below `most`.
std::string chaseLev(int most, int held) {
  return fmt::format(R"(
atomic 0..{0} top = 1, bottom = 1;
thread owner {{
  local 0..{0} t, b;
  loop {{
    choose {{
      b = bottom.load(acq);
      b -= 1;
      bottom.store(b, rel);
      t = top.load(acq);
      if (b < t) {{
        bottom.store(t, rel);
      }} else if (b == t) {{
        top.cas(t, t + 1, acq_rel);
        bottom.store(t + 1, rel);
      }}
    }} or {{
      b = bottom.load(acq);
      t = top.load(acq);
      assume(b < {0});
      if (b <= t + {1}) bottom.store(b + 1, rel);
    }}
  }}
}}
thread thief[2] {{
  local 0..{0} t, b;
  loop {{
    t = top.load(acq);
    b = bottom.load(acq);
    if (b > t) top.bcas(t, t + 1, acq_rel);
  }}
}}
)",
                     most, held);
}

Repair repaired(const std::string& text, ModelName model, const Limits& limits) {
  const Parsed parsed = parseRob({"p.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  Allowed allowed;
  allowed.adaptTo({model});
  RepairOptions options;
  options.models = {model};
  options.check.workers = 1;
  options.check.limits = limits;
  return repair(draftFor(Language::Rob, parsed, allowed, Prices()), options);
}

class ChaseLev : public ::testing::TestWithParam<ModelName> {};

TEST_P(ChaseLev, CostsTheSameWithManyIndices) {
  const Repair small = repaired(chaseLev(4, 2), GetParam(), {});
  const Repair large = repaired(chaseLev(200, 20), GetParam(), {.seconds = 30});
  ASSERT_EQ(small.outcome, Repair::Outcome::Repaired) << small.why;
  ASSERT_EQ(large.outcome, Repair::Outcome::Repaired) << large.why;
  EXPECT_EQ(large.solutions.front().price, small.solutions.front().price);
  EXPECT_EQ(large.solutions.front().choice, small.solutions.front().choice);
}

INSTANTIATE_TEST_SUITE_P(RepairAbstraction, ChaseLev,
                         ::testing::Values(ModelName::Tso, ModelName::Sra, ModelName::Ra,
                                           ModelName::Rc20),
                         [](const auto& test) { return std::string(spelling(test.param)); });

// Store buffering that begins when counters have come to their end. The abstraction cannot know
// when that is, and is asked long before: it is robust with fences, and says nothing without.
Program lateStoreBuffering(const std::string& fence) {
  const std::string text = fmt::format(R"(
atomic 0..600 count;
atomic bool x, y;
thread counter[3] {{
  local 0..200 i;
  for (i = 0; i < 200; i += 1) count.fetch_add(1, acq_rel);
}}
thread a {{ local bool r; wait(count == 600, acq); x.store(1, rel); {0} r = y.load(acq); }}
thread b {{ local bool r; wait(count == 600, acq); y.store(1, rel); {0} r = x.load(acq); }}
)",
                                       fence);
  const Parsed parsed = parseRob({"p.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  return parsed.program.value_or(Program{});
}

TEST(RepairAbstraction, SaysNothingIfItIsNotRobust) {
  CheckOptions options;
  options.workers = 1;
  for (const ModelName model : {ModelName::Tso, ModelName::Ra}) {
    const Result late = checkByAbstraction(lateStoreBuffering(""), model, options);
    EXPECT_EQ(late.verdict, Verdict::NotRobust) << spelling(model);
    EXPECT_GT(late.statistics.seconds, 0.2) << "the abstraction has not been asked";
    const Result fenced = checkByAbstraction(lateStoreBuffering("fence(sc);"), model, options);
    EXPECT_EQ(fenced.verdict, Verdict::Robust) << spelling(model);
    EXPECT_LT(fenced.statistics.states, 1000u) << "this is not the abstraction";
  }
}

// Pauses ask nothing of the check but whether to go on, and progress decides nothing.
TEST(RepairAbstraction, CanBeAbandonedInAPause) {
  const Program program = lateStoreBuffering("");
  for (const bool fixpoint : {true, false}) {
    unsigned pauses = 0, reports = 0;
    CheckOptions options;
    options.workers = 1;
    options.reductions.fixpoint = fixpoint;
    options.progress = [&](const Progress&) { ++reports; };
    options.onPause = [&](double seconds) {
      EXPECT_GT(seconds, 0.2);
      return ++pauses < 2;
    };
    for (const auto ask : {check, checkByAbstraction}) {
      pauses = reports = 0;
      const Result result = ask(program, ModelName::Tso, options);
      EXPECT_EQ(result.verdict, Verdict::Unknown);
      EXPECT_EQ(result.reason, "abandoned");
      EXPECT_EQ(pauses, 2u);
      EXPECT_EQ(reports, 2u);
    }
  }
}

TEST(RepairAbstraction, LimitsAreThoseOfTheUser) {
  const Repair few = repaired(chaseLev(200, 20), ModelName::Tso, {.maxStates = 3000});
  EXPECT_EQ(few.outcome, Repair::Outcome::Unknown);
  EXPECT_EQ(few.why, "the limit of 3000 states was reached");
  const Repair none = repaired(chaseLev(200, 20), ModelName::Tso, {.seconds = 1e-6});
  EXPECT_EQ(none.outcome, Repair::Outcome::Unknown);
  EXPECT_EQ(none.why, "the time limit of 1e-06 s was reached");
}

}  // namespace
}  // namespace robur
