// robur verify from end to end: verdicts, runs, states in words, exit codes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

constexpr const char* kBuffering =
    "atomic bool x, y;\n"
    "thread a { local bool r; x.store(1, rel); r = y.load(acq); done: skip; }\n"
    "thread b { local bool s; y.store(1, rel); s = x.load(acq); }\n";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Ran verify(std::vector<std::string> arguments, const std::string& program = kBuffering) {
  arguments.insert(arguments.begin(), "verify");
  arguments.insert(arguments.end(), {"--language", "rob", "-"});
  return run(arguments, {.input = program});
}

TEST(Verify, ShowsTheRunAndWhereItLeavesSc) {
  const Ran ran = verify({"--reach", "a.r == 0 && b.s == 0 && at(a, done) && at(b, end)"});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.err, "");
  expectGolden("e2e-verify.txt", withoutNumbers(ran.out));
}

TEST(Verify, SaysSafeAndHowItIsKnown) {
  const Ran ran = verify({"--reach", "a.r == 0 && at(a, done) && x == 0"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_TRUE(has(ran.out, "safe under SRA: no run under SRA leads there")) << ran.out;
}

TEST(Verify, AnOrdinaryBugIsOneUnderEveryModel) {
  const Ran ran = verify({"--model", "sc,tso,sra,ra", "-q", "--reach", "a.r == 1"});
  EXPECT_EQ(ran.exit, 1);
  for (const char* model : {"SC", "TSO", "SRA", "RA"}) {
    EXPECT_TRUE(has(ran.out, std::string("UNSAFE under ") + model + ": an ordinary bug"))
        << ran.out;
  }
}

TEST(Verify, TsoIsUnknownIfRobustnessDoesNotDecideIt) {
  const Ran ran = verify({"--model", "tso", "--reach", "a.r == 0 && at(a, done) && x == 0"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "UNKNOWN under TSO")) << ran.out;
}

TEST(Verify, EnginesCanBeAskedAlone) {
  const std::string state = "a.r == 0 && b.s == 0 && at(a, done) && at(b, end)";
  EXPECT_EQ(verify({"--engine", "sc", "--reach", state}).exit, 3);
  EXPECT_EQ(verify({"--engine", "robust", "--reach", state}).exit, 3);
  EXPECT_EQ(verify({"--engine", "potential", "--reach", state}).exit, 1);
}

TEST(Verify, AssertionsAndRacesAreBadByThemselves) {
  const Ran fails = verify({},
                           "atomic bool x;\nthread a { x.store(1, rel); }\n"
                           "thread b { local bool r; r = x.load(acq); assert(r == 0); }\n");
  EXPECT_EQ(fails.exit, 1);
  EXPECT_TRUE(has(fails.out, "[assertion]")) << fails.out;
  const Ran races = verify({"--engine", "potential"},
                           "plain bool d;\nthread a { d = 1; }\nthread b { d = 1; }\n");
  EXPECT_EQ(races.exit, 1);
  EXPECT_TRUE(has(races.out, "[race]")) << races.out;
}

TEST(Verify, JsonHasVerdictStepsAndRun) {
  const Ran ran =
      verify({"-f", "json", "--reach", "a.r == 0 && b.s == 0 && at(b, end) && at(a, done)"});
  const auto result = nlohmann::json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "unsafe");
  EXPECT_EQ(result.at("steps").size(), 3u);
  EXPECT_EQ(result.at("violation").at("run").size(), 4u);
  EXPECT_EQ(result.at("violation").at("sequential"), false);
  EXPECT_EQ(result.at("violation").at("leaves_sc").at("kind"), "store-buffering");
}

TEST(Verify, MistakesInTheStateArePointedAt) {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const Case& c : {Case{"a.q == 0", "--reach:1:3: error: thread a has no register 'q'"},
                        Case{"c.r == 0", "--reach:1:1: error: there is no thread 'c'"},
                        Case{"at(a, cs)", "--reach:1:7: error: the thread has no label 'cs'"},
                        Case{"z == 0", "--reach:1:1: error: there is no shared location 'z'"},
                        Case{"a.r == b.s", "--reach:1:1: error: this compares more than one"},
                        Case{"a.r ==", "--reach:1:7: error: the expression ends too early"},
                        Case{"(a.r == 0", "expected ')'"},
                        Case{"a.r == 0 }", "this is not part of an expression"}}) {
    const Ran ran = verify({"--reach", c.text});
    EXPECT_EQ(ran.exit, 2) << c.text;
    EXPECT_TRUE(has(ran.err, c.message)) << c.text << ":\n" << ran.err;
  }
  EXPECT_EQ(verify({"--reach", " "}).exit, 2);
  EXPECT_EQ(verify({"--model", "rc11"}).exit, 2);
  EXPECT_EQ(verify({"--engine", "magic"}).exit, 2);
}

}  // namespace

}  // namespace robur::test
