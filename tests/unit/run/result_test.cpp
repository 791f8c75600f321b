// A campaign as a result for the reporters.
#include <gtest/gtest.h>

#include "result/decision.h"
#include "run/result.h"

namespace robur::run {

namespace {

CampaignOptions options() {
  CampaignOptions options;
  options.command = {"./test", "4"};
  options.runs = 2;
  return options;
}

}  // namespace

TEST(Result, HasTheFindingsInParts) {
  Campaign campaign;
  campaign.runs = 2;
  const ReportRecord report{RunFinding::Kind::Race,
                            {"a:b.cpp", 12, 5, "f(int) in g"},
                            {"c.h", 3, 0, "h"},
                            "",
                            "REPORT\n"};
  campaign.findings.add({{report}, {}, {}}, "schedule=random:seed=2");
  const RunResult result = resultOf(options(), campaign);
  EXPECT_EQ(result.command, options().command);
  EXPECT_EQ(result.schedule, "random");
  EXPECT_TRUE(result.repeated);
  EXPECT_EQ(result.runs, 2u);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].kind, RunFinding::Kind::Race);
  EXPECT_EQ(result.findings[0].location, (CodeLocation{"a:b.cpp", 12, 5, "f(int) in g"}));
  EXPECT_EQ(result.findings[0].other, (CodeLocation{"c.h", 3, 0, "h"}));
  EXPECT_EQ(result.findings[0].schedule, "schedule=random:seed=2");
  EXPECT_EQ(result.failure, "");
  EXPECT_FALSE(result.exhausted.has_value());
}

TEST(Result, FailuresBySignalAndByExitCode) {
  Campaign campaign;
  campaign.failure = Failure{6, 0, "output\n", "schedule=os"};
  EXPECT_EQ(resultOf(options(), campaign).failure, "ended by signal 6 (Aborted)");
  EXPECT_EQ(resultOf(options(), campaign).failedOutput, "output\n");
  EXPECT_EQ(resultOf(options(), campaign).failedSchedule, "schedule=os");
  campaign.failure = Failure{0, 3, "", "schedule=os"};
  EXPECT_EQ(resultOf(options(), campaign).failure, "ended with exit code 3");
}

TEST(Result, SaysWhatIsUndecided) {
  Campaign campaign;
  EXPECT_EQ(resultOf(options(), campaign).remark, "");
  campaign.undecided = 1;
  EXPECT_EQ(resultOf(options(), campaign).remark,
            "1 access undecided: ROBUR_OPTIONS=past=N remembers more of a run");
  campaign.undecided = 3;
  EXPECT_EQ(resultOf(options(), campaign).remark,
            "3 accesses undecided: ROBUR_OPTIONS=past=N remembers more of a run");
}

TEST(Result, IsVerifiedOnlyIfNothingIsLeftOpen) {
  CampaignOptions exhaust = options();
  exhaust.schedule = Schedule::Exhaust;
  Campaign campaign;
  const auto decision = [&](bool allowBounded) {
    return decisionOf(resultOf(exhaust, campaign), allowBounded);
  };
  EXPECT_FALSE(isVerified(resultOf(exhaust, campaign))) << "nothing was explored";
  EXPECT_EQ(decision(false), Decision::Unknown);
  campaign.exhausted = Exhausted{};
  campaign.exhausted->executions = 7;
  EXPECT_FALSE(isVerified(resultOf(exhaust, campaign))) << "not everything was explored";
  EXPECT_EQ(decision(false), Decision::Unknown);
  campaign.exhausted->complete = true;
  EXPECT_TRUE(isVerified(resultOf(exhaust, campaign)));
  EXPECT_EQ(decision(false), Decision::Holds);
  EXPECT_FALSE(resultOf(exhaust, campaign).repeated);
  campaign.exhausted->reasons = {"a reason"};
  EXPECT_FALSE(isVerified(resultOf(exhaust, campaign)));
  EXPECT_EQ(decision(false), Decision::Unknown);
  EXPECT_EQ(decision(true), Decision::Holds);
  campaign.interrupted = true;
  EXPECT_EQ(decision(true), Decision::Unknown);
  campaign.interrupted = false;
  campaign.exhausted->reasons.clear();
  campaign.failure = Failure{6, 0, "", "schedule=exhaust:choices=1"};
  EXPECT_FALSE(isVerified(resultOf(exhaust, campaign)));
  EXPECT_EQ(decision(true), Decision::Violated);
}

// It is one execution, and not all of them.
TEST(Result, RepeatingAnExecutionVerifiesNothing) {
  CampaignOptions replay = options();
  replay.schedule = Schedule::Exhaust;
  replay.replay = "schedule=exhaust:choices=1";
  EXPECT_FALSE(resultOf(replay, {}).exhausted.has_value());
  EXPECT_FALSE(isVerified(resultOf(replay, {})));
}

}  // namespace robur::run
