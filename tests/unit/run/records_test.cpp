// The records that the sanitizer's runtime writes for `robur run`.
#include <gtest/gtest.h>

#include "run/records.h"

namespace robur::run {

namespace {

constexpr const char* kRaceRecord =
    R"~({"kind": "race", "location": {"file": "a b.cpp", "line": 7, "column": 3, )~"
    R"~("function": "f(int) in g"}, )~"
    R"~("other": {"file": "c:d.cpp", "line": 12, "column": 5, "function": "h()"}, )~"
    R"~("choices": "0.1", "text": "two\nlines\n"})~";

}  // namespace

TEST(Records, ReportHasItsFields) {
  const RunRecords records = parseRecords(std::string(kRaceRecord) + "\n");
  ASSERT_EQ(records.reports.size(), 1u);
  const ReportRecord& report = records.reports[0];
  EXPECT_EQ(report.kind, RunFinding::Kind::Race);
  EXPECT_EQ(report.location, (CodeLocation{"a b.cpp", 7, 3, "f(int) in g"}));
  EXPECT_EQ(report.other, (CodeLocation{"c:d.cpp", 12, 5, "h()"}));
  EXPECT_EQ(report.choices, "0.1");
  EXPECT_EQ(report.text, "two\nlines\n");
  EXPECT_TRUE(records.any());
}

TEST(Records, UnknownLocationsAreEmpty) {
  const RunRecords records = parseRecords(R"({"kind": "robustness", "text": "t"})");
  ASSERT_EQ(records.reports.size(), 1u);
  EXPECT_EQ(records.reports[0].kind, RunFinding::Kind::Robustness);
  EXPECT_EQ(records.reports[0].location, CodeLocation{});
  EXPECT_EQ(records.reports[0].other, CodeLocation{});
}

TEST(Records, StepsOfSeveralProcessesAreTheLongest) {
  const RunRecords records = parseRecords("{\"steps\": 3}\n{\"steps\": 12}\n{\"steps\": 0}\n");
  ASSERT_TRUE(records.steps.has_value());
  EXPECT_EQ(*records.steps, 12u);
  EXPECT_TRUE(records.reports.empty());
}

TEST(Records, TheEndOfAnExplorationHasItsFields) {
  const RunRecords records = parseRecords(
      R"({"executions": 5, "complete": true, "model": "RC20", "cut": 2, "magnitude": 3, )"
      R"("assumptions": ["if"], "reasons": ["one", "two"], "failing": "1.2"})");
  ASSERT_TRUE(records.exhausted.has_value());
  EXPECT_EQ(records.exhausted->executions, 5u);
  EXPECT_EQ(records.exhausted->cut, 2u);
  EXPECT_TRUE(records.exhausted->complete);
  EXPECT_EQ(records.exhausted->model, "RC20");
  EXPECT_EQ(records.exhausted->magnitude, 3u);
  EXPECT_EQ(records.exhausted->assumptions, (std::vector<std::string>{"if"}));
  EXPECT_EQ(records.exhausted->reasons, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(records.exhausted->failing, "1.2");
}

// A process that was killed may leave half a line, and other processes may have written after it.
TEST(Records, BrokenLinesAreIgnored) {
  const std::string half = std::string(kRaceRecord).substr(0, 40);
  const RunRecords records = parseRecords(
      half + "\nnot json\n[1]\n{\"kind\": \"other\"}\n{\"executions\": 2}\n" + kRaceRecord);
  EXPECT_EQ(records.reports.size(), 1u);
  EXPECT_FALSE(records.exhausted.has_value());
  EXPECT_FALSE(records.steps.has_value());
}

TEST(Records, FieldsOfAnotherTypeAreIgnored) {
  const RunRecords records = parseRecords(
      R"({"kind": "race", "location": {"file": 3, "line": "x", "column": -1}, "choices": 4, "text": null})");
  ASSERT_EQ(records.reports.size(), 1u);
  EXPECT_EQ(records.reports[0].location, CodeLocation{});
  EXPECT_EQ(records.reports[0].choices, "");
}

TEST(Records, CountsWhatIsUndecided) {
  EXPECT_EQ(parseRecords("{\"undecided\": 3}\n{\"steps\": 12}\n").undecided, 3u);
  EXPECT_EQ(parseRecords("{\"steps\": 12}\n").undecided, 0u);
}

TEST(Records, NothingWrittenIsNoRuntime) {
  EXPECT_FALSE(parseRecords("").any());
  EXPECT_TRUE(parseRecords("{\"steps\": 0}\n").any());
}

}  // namespace robur::run
