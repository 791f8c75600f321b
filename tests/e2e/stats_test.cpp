// --stats: its numbers agree with the rest of the report and with each other.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"

namespace robur::test {

namespace {

using Json = nlohmann::json;

void expectConsistent(const Json& stats) {
  EXPECT_GE(stats["checks"], 1);
  EXPECT_GT(stats["states"], 0);
  EXPECT_GE(stats["suspects"], stats["dismissed"]);
  EXPECT_NE(stats["engine"], "none");
  double sum = 0;
  for (const char* phase : {"read", "translate", "analyse", "search", "judge", "report"}) {
    ASSERT_TRUE(stats["seconds"].contains(phase)) << phase;
    EXPECT_GE(stats["seconds"][phase], 0.0) << phase;
    sum += stats["seconds"][phase].get<double>();
  }
  EXPECT_GT(sum, 0);
}

TEST(Stats, OfCheckAgreeWithTheEntry) {
  const Ran ran = run({"check", "--stats", "-f", "json", "-m", "all", "dekker.rob", "message.rob"});
  for (const Json& entry : Json::parse(ran.out)["results"]) {
    ASSERT_EQ(entry.contains("stats"), entry["property"] == "robustness");
    if (!entry.contains("stats")) continue;
    const Json& stats = entry["stats"];
    expectConsistent(stats);
    EXPECT_EQ(stats["checks"], 1);
    EXPECT_EQ(stats["states"], entry["states"]);
    EXPECT_EQ(stats["transitions"], entry["transitions"]);
    EXPECT_EQ(stats["peak_bytes"], entry["peak_bytes"]);
    // A violation was a suspect that the axioms confirmed.
    if (entry["verdict"] == "not-robust") {
      EXPECT_GT(stats["suspects"], stats["dismissed"]);
    }
    const Json& seconds = stats["seconds"];
    EXPECT_LE(seconds["search"].get<double>() + seconds["judge"].get<double>(),
              entry["seconds"].get<double>() + 1e-3);
  }
}

TEST(Stats, AreShownOnlyIfAskedFor) {
  EXPECT_EQ(run({"check", "-f", "json", "dekker.rob"}).out.find("\"stats\""), std::string::npos);
  EXPECT_EQ(run({"check", "-q", "dekker.rob"}).out.find("engine"), std::string::npos);
  const Ran ran = run({"check", "-q", "--stats", "-m", "tso", "dekker.rob"});
  for (const char* name : {"\n  engine", "\n  states", "\n  suspects", "\n  time"}) {
    EXPECT_NE(ran.out.find(name), std::string::npos) << name << " in " << ran.out;
  }
}

TEST(Stats, OfRepairSumUpItsChecks) {
  const Ran ran = run({"repair", "--stats", "-f", "json", "-m", "tso", "dekker.rob"});
  const Json entry = Json::parse(ran.out)["results"][0];
  expectConsistent(entry["stats"]);
  EXPECT_EQ(entry["stats"]["checks"], entry["checks"]);
  EXPECT_GE(entry["stats"]["suspects"], entry["constraints"]);
}

TEST(Stats, SayHowLongReadingTook) {
  for (const char* command : {"check", "verify", "repair", "relax"}) {
    for (const char* file : {"dekker.rob", "dekker.tpl"}) {
      const Ran ran = run({command, "--stats", "-f", "json", "-m", "tso", file});
      const Json seconds = Json::parse(ran.out)["results"][0]["stats"]["seconds"];
      EXPECT_GT(seconds["read"], 0.0) << command << " " << file;
      EXPECT_GT(seconds["translate"], 0.0) << command << " " << file;
    }
  }
}

TEST(Stats, OfVerifyCountTheSearchUnderSc) {
  const Ran ran = run({"verify", "--stats", "-f", "json", "-m", "sra", "dekker.rob"});
  const Json entry = Json::parse(ran.out)["results"][0];
  expectConsistent(entry["stats"]);
  EXPECT_GE(entry["stats"]["states"], entry["sc_states"]);
}

}  // namespace

}  // namespace robur::test
