// Litmus tests of herd: final states in herd's form, claims and exit codes, and tests that are
// written.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"

namespace robur::test {

namespace {

const std::string kLitmusSb =
    "C SB\n{ x=0; y=0; }\n"
    "P0 (atomic_int* x, atomic_int* y) {\n"
    "  atomic_store_explicit(x, 1, memory_order_release);\n"
    "  int r0 = atomic_load_explicit(y, memory_order_acquire);\n}\n"
    "P1 (atomic_int* x, atomic_int* y) {\n"
    "  atomic_store_explicit(y, 1, memory_order_release);\n"
    "  int r0 = atomic_load_explicit(x, memory_order_acquire);\n}\n";

const std::string kLitmusStates =
    "0:r0=0; 1:r0=0;\n0:r0=0; 1:r0=1;\n0:r0=1; 1:r0=0;\n0:r0=1; 1:r0=1;\n";

TEST(LitmusTests, FinalStatesAreInTheFormOfHerd) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("sb.litmus", kLitmusSb + "exists (0:r0=0 /\\ 1:r0=0)\n");
  const Ran ran = run({"verify", "--outcomes", file});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out, "Test SB Allowed\nStates 4\n" + kLitmusStates +
                         "Ok\nWitnesses\nPositive: 1 Negative: 3\n"
                         "Condition exists (0:r0=0 /\\ 1:r0=0)\nObservation SB Sometimes 1 3\n");
  const Ran sc = run({"verify", "-m", "sc", file});
  EXPECT_EQ(sc.exit, 0) << "a question has no wrong answer";
  EXPECT_TRUE(has(sc.out, "States 3\n")) << sc.out;
  EXPECT_TRUE(has(sc.out, "No\nWitnesses\nPositive: 0 Negative: 3\n")) << sc.out;
  EXPECT_TRUE(has(sc.out, "Observation SB Never 0 3\n")) << sc.out;
}

TEST(LitmusTests, AClaimThatFailsIsAnError) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("sb.litmus", kLitmusSb + "~exists (0:r0=0 /\\ 1:r0=0)\n");
  const Ran quiet = run({"verify", "-q", file});
  EXPECT_EQ(quiet.exit, 1);
  EXPECT_EQ(quiet.out, "Test SB Forbidden\nStates 4\n" + kLitmusStates +
                           "No\nWitnesses\nPositive: 3 Negative: 1\n"
                           "Condition ~exists (0:r0=0 /\\ 1:r0=0)\nObservation SB Sometimes 1 3\n");
  const Ran shown = run({"verify", file});
  EXPECT_TRUE(has(shown.out, "error: a state with 0:r0=0 /\\ 1:r0=0 can be reached")) << shown.out;
  EXPECT_TRUE(has(shown.out, "the run leaves SC here")) << shown.out;
  EXPECT_TRUE(has(shown.out, quiet.out)) << shown.out;
  EXPECT_EQ(run({"verify", "-m", "sc", file}).exit, 0);
  const nlohmann::json json = nlohmann::json::parse(run({"verify", "-f", "json", file}).out);
  const nlohmann::json& condition = json["results"][0]["condition"];
  EXPECT_EQ(condition["fulfilled"], false);
  EXPECT_EQ(condition["positive"], 1);
  EXPECT_EQ(condition["negative"], 3);
}

TEST(LitmusTests, AFilterLeavesExecutionsOut) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write(
      "sb.litmus", kLitmusSb + "locations [x;]\nfilter (0:r0=1)\nforall (1:r0=0 \\/ 1:r0=1)\n");
  const Ran ran = run({"verify", file});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out,
            "Test SB Required\nStates 2\n0:r0=1; 1:r0=0; [x]=1;\n0:r0=1; 1:r0=1; [x]=1;\n"
            "Ok\nWitnesses\nPositive: 2 Negative: 0\nCondition forall (1:r0=0 \\/ 1:r0=1)\n"
            "Observation SB Always 2 0\n");
}

// A claim about executions under SC too is shown with one.
TEST(LitmusTests, AClaimCanFailUnderSc) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("sb.litmus", kLitmusSb + "forall (0:r0=1)\n");
  const Ran ran = run({"verify", "-m", "sc", file});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "a state with not (0:r0=1) can be reached")) << ran.out;
}

