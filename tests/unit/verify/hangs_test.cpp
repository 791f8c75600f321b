// Threads that wait forever under SC: the run that the search of states keeps, against brute force
// over src/graph on random programs, and what `robur verify` makes of it where runs need not end.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "frontend/language.h"
#include "generators/program.h"
#include "oracle/all_executions.h"
#include "program/print.h"
#include "support/volume.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kWaitingPrograms = kFewPrograms ? 100 : 1000;
constexpr std::size_t kMostWaitingGraphs = 1500;

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

}  // namespace
}  // namespace robur::testing
