// Two other procedures on the same nets: view abstraction, which never misses a violation, and
// backward coverability, which is exact.
#include <gtest/gtest.h>

#include "backward.h"
#include "check/watched.h"
#include "frontend/rob/parse_rob.h"
#include "generators/template_text.h"
#include "program/transform/instance.h"
#include "views.h"

namespace robur::anynumber {
namespace {

using robur::testing::TemplateMix;

constexpr std::uint64_t kPrograms = 40;  // per model and mix
constexpr std::size_t kMostViews = 1500, kMostElements = 3000;

struct Opinions {
  bool tooLarge = false;
  bool views = false;              // is there a violation?
  std::optional<bool> backward{};  // the same; nothing if it was not asked or did not end
};

Opinions opinionsOn(const Query& query, unsigned k, bool askBackward) {
  Opinions out;
  Problem problem(query);
  const Candidate start = problem.start();
  Views sc(problem.sequential(), kMostViews);
  addAllViews(sc, start.control, start.omega, k);
  if (!sc.run()) return {true};
  if (askBackward) out.backward = false;
  for (const Goal& goal : problem.goals()) {
    const std::unique_ptr<ColumnRules> rules = problem.rulesFor(goal);
    if (!problem.isPossible(goal, *rules)) continue;
    Net net = problem.netFor(Aim(goal), *rules);
    Views column(net, kMostViews);
    addBeginnings(problem, net, sc, column);
    if (!column.run()) return {true};
    out.views |= column.violated();
    if (!out.backward || *out.backward) continue;
    out.backward = Backward(problem, net, sc, column, kMostElements).violated(start);
  }
  return out;
}

struct OpinionCase {
  ModelName model;
  TemplateMix mix;
};

class OtherProcedures : public ::testing::TestWithParam<OpinionCase> {};

TEST_P(OtherProcedures, Agree) {
  const auto [model, mix] = GetParam();
  const ModelInfo& info = infoOf(model);
  unsigned compared = 0, byViews = 0, violated = 0;
  for (std::uint64_t seed = 7'000'000; seed < 7'000'000 + kPrograms; ++seed) {
    const robur::testing::TemplateText random = robur::testing::randomTemplates(seed, mix);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + random.text());
    const Parsed parsed = parseRob({"test.rob", random.text()});
    ASSERT_TRUE(parsed.program);
    const Program two =
        instanceOf(*parsed.program, std::vector<unsigned>(random.templates.size(), 2));
    const Machine machine(*parsed.program);
    const Query query{machine,         model,          monitoredIn(machine, model),
                      fragmentOf(two), RaceRule::None, {}};
    const Outcome outcome = decide(query).outcome;
    ASSERT_TRUE(outcome == Outcome::Robust || outcome == Outcome::Violated);
    violated += outcome == Outcome::Violated;
    for (const unsigned k : {1u, 2u}) {
      // Where a write takes a bit from another thread, predecessors are not computed.
      const Opinions opinions = opinionsOn(query, k, k == 1 && !info.lockedUpdates);
      if (opinions.tooLarge) continue;
      byViews += !opinions.views;
      if (!opinions.views) {
        ASSERT_EQ(outcome, Outcome::Robust) << "views of " << k;
      }
      if (!opinions.backward) continue;
      ++compared;
      ASSERT_EQ(*opinions.backward, outcome == Outcome::Violated) << "backwards";
    }
  }
  EXPECT_GT(byViews, 10u);
  EXPECT_GT(violated, 5u);
  if (!info.lockedUpdates) {
    EXPECT_GT(compared, 20u);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, OtherProcedures,
                         ::testing::Values(OpinionCase{ModelName::Tso, TemplateMix::OwnReads},
                                           OpinionCase{ModelName::Pso, TemplateMix::OwnReads},
                                           OpinionCase{ModelName::Sra, TemplateMix::Orders},
                                           OpinionCase{ModelName::Ra, TemplateMix::Orders},
                                           OpinionCase{ModelName::Rc20, TemplateMix::Orders},
                                           OpinionCase{ModelName::Rc11, TemplateMix::Sc}),
                         [](const auto& test) { return std::string(spelling(test.param.model)); });

}  // namespace
}  // namespace robur::anynumber
