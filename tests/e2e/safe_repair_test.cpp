// robur repair and robur relax with --goal safe.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

TEST(SafeRepair, TheRingBufferNeedsTheReleaseStoreAndNothingElse) {
  const Ran ran = run({"repair", "--goal", "safe", "ring-relaxed.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  expectSameAsFile("tests/golden/e2e-repair-safe.txt", ran.out);
}

TEST(SafeRepair, WhatIsSafeIsLeftAlone) {
  const std::string ring = std::string(ROBUR_SOURCE_DIR) + "/examples/ring.rob";
  const Ran ran = run({"repair", "--goal", "safe", "--model", "rc11,ra", ring});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "already safe under RC11 and RA")) << ran.out;
  EXPECT_TRUE(has(ran.out, "not robust")) << ran.out;
}

TEST(SafeRepair, AnOrdinaryBugIsCalledOne) {
  const Ran ran = run({"repair", "--goal", "safe", "assertion.rob"});
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_TRUE(has(ran.out, "cannot be made safe")) << ran.out;
  EXPECT_TRUE(has(ran.out, "ordinary bug")) << ran.out;
}

TEST(SafeRepair, ThreadsThatWaitForeverAreBadUnlessAllowed) {
  const Ran bad = run({"repair", "--goal", "safe", "deadlock.rob"});
  EXPECT_EQ(bad.exit, 1) << bad.out << bad.err;
  EXPECT_TRUE(has(bad.out, "wait forever")) << bad.out;
  const Ran fine = run({"repair", "--goal", "safe", "--no-hangs", "deadlock.rob"});
  EXPECT_EQ(fine.exit, 0) << fine.out << fine.err;
  EXPECT_FALSE(has(fine.out, "wait")) << fine.out;
}

TEST(SafeRepair, JsonHasTheGoalAndTheProperty) {
  const Ran ran = run({"repair", "--goal", "safe", "--format", "json", "ring-relaxed.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const auto result = nlohmann::json::parse(ran.out)["results"][0];
  EXPECT_EQ(result["goal"], "safe");
  EXPECT_EQ(result["outcome"], "repaired");
  EXPECT_EQ(result["models"][0], "rc11");
  EXPECT_EQ(result["robust"], false);
  EXPECT_EQ(result["solutions"][0]["changes"].size(), 1u);
  EXPECT_EQ(result["solutions"][0]["changes"][0]["property"], "race");
}

TEST(SafeRepair, RelaxingKeepsWhatSafetyNeeds) {
  const std::string ring = std::string(ROBUR_SOURCE_DIR) + "/examples/ring.rob";
  const Ran same = run({"relax", "--goal", "safe", ring});
  EXPECT_EQ(same.exit, 0) << same.err;
  EXPECT_TRUE(has(same.out, "nothing can be weakened: safe under RC11 only as it is")) << same.out;
  const Ran unsafe = run({"relax", "--goal", "safe", "ring-relaxed.rob"});
  EXPECT_EQ(unsafe.exit, 1) << unsafe.err;
  EXPECT_TRUE(has(unsafe.out, "not safe under RC11 as it is")) << unsafe.out;
}

TEST(SafeRepair, GoalsAreNamed) {
  const Ran ran = run({"repair", "--goal", "fast", "dekker.rob"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "the goals are robust and safe")) << ran.err;
}

}  // namespace

}  // namespace robur::test
