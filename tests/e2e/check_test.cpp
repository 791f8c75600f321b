// robur check from end to end: real programs, whole outputs, exit codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "e2e/run.h"
#include "golden/golden.h"
#include "program/model_name.h"

namespace robur::test {

namespace {

struct Golden {
  const char* file;  // under tests/golden/
  std::vector<std::string> arguments;
  int exit;
};

class CheckGolden : public testing::TestWithParam<Golden> {};

TEST_P(CheckGolden, LooksAsItShould) {
  std::vector<std::string> arguments = {"check"};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.exit, GetParam().exit);
  EXPECT_EQ(ran.err, "");
  expectGolden(std::string("e2e-") + GetParam().file + ".txt", withoutNumbers(ran.out));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, CheckGolden,
    testing::Values(Golden{"dekker", {"dekker.rob"}, 1},
                    Golden{"dekker-fixed", {"dekker-fixed.rob"}, 0},
                    Golden{"dekker-tpl", {"--model", "ra", "dekker.tpl"}, 1},
                    Golden{"message", {"message.rob"}, 1},
                    Golden{"race", {"--model", "ra,rc20", "race.rob"}, 1},
                    Golden{"assertion", {"--model", "sc,tso", "assertion.rob"}, 1},
                    Golden{"deadlock", {"--model", "ra", "deadlock.rob"}, 0},
                    Golden{"matrix",
                           {"-q", "dekker.rob", "dekker-fixed.rob", "message.rob", "assertion.rob"},
                           1},
                    Golden{"explain", {"--explain", "--model", "ra", "dekker.rob"}, 1}),
    [](const testing::TestParamInfo<Golden>& test) {
      std::string name = test.param.file;
      std::erase(name, '-');
      return name;
    });

TEST(Check, FaultsAreFoundUnderScAlready) {
  const Ran ran = run({"check", "--model", "sc", "faults.rob"});
  EXPECT_EQ(ran.exit, 1);
  for (const char* kind : {"[overflow]", "[bounds]", "[division-by-zero]"}) {
    EXPECT_TRUE(has(ran.out, kind)) << kind << "\n" << ran.out;
  }
  EXPECT_TRUE(has(ran.out, "faults.rob: ERROR under SC"));
}

TEST(Check, OneLinePerModel) {
  for (const std::vector<std::string>& models :
       {std::vector<std::string>{}, {"--model", "sc,tso,sra,ra,rc11"}}) {
    std::vector<std::string> arguments = {"check", "--quiet", "dekker-fixed.rob"};
    arguments.insert(arguments.end(), models.begin(), models.end());
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit, 0);
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 5) << ran.out;
  }
}

TEST(Check, ScAccessesBelongToRc11) {
  const Ran rc11 = run({"check", "--model", "rc11", "sb-sc.rob"});
  EXPECT_EQ(rc11.exit, 1);
  EXPECT_TRUE(has(rc11.out, "agree on; here (2) is acq")) << rc11.out;
  EXPECT_FALSE(has(rc11.out, "does not define sc accesses")) << rc11.out;
  const Ran rc20 = run({"check", "--model", "rc20", "sb-sc.rob"});
  EXPECT_EQ(rc20.exit, 1);
  EXPECT_TRUE(has(rc20.out, "sb-sc.rob:6:3: note: RC20 does not define sc accesses")) << rc20.out;
  EXPECT_TRUE(has(rc20.out, "--model rc11 defines them")) << rc20.out;
}

TEST(Check, EveryModelIfAsked) {
  const Ran ran = run({"check", "--quiet", "--model", "all", "dekker-fixed.rob"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), int{kModelCount}) << ran.out;
}

// Every row of every sampled state of the litmus tests is what the axioms say. That a wrong row is
// noticed is tested in unit/models and by tests/scripts/self_check_test.sh.
TEST(Check, ChecksItselfIfAsked) {
  std::vector<std::string> arguments = {"check", "--quiet", "--self-check", "--model", "all"};
  const std::filesystem::path litmus =
      std::filesystem::path(ROBUR_SOURCE_DIR) / "tests/corpus/litmus";
  for (const auto& entry : std::filesystem::directory_iterator(litmus)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("sb") || name.starts_with("mp-r") || name.starts_with("2")) {
      arguments.push_back(entry.path().string());
    }
  }
  const Ran ran = run(arguments);
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_TRUE(has(ran.out, "of them self-checked")) << ran.out;
  EXPECT_FALSE(has(run({"check", "--model", "tso", "dekker.rob"}).out, "self-checked"));
}

