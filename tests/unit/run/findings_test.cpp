// Merging the reports of many runs.
#include <gtest/gtest.h>

#include "run/findings.h"

namespace robur::run {

namespace {

ReportRecord report(std::uint32_t line, std::uint32_t other,
                    RunFinding::Kind kind = RunFinding::Kind::Robustness) {
  return {kind, {"a.cpp", line, 1, "f"}, CodeLocation{"b.cpp", other, 1, "g"}, "", "text"};
}

}  // namespace

TEST(Findings, ThePairOfLocationsCounts) {
  Findings findings;
  EXPECT_EQ(findings.add({{report(1, 2), report(1, 3), report(2, 2)}, {}, {}}, "s"), 3u);
  EXPECT_EQ(findings.add({{report(1, 2, RunFinding::Kind::Race)}, {}, {}}, "s"), 1u);
  EXPECT_EQ(findings.add({{report(1, 2)}, {}, {}}, "s"), 0u);
  EXPECT_EQ(findings.all().size(), 4u);
}

TEST(Findings, ARunCountsOncePerFinding) {
  Findings findings;
  findings.add({{report(1, 2), report(1, 2)}, {}, {}}, "first");
  findings.add({{report(1, 2)}, {}, {}}, "second");
  findings.add({{}, {}, {}}, "third");
  ASSERT_EQ(findings.all().size(), 1u);
  EXPECT_EQ(findings.all()[0].runs, 2u);
  EXPECT_EQ(findings.all()[0].schedule, "first");
}

// The same line of a template is one finding, whatever instance the conflicting access is in.
TEST(Findings, TheFunctionOfTheOtherAccessDoesNotCount) {
  Findings findings;
  ReportRecord instance = report(1, 2);
  instance.other.function = "g<int>";
  EXPECT_EQ(findings.add({{report(1, 2), instance}, {}, {}}, "s"), 1u);
  ReportRecord caller = report(1, 2);
  caller.location.function = "f<int>";
  EXPECT_EQ(findings.add({{caller}, {}, {}}, "s"), 1u);
  ReportRecord alone = report(1, 2);
  alone.other = {};
  EXPECT_EQ(findings.add({{alone}, {}, {}}, "s"), 1u);
}

TEST(Findings, ChoicesAreAddedToTheScheduleUnlessItHasThem) {
  ReportRecord chosen = report(1, 2);
  chosen.choices = "0.1.0";
  Findings findings;
  findings.add({{chosen}, {}, {}}, "schedule=exhaust");
  EXPECT_EQ(findings.all()[0].schedule, "schedule=exhaust:choices=0.1.0");
  Findings replayed;
  replayed.add({{chosen}, {}, {}}, "schedule=exhaust:choices=0.1");
  EXPECT_EQ(replayed.all()[0].schedule, "schedule=exhaust:choices=0.1");
}

TEST(Findings, StepsAreThoseOfTheLongestRun) {
  Findings findings;
  findings.add({{}, {}, 7}, "s");
  findings.add({{}, {}, 30}, "s");
  findings.add({{}, {}, 12}, "s");
  findings.add({}, "s");
  EXPECT_EQ(findings.steps(), 30u);
}

}  // namespace robur::run
