// robur prove from end to end: what is told of proofs and of attempts, exit codes, files.
#include <filesystem>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

constexpr const char* kFig6 =
    "atomic int x, y;\n"
    "thread foo { local int r2; x.store(1, rel); r2 = y.load(acq); }\n"
    "thread bar {\n"
    "  local int r1;\n"
    "  do { r1 = x.load(acq); } while (r1 == 0);\n"
    "  y.store(1, rel);\n"
    "}\n";

constexpr const char* kLock =
    "atomic int mutex, data;\n"
    "thread worker[*] {\n"
    "  local int r;\n"
    "  lock(mutex);\n"
    "  r = data.load(rlx);\n"
    "  data.store(r + 1, rlx);\n"
    "  unlock(mutex);\n"
    "}\n";

Ran prove(std::vector<std::string> arguments, const std::string& program) {
  arguments.insert(arguments.begin(), "prove");
  arguments.insert(arguments.end(), {"--language", "rob", "-"});
  return run(arguments, {.input = program});
}

}  // namespace

TEST(Prove, AnyNumberOfThreads) {
  const Ran ran = prove({}, kLock);
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(has(ran.out, "<stdin>:6:3: note: atomic: no read can overtake this write"))
      << ran.out;
  EXPECT_TRUE(has(ran.out, "PROVED: robust against TSO · any number of threads")) << ran.out;
  EXPECT_TRUE(has(ran.out, "= meaning: every run under TSO has the trace of a run under SC"));
}

TEST(Prove, AFailedProofNamesTheThreeActionsAndAState) {
  const Ran ran = prove({}, kFig6);
  EXPECT_EQ(ran.exit, 3);
  expectGolden("e2e-prove.txt", withoutNumbers(ran.out));
}

TEST(Prove, SuggestsAReadAbstraction) {
  const Ran ran = prove({"--suggest", "-q"}, kFig6);
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "suggestion: havoc ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "with this, every write is atomic")) << ran.out;
}

TEST(Prove, AnAbstractionThatForbidsSomethingIsRefused) {
  std::string text = kFig6;
  text.replace(text.find("r1 = x.load(acq)"), 16, "havoc r1 where r1 < x");
  const Ran ran = prove({}, text);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.out, "this havoc does not cover the access that it replaces")) << ran.out;
}

TEST(Prove, AClaimThatDoesNotFollowIsToldWithAState) {
  const Ran ran = prove({},
                        "atomic int x;\ninvariant x <= 1;\n"
                        "thread t[*] { local int r; r = x.load(); x.store(r + 1); fence(sc); }\n");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "<stdin>:2:1: error: this invariant is not inductive")) << ran.out;
  EXPECT_TRUE(has(ran.out, "every write is atomic, but some claim is not shown")) << ran.out;
}

TEST(Prove, AssertionsAndEnsures) {
  const std::string program =
      "atomic int x;\n"
      "thread t { local int r; ensures r == 2; r = 1; assert(r == 1); r += 1; x.store(r); }\n";
  EXPECT_EQ(prove({}, program).exit, 0);
  std::string wrong = program;
  wrong.replace(wrong.find("r == 2"), 6, "r == 3");
  const Ran ran = prove({}, wrong);
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "the ensures clause of the thread does not follow")) << ran.out;
}

TEST(Prove, AThreadThatDoesNothingEnsuresWhatHoldsAtTheStart) {
  EXPECT_EQ(prove({}, "atomic int x;\nthread t { ensures x == 0; }\n").exit, 0);
  EXPECT_EQ(prove({}, "atomic int x;\nthread t { ensures x == 1; }\n").exit, 3);
}

TEST(Prove, FiniteProgramsArePointedAtTheExactAnswer) {
  const Ran ran = prove({},
                        "atomic bool x, y;\n"
                        "thread a { local bool r; x.store(1); r = y.load(); }\n"
                        "thread b { local bool s; y.store(1); s = x.load(); }\n");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(
      has(ran.out, "help: the program is finite; for the exact answer: robur check --model tso"))
      << ran.out;
}

