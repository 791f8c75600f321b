// Threads that wait forever under SC: the run that the search of states keeps, against brute force
// over src/graph on random programs, and what `robur verify` makes of it where runs need not end.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "frontend/language.h"
#include "generators/program.h"
#include "oracle/all_executions.h"
#include "program/print.h"
#include "support/volume.h"
#include "verify/sc_spins.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kWaitingPrograms = kFewPrograms ? 100 : 1000;
constexpr std::size_t kMostWaitingGraphs = 1500;

using Spins = verify::ScSpins::Answer;

Result waitsOf(const Program& program) {
  CheckOptions options;
  options.hangs = true;
  options.workers = 1;
  return check(program, ModelName::Sc, options);
}

bool assumes(const Program& program) {
  return std::ranges::any_of(program.codes, [](const Code& code) {
    return std::ranges::find(code.instrs, Instr::Op::Assume, &Instr::op) != code.instrs.end();
  });
}

TEST(HangsUnderSc, AreThoseOfBruteForce) {
  std::size_t compared = 0;
  std::size_t hanging = 0;
  for (std::uint64_t seed = 9001; seed <= 9000 + kWaitingPrograms; ++seed) {
    const Program program = generate(seed, {.model = ModelName::Ra});
    if (assumes(program)) continue;
    const AllExecutions all = allExecutions(program, ModelName::Sc, kMostWaitingGraphs);
    if (all.tooBig || all.race || !all.faults.empty()) continue;
    ++compared;
    hanging += !all.hangs.empty();
    for (const Program& written : {program, waitsAsLoops(program)}) {
      const Result result = waitsOf(written);
      ASSERT_EQ(result.hang.has_value(), !all.hangs.empty()) << seed << "\n" << printRob(written);
      if (!result.hang) continue;
      EXPECT_EQ(result.hang->property, Property::Hang);
      EXPECT_FALSE(result.hang->message.empty());
      EXPECT_TRUE(consistent(written, result.hang->witness.graph, ModelName::Sc));
    }
  }
  std::cout << "seeds from 9001: " << compared << " programs, " << hanging << " with hangs\n";
  EXPECT_GT(compared, kWaitingPrograms / 4);
  EXPECT_GT(hanging, 0u);
  EXPECT_LT(hanging, compared);
}

// With every wait written as a loop: a search of states that runs each thread alone.
TEST(SpinsUnderSc, AreThoseOfBruteForce) {
  std::size_t compared = 0;
  std::size_t spinning = 0;
  for (std::uint64_t seed = 12001; seed <= 12000 + kWaitingPrograms; ++seed) {
    const Program program = generate(seed, {.model = ModelName::Ra});
    if (assumes(program)) continue;
    const AllExecutions all = allExecutions(program, ModelName::Sc, kMostWaitingGraphs);
    if (all.tooBig || all.race || !all.faults.empty()) continue;
    ++compared;
    spinning += !all.hangs.empty();
    const Spins expected = all.hangs.empty() ? Spins::None : Spins::Some;
    for (const Program& written : {program, waitsAsLoops(program)}) {
      EXPECT_EQ(verify::spinsUnderSc(written, 1'000'000, [] { return false; }).answer, expected)
          << seed << "\n"
          << printRob(written);
    }
  }
  std::cout << "seeds from 12001: " << compared << " programs, " << spinning << " with hangs\n";
  EXPECT_GT(compared, kWaitingPrograms / 4);
  EXPECT_GT(spinning, 0u);
  EXPECT_LT(spinning, compared);
}

TEST(SpinsUnderSc, AreNotKnownBeyondALimit) {
  std::string text = "atomic i32 a;\nthread one {\n";
  for (int i = 1; i < 20; ++i) text += fmt::format("  a.store({});\n", i);
  text += "}\nthread two { local i32 r; while (r < 10) { r = a.load(); } }\n";
  const Parsed parsed = parse(Language::Rob, {"limit.rob", text});
  ASSERT_TRUE(parsed.program) << parsed.diagnostics[0].message;
  const auto never = [] { return false; };
  const auto always = [] { return true; };
  EXPECT_EQ(verify::spinsUnderSc(*parsed.program, 10, never).answer, Spins::Unknown);
  EXPECT_EQ(verify::spinsUnderSc(*parsed.program, 1000, always).answer, Spins::Unknown);
  EXPECT_EQ(verify::spinsUnderSc(*parsed.program, 1000, never).answer, Spins::None);
}

