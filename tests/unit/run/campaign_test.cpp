// Campaigns: the options of each run, the verdict, and programs that are no watched ones. The
// programs are shell scripts that write records as the runtime does.
#include <gtest/gtest.h>

#include "run/campaign.h"

#include "result/decision.h"
#include "run/launch.h"
#include "run/result.h"

namespace robur::run {

namespace {

bool always(const Campaign&) {
  return true;
}

// Finds reports=PATH in ROBUR_OPTIONS.
constexpr const char* kReports = "r=${ROBUR_OPTIONS##*reports=}; r=${r%%:*}; ";

CampaignOptions shell(const std::string& script, std::uint64_t runs) {
  CampaignOptions options;
  options.command = {"/bin/sh", "-c", kReports + script};
  options.runs = runs;
  return options;
}

constexpr const char* kSteps = "echo '{\"steps\": 9}' >>$r; ";
constexpr const char* kRace =
    "echo '{\"kind\": \"race\", \"location\": {\"file\": \"a.c\", \"line\": 1, \"column\": 2, "
    "\"function\": \"f\"}, \"choices\": \"\", \"text\": \"t\"}' >>$r; exit 66";

}  // namespace

TEST(Campaign, OptionsOfEachRun) {
  CampaignOptions options;
  options.seed = 5;
  options.runs = 8;
  EXPECT_EQ(scheduleOptions(options, 0, 0), "schedule=random:seed=5");
  EXPECT_EQ(scheduleOptions(options, 3, 40), "schedule=random:seed=8");
  options.schedule = Schedule::Pct;
  EXPECT_EQ(scheduleOptions(options, 0, 0), "schedule=pct:seed=5");
  EXPECT_EQ(scheduleOptions(options, 1, 40), "schedule=pct:seed=6:length=40");
  options.schedule = Schedule::Os;
  EXPECT_EQ(scheduleOptions(options, 1, 40), "schedule=os");
  options.schedule = Schedule::Exhaust;
  EXPECT_EQ(scheduleOptions(options, 0, 0), "schedule=exhaust:runs=8:preemptions=1000");
  options.replay = "schedule=random:seed=77";
  EXPECT_EQ(scheduleOptions(options, 0, 0), "schedule=random:seed=77");
}

TEST(Campaign, NamesOfSchedules) {
  for (const ScheduleName& s : kSchedules) {
    EXPECT_EQ(scheduleNamed(s.name), s.schedule);
    EXPECT_EQ(nameOf(s.schedule), s.name);
  }
  EXPECT_FALSE(scheduleNamed("fair").has_value());
}

TEST(Campaign, CleanRuns) {
  const Campaign campaign = runCampaign(shell(kSteps, 3), always);
  EXPECT_EQ(campaign.problem, "");
  EXPECT_EQ(campaign.runs, 3u);
  EXPECT_EQ(campaign.findings.steps(), 9u);
  EXPECT_EQ(decisionOf(resultOf({}, campaign), false), Decision::Holds);
}

TEST(Campaign, ExitCodeOfReportsIsNoFailure) {
  const Campaign campaign = runCampaign(shell(std::string(kSteps) + kRace, 2), always);
  ASSERT_EQ(campaign.findings.all().size(), 1u);
  EXPECT_EQ(campaign.findings.all()[0].runs, 2u);
  EXPECT_EQ(campaign.findings.all()[0].schedule, "schedule=random:seed=1");
  EXPECT_FALSE(campaign.failure.has_value());
  EXPECT_EQ(decisionOf(resultOf({}, campaign), false), Decision::Violated);
}

TEST(Campaign, OtherExitCodesAndSignalsAreFailures) {
  const Campaign exits = runCampaign(shell(std::string(kSteps) + "echo oops; exit 3", 2), always);
  ASSERT_TRUE(exits.failure.has_value());
  EXPECT_EQ(exits.failure->exitCode, 3);
  EXPECT_EQ(exits.failure->signal, 0);
  EXPECT_EQ(exits.failure->output, "oops\n");
  EXPECT_EQ(exits.failure->schedule, "schedule=random:seed=1");
  EXPECT_EQ(decisionOf(resultOf({}, exits), false), Decision::Violated);
  const Campaign killed = runCampaign(shell("kill -KILL $$", 1), always);
  ASSERT_TRUE(killed.failure.has_value());
  EXPECT_EQ(killed.failure->signal, 9);
}

TEST(Campaign, AProgramWithoutTheRuntimeIsAProblem) {
  EXPECT_NE(runCampaign(shell("exit 0", 3), always).problem, "");
  CampaignOptions missing;
  missing.command = {"/nonexistent/program"};
  missing.runs = 1;
  EXPECT_NE(runCampaign(missing, always).problem, "");
}

TEST(Campaign, StopsAfterCleanRuns) {
  CampaignOptions options = shell(kSteps, 100);
  options.untilClean = 2;
  EXPECT_EQ(runCampaign(options, always).runs, 2u);
}

TEST(Campaign, ExhaustIsOneRunWithItsSchedules) {
  CampaignOptions options = shell("echo '{\"executions\": 4, \"reasons\": [\"more\"]}' >>$r", 4);
  options.schedule = Schedule::Exhaust;
  const Campaign campaign = runCampaign(options, always);
  EXPECT_EQ(campaign.runs, 1u);
  ASSERT_TRUE(campaign.exhausted.has_value());
  EXPECT_EQ(campaign.exhausted->executions, 4u);
  EXPECT_EQ(decisionOf(resultOf(options, campaign), false), Decision::Unknown);
}

TEST(Campaign, InterruptedWithoutFindingsIsUndecided) {
  const auto stop = [](const Campaign&) { return false; };
  const Campaign campaign = runCampaign(shell(kSteps, 5), stop);
  EXPECT_EQ(campaign.runs, 1u);
  EXPECT_TRUE(campaign.interrupted);
  EXPECT_EQ(decisionOf(resultOf({}, campaign), false), Decision::Unknown);
  const Campaign found = runCampaign(shell(kRace, 5), stop);
  EXPECT_EQ(decisionOf(resultOf({}, found), false), Decision::Violated);
}

// An interrupt reaches the program as well, which has not failed then.
TEST(Campaign, AnInterruptedProgramHasNotFailed) {
  const Campaign campaign = runCampaign(shell(std::string(kSteps) + "kill -INT $$", 5),
                                        [](const Campaign&) { return false; });
  EXPECT_TRUE(campaign.interrupted);
  EXPECT_FALSE(campaign.failure.has_value());
}

TEST(Launch, OptionsAreAddedToThoseOfTheEnvironment) {
  const std::string output = ::testing::TempDir() + "robur-launch-output";
  ::setenv("ROBUR_OPTIONS", "library=1", 1);
  const Ended ended =
      launch({{"/bin/sh", "-c", "test \"$ROBUR_OPTIONS\" = library=1:seed=3"}, "seed=3", output});
  ::unsetenv("ROBUR_OPTIONS");
  EXPECT_EQ(ended.problem, "");
  EXPECT_EQ(ended.exitCode, 0);
}

}  // namespace robur::run