TEST(LitmusTests, RacesAndLimitsLeaveNoStates) {
  const ScratchDirectory scratch;
  const std::string racy =
      scratch.write("race.litmus",
                    "C race\n{}\nP0 (int* x) { *x = 1; }\nP1 (int* x) { int r0 = *x; }\n"
                    "exists (1:r0=1)\n");
  const Ran race = run({"verify", racy});
  EXPECT_EQ(race.exit, 1);
  EXPECT_TRUE(has(race.out, "data race on x")) << race.out;
  EXPECT_FALSE(has(race.out, "States")) << race.out;
  const std::string file = scratch.write("sb.litmus", kLitmusSb + "forall (true)\n");
  const Ran limited = run({"verify", "--max-states", "2", file});
  EXPECT_EQ(limited.exit, 3);
  EXPECT_FALSE(has(limited.out, "Observation")) << limited.out;
}

TEST(LitmusTests, AreCheckedButNotRepaired) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("sb.litmus", kLitmusSb);
  EXPECT_EQ(run({"check", file}).exit, 1);
  EXPECT_EQ(run({"check", "-m", "sc", file}).exit, 0);
  const Ran repair = run({"repair", file});
  EXPECT_EQ(repair.exit, 2);
  EXPECT_TRUE(has(repair.err, "robur fmt translates them")) << repair.err;
  const Ran other = run({"check", scratch.write("a.litmus", "AArch64 MP\n{}\n P0 ;\n")});
  EXPECT_EQ(other.exit, 2);
  EXPECT_TRUE(has(other.err, "a.litmus:1:1: error: litmus tests for 'AArch64'")) << other.err;
}

TEST(LitmusTests, X86IsTso) {
  const ScratchDirectory scratch;
  const std::string file =
      scratch.write("sb.litmus",
                    "X86 SB\n{}\n P0          | P1          ;\n MOV [x],$1  | MOV [y],$1  ;\n"
                    " MOV EAX,[y] | MOV EAX,[x] ;\n~exists (0:EAX=0 /\\ 1:EAX=0)\n");
  const Ran tso = run({"verify", "-q", file});
  EXPECT_EQ(tso.exit, 1);
  EXPECT_TRUE(has(tso.out, "Observation SB Sometimes 1 3\n")) << tso.out;
  EXPECT_EQ(run({"verify", "-m", "sc", file}).exit, 0);
  const Ran check = run({"check", "-q", file});
  EXPECT_TRUE(has(check.out, "NOT ROBUST against TSO")) << check.out;
  EXPECT_FALSE(has(check.out, "RC11")) << check.out;
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"check", "-m", "rc11", file},
                                             {"verify", "-m", "tso,ra", file},
                                             {"export", "--litmus", file},
                                             {"export", "--promela", "-m", "ra", file}}) {
    const Ran refused = run(command);
    EXPECT_EQ(refused.exit, 2);
    EXPECT_TRUE(has(refused.err, "is in instructions of a machine")) << refused.err;
  }
}

TEST(LitmusTests, WhatIsWrittenIsReadBack) {
  const ScratchDirectory scratch;
  const std::string program =
      scratch.write("sb.rob",
                    "atomic i32 x;\natomic i32 y;\n"
                    "thread a { local i32 r; x.store(1, sc); r = y.load(sc); }\n"
                    "thread b { local i32 r; y.store(1, sc); r = x.load(sc); }\n");
  const Ran written = run({"export", "--litmus", program});
  EXPECT_EQ(written.exit, 0) << written.err;
  const std::string file = scratch.write("again.litmus", written.out);
  const Ran again = run({"export", "--litmus", file});
  EXPECT_EQ(again.out, written.out);
  EXPECT_EQ(run({"verify", file}).exit, 0);
  const Ran refused = run({"export", "--litmus", "message.rob"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_TRUE(has(refused.err, "cannot be expressed as a litmus test: ")) << refused.err;
  EXPECT_EQ(run({"export", "--litmus", "--promela", "-m", "ra", program}).exit, 2);
  EXPECT_EQ(run({"export", "--litmus", "-m", "ra", program}).exit, 2);
}

}  // namespace

}  // namespace robur::test