// Runs need not end, so that graphs cannot tell. Under every model there is the run of SC.
TEST(HangsUnderSc, AreShownWhereRunsNeedNotEnd) {
  const Parsed parsed =
      parse(Language::Rob,
            {"endless.rob",
             "atomic bool a, b;\n"
             "thread one { loop { a.store(1, sc); wait(b == 0, sc); a.store(0, sc); } }\n"
             "thread two { loop { b.store(1, sc); wait(a == 0, sc); b.store(0, sc); } }\n"});
  ASSERT_TRUE(parsed.program);
  for (const ModelName model : {ModelName::Sc, ModelName::Tso, ModelName::Ra, ModelName::Rc11}) {
    const Verification found = verify::verify(*parsed.program, model, {});
    ASSERT_TRUE(found.finding);
    EXPECT_EQ(found.safety, Safety::Unsafe);
    EXPECT_EQ(found.finding->property, Property::Hang);
    EXPECT_FALSE(found.finding->witness.run.empty());
    EXPECT_FALSE(found.departure);
  }
}

// A thread that stops at an assumption is at no end of a run, so nobody waits forever.
TEST(HangsUnderSc, AreNotWhatAnAssumptionExcludes) {
  const Parsed parsed =
      parse(Language::Rob, {"assumed.rob",
                            "atomic bool a;\nthread one { wait(a == 1, acq); }\n"
                            "thread two { local bool r; r = a.load(acq); assume(r == 1); }\n"});
  ASSERT_TRUE(parsed.program);
  const Result result = waitsOf(*parsed.program);
  EXPECT_FALSE(result.blocked.empty());
  EXPECT_FALSE(result.hang);
}

Verification verified(const std::string& text, ModelName model) {
  const Parsed parsed = parse(Language::Rob, {"hangs.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  return parsed.program ? verify::verify(*parsed.program, model, {}) : Verification{};
}

// No state shows that the thread goes round forever.
TEST(Hangs, AreFoundInLoopsOfRobustPrograms) {
  const std::string text =
      "atomic bool x, y;\n"
      "thread one { local bool r; do { r = x.load(sc); } while (r != y.load(sc)); }\n"
      "thread two { x.store(1, sc); }\n";
  for (const ModelName model : {ModelName::Sc, ModelName::Ra, ModelName::Rc11}) {
    const Verification found = verified(text, model);
    EXPECT_EQ(found.safety, Safety::Unsafe);
    ASSERT_TRUE(found.finding);
    EXPECT_EQ(found.finding->property, Property::Hang);
  }
}

// Under SC one of the threads sees the other and lets it go on. Potentials show that nothing else
// is bad under RA, so hangs are a question of their own.
TEST(Hangs, OfWeakMemoryAreFoundInProgramsThatAreSafeOtherwise) {
  const std::string text =
      "atomic bool x, y, go;\n"
      "thread one { local bool r; x.store(1, rel); r = y.load(acq);\n"
      "  if (r == 0) wait(go == 1, acq); else go.store(1, rel); }\n"
      "thread two { local bool r; y.store(1, rel); r = x.load(acq);\n"
      "  if (r == 0) wait(go == 1, acq); else go.store(1, rel); }\n";
  const Verification sc = verified(text, ModelName::Sc);
  EXPECT_EQ(sc.safety, Safety::Safe);
  EXPECT_EQ(sc.hangs, Hangs::None);
  for (const ModelName model : {ModelName::Tso, ModelName::Sra, ModelName::Ra, ModelName::Rc11}) {
    const Verification found = verified(text, model);
    EXPECT_EQ(found.safety, Safety::Unsafe);
    ASSERT_TRUE(found.finding);
    EXPECT_EQ(found.finding->property, Property::Hang);
    EXPECT_TRUE(found.departure);
  }
}

}  // namespace
}  // namespace robur::testing