TEST(Prove, WhatZ3CannotTellIsUnknownAndNeverAProof) {
  // No sum of three cubes is 4 modulo 9, so nobody reads what is written here; but no amount of
  // time tells Z3. The run has to end all the same, and without an answer.
  const std::string cubes =
      "atomic int a[*];\n"
      "thread t[*] {\n  local int p, q, r, s, u;\n"
      "  havoc p where true; havoc q where true; havoc r where true; havoc s where true;\n"
      "  a[q * q * q + r * r * r + s * s * s].store(1); u = a[9 * p + 4].load(); fence(sc);\n}\n";
  for (const char* timeout : {"1ms", "3ms", "10ms"}) {
    const Ran ran = prove({"--timeout", timeout}, cubes);
    EXPECT_EQ(ran.exit, 3) << ran.out;
    EXPECT_TRUE(has(ran.out, ": UNKNOWN: robustness against TSO is not shown")) << ran.out;
  }
}

TEST(Prove, NothingThatATerminalActsOnIsShown) {
  const std::string far(10000, ' ');
  const Ran ran =
      prove({}, "atomic int x, y; /* \x1b[2J */ thread a { local int r; x.store(1);" + far +
                    "r = y.load(); }\nthread b { local int s; y.store(1); s = x.load(); }\n");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_FALSE(has(ran.out, "\x1b")) << ran.out;
  EXPECT_TRUE(has(ran.out, "can overtake it")) << ran.out;
  EXPECT_LT(ran.out.size(), 3000u);
}

TEST(Prove, JsonAndDumpedQuestions) {
  const std::filesystem::path dir = std::filesystem::path(testing::TempDir()) / "robur-smt";
  std::filesystem::remove_all(dir);
  const Ran ran = prove({"--format", "json", "--dump-smt", dir.string()}, kFig6);
  EXPECT_EQ(ran.exit, 3);
  const auto result = nlohmann::json::parse(ran.out)["results"][0];
  EXPECT_EQ(result["verdict"], "not-proved");
  EXPECT_EQ(result["writes"][0]["rule"], "not-atomic");
  EXPECT_EQ(result["writes"][0]["read_conflict"]["other"]["thread"], "bar");
  EXPECT_EQ(result["writes"][1]["rule"], "nothing-overtakes");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir)) {
    files += entry.path().extension() == ".smt2" ? 1 : 0;
  }
  EXPECT_EQ(files, result["obligations"]);
  std::filesystem::remove_all(dir);
}

TEST(Prove, WhatWasFoundIsShownAndWrittenIn) {
  const Ran shown = prove({"--facts"}, kLock);
  EXPECT_TRUE(has(shown.out, "<stdin>:5:7: found: invariant mutex == 1;")) << shown.out;
  const Ran written = prove({"--annotate"}, kLock);
  EXPECT_TRUE(
      has(written.out, "  invariant mutex == 1;\n  invariant r == 0;\n  r = data.load(rlx);"))
      << written.out;
  EXPECT_EQ(prove({}, written.out).exit, 0) << written.out;
}

TEST(Prove, OnlyItsOwnLanguage) {
  const Ran ran = run({"prove", "--language", "tpl", "-"}, {.input = "x"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "only .rob programs can be proved")) << ran.err;
  EXPECT_EQ(run({"prove"}).exit, 2);
  EXPECT_EQ(run({"prove", "--help"}).exit, 0);
  EXPECT_TRUE(has(run({"prove", "--sugest", "x.rob"}).err, "--suggest"));
}

// An exhaustive check says of each of these what it cannot take.
TEST(Prove, CheckRefusesWhatIsForProofsOnly) {
  const Ran ran = run({"check", "--language", "rob", "-"},
                      {.input = "atomic int x, a[*];\nghost int g;\ninvariant x == 0;\n"
                                "thread t[*] {\n  local bool r;\n  havoc r where r == x;\n"
                                "  invariant x == 0;\n  ensures r == 0;\n  ghost g = 1;\n"
                                "  x.store(tid, rel);\n}\n"});
  EXPECT_EQ(ran.exit, 2);
  for (const char* message :
       {"<stdin>:1:8: error: an 'int' has no bounds", "this array has no bounds",
        "a ghost is for proofs", "<stdin>:3:1: error: an invariant is for proofs",
        "<stdin>:10:11: error: any number of copies are checked as copies that do not know",
        "<stdin>:6:3: error: 'havoc' is for proofs",
        "<stdin>:7:3: error: an invariant is for proofs",
        "<stdin>:8:3: error: 'ensures' is for proofs", "<stdin>:9:3: error: a ghost is for proofs",
        "use 'robur prove'"}) {
    EXPECT_TRUE(has(ran.err, message)) << message << "\n" << ran.err;
  }
}

}  // namespace robur::test