TEST(Check, LimitsLeadToUnknownAndNeverToAPass) {
  for (const std::vector<std::string>& limit : {std::vector<std::string>{"--max-states", "1000"},
                                                {"--timeout", "200ms"},
                                                {"--max-memory", "1M"}}) {
    std::vector<std::string> arguments = {"check", "--model", "tso", "endless.rob"};
    arguments.insert(arguments.end(), limit.begin(), limit.end());
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit, 3) << limit[0];
    EXPECT_TRUE(has(ran.out, "endless.rob: UNKNOWN against TSO: ")) << ran.out;
    EXPECT_TRUE(has(ran.out, "limit")) << "it says which limit: " << ran.out;
    EXPECT_FALSE(has(ran.out, "robust against")) << ran.out;
  }
}

TEST(Check, TheGravestExitCodeCounts) {
  const auto code = [](std::vector<std::string> files) {
    std::vector<std::string> arguments = {"check", "--model", "tso", "--max-states", "1000"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    return run(arguments).exit;
  };
  EXPECT_EQ(code({"dekker-fixed.rob"}), 0);
  EXPECT_EQ(code({"dekker-fixed.rob", "endless.rob"}), 3);
  EXPECT_EQ(code({"endless.rob", "dekker.rob"}), 1);
  EXPECT_EQ(code({"endless.rob", "dekker.rob", "broken.rob"}), 2);
}

TEST(Check, ReductionsDoNotChangeVerdicts) {
  const std::vector<std::string> files = {"dekker.rob", "dekker-fixed.rob", "message.rob",
                                          "assertion.rob", "deadlock.rob"};
  const auto verdicts = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "--quiet"});
    options.insert(options.end(), files.begin(), files.end());
    const std::string text = run(options).out;
    return text.substr(text.find("\n\n"));  // the table
  };
  const std::string expected = verdicts({});
  for (const char* option :
       {"--no-por", "--no-symmetry", "--no-merge-local", "--no-clear-dead", "--no-columns",
        "--no-fixpoint", "--no-coarse-values", "--no-fence-sufficiency"}) {
    EXPECT_EQ(verdicts({option}), expected) << option;
  }
  EXPECT_EQ(verdicts({"--workers", "1"}), expected);
}

TEST(Check, LoadsThatNobodyLooksAtAreForgivenIfAskedFor) {
  const char* const text =
      "atomic bool x, y;\n"
      "thread a { local bool r; x.store(1, rel); r = y.load(acq); }\n"
      "thread b { local bool r; y.store(1, rel); r = x.load(acq); }\n";
  const auto ran = [&](std::vector<std::string> options) {
    options.insert(options.begin(), "check");
    options.insert(options.end(), {"--language", "rob", "-"});
    return run(options, {.input = text});
  };
  EXPECT_EQ(ran({"--model", "ra"}).exit, 1);
  const Ran forgiven = ran({"--observational"});
  EXPECT_EQ(forgiven.exit, 0) << forgiven.out;
  EXPECT_TRUE(has(forgiven.out, "robust against RA observationally")) << forgiven.out;
  EXPECT_TRUE(has(forgiven.out, "robust against RC11 observationally")) << forgiven.out;
  EXPECT_FALSE(has(forgiven.out, "TSO")) << forgiven.out;
  const Ran refused = ran({"--observational", "--model", "tso"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_TRUE(has(refused.err, "for the models ra, rc20 and rc11")) << refused.err;
}

TEST(Check, SpinLoopsAreNamedUnlessTheyAreTakenExactly) {
  EXPECT_TRUE(
      has(run({"check", "--model", "tso", "message.rob"}).out, "is treated as a blocking wait"));
  EXPECT_FALSE(has(run({"check", "--model", "tso", "--exact-loops", "message.rob"}).out,
                   "treated as a blocking wait"));
}

// Sanitizers take their time, and debug builds re-derive every row.
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__)
TEST(Check, AnswersASmallProgramQuickly) {
  double best = 1;
  for (int i = 0; i < 20; ++i) {
    best = std::min(best, run({"check", "--model", "ra", "dekker.rob"}).cpuSeconds);
  }
  EXPECT_LT(best, 0.005);
}
#endif

}  // namespace

}  // namespace robur::test
