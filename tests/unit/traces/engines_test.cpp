// The engine of `check` that enumerates SC graphs, alone and beside the search of states.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <atomic>
#include <string>

#include "check/check.h"
#include "frontend/rob/parse_rob.h"
#include "program/model_info.h"

namespace robur::testing {
namespace {

Program parsed(const std::string& text) {
  Parsed out = parseRob({"p.rob", text});
  EXPECT_TRUE(out.program.has_value());
  return std::move(*out.program);
}

// Each writer copies what its neighbour has written; the reader looks for the last zero. Under SC
// there are (n + 3) * 2^(n - 2) graphs (Kokologiannakis et al.), and far more states.
std::string lastZero(unsigned n) {
  std::string text = fmt::format(
      "atomic 0..{1} a[{1}];\nthread reader {{ local 0..{0} i = {0}; local 0..{1} v;\n"
      "v = a[i].load(acq); while (v != 0) {{ i = i - 1; v = a[i].load(acq); }} }}\n",
      n, n + 1);
  for (unsigned i = 1; i <= n; ++i) {
    text += fmt::format(
        "thread w{0} {{ local 0..{1} v; v = a[{2}].load(acq); a[{0}].store(v + 1, rel); }}\n", i,
        n + 1, i - 1);
  }
  return text;
}

// The receiver returns to the start of its loop with the registers that it had there, having read
// the second message but not the first. Its next load must not miss the first message.
constexpr const char* kRounds =
    "atomic bool x, y;\n"
    "thread sender { x.store(1, rlx); y.store(1, rlx); }\n"
    "thread receiver { local bool a, b;\n"
    "  do { a = x.load(rlx); b = y.load(rlx); } while (!(a && b)); }\n";

constexpr const char* kEndless =
    "atomic 0..7 x;\n"
    "thread a { local 0..7 n; while (true) { n = (n + 1) % 8; x.store(n, rel); } }\n";

CheckOptions asking(CheckEngine engine) {
  CheckOptions options;
  options.engine = engine;
  options.selfCheck = false;
  return options;
}

TEST(CheckEngines, CountGraphsThatAreKnown) {
  for (const unsigned n : {2u, 4u, 8u}) {
    const Result result = check(parsed(lastZero(n)), ModelName::Rc11, asking(CheckEngine::Graphs));
    EXPECT_EQ(result.verdict, Verdict::Robust) << result.reason;
    EXPECT_EQ(result.statistics.graphs, (n + 3) << (n - 2));
    EXPECT_EQ(result.statistics.engine, SearchEngine::Graphs);
  }
}

TEST(CheckEngines, RoundsWithoutEffectOrder) {
  const Program program = parsed(kRounds);
  for (const CheckEngine engine : {CheckEngine::States, CheckEngine::Graphs}) {
    EXPECT_EQ(check(program, ModelName::Rc11, asking(engine)).verdict, Verdict::NotRobust);
    EXPECT_EQ(check(program, ModelName::Tso, asking(engine)).verdict, Verdict::Robust);
  }
}

TEST(CheckEngines, GraphsHaveNoVerdictOnEndlessRuns) {
  const Program program = parsed(kEndless);
  const Result byGraphs = check(program, ModelName::Ra, asking(CheckEngine::Graphs));
  EXPECT_EQ(byGraphs.verdict, Verdict::Unknown);
  EXPECT_FALSE(byGraphs.reason.empty());
  EXPECT_EQ(check(program, ModelName::Ra, asking(CheckEngine::Auto)).verdict, Verdict::Robust);
}

// The search of states gives up at once here, so that the graphs must answer.
TEST(CheckEngines, GraphsAnswerWhenStatesGiveUp) {
  for (const unsigned workers : {1u, 2u}) {
    CheckOptions options = asking(CheckEngine::Auto);
    options.workers = workers;
    options.limits.maxBytes = std::uint64_t{8} << 20;
    const Result result = check(parsed(lastZero(9)), ModelName::Ra, options);
    EXPECT_EQ(result.verdict, Verdict::Robust) << result.reason;
  }
}

TEST(CheckEngines, SmallProgramsAreForTheStates) {
  const Result result = check(parsed(lastZero(2)), ModelName::Ra, asking(CheckEngine::Auto));
  EXPECT_EQ(result.verdict, Verdict::Robust);
  EXPECT_GT(result.statistics.states, 0u);
}

TEST(CheckEngines, AreInterrupted) {
  const std::atomic<bool> yes{true};
  for (const CheckEngine engine : {CheckEngine::Graphs, CheckEngine::Auto}) {
    CheckOptions options = asking(engine);
    options.interrupted = &yes;
    EXPECT_EQ(check(parsed(lastZero(14)), ModelName::Ra, options).verdict, Verdict::Unknown);
  }
}

}  // namespace
}  // namespace robur::testing
