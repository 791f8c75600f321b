// What executions mean, on programs made for one rule each that random programs seldom need: hangs
// of weak memory beside hangs of SC, assumptions, loops without end, plain accesses under TSO.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "frontend/language.h"
#include "generators/program.h"
#include "verify/consequence.h"
#include "verify/final_states.h"

namespace robur::testing {
namespace {

using Answer = Consequence::Answer;

Program parsedRob(const std::string& text) {
  Parsed parsed = parse(Language::Rob, {"p.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  return std::move(parsed.program).value();
}

Consequence meaningOf(const std::string& text, ModelName model) {
  const Program program = parsedRob(text);
  verify::ConsequenceOptions options;
  options.seconds = 0;
  for (std::uint32_t c = 0; c < program.cellCount(); ++c) options.observables.cells.push_back(c);
  return verify::consequenceOf(program, model, options);
}

// Thread a waits for b only if it did not see b's flag; under SC, b then sees a's.
constexpr const char* kBuffered =
    "  x.store(1, rlx); r = y.load(rlx);\n"
    "  if (r == 0) wait(go == 1, acq);\n"
    "}\n"
    "thread b { local bool r; y.store(1, rlx); r = x.load(rlx); if (r == 1) go.store(1, rel); }\n";

TEST(Consequences, AHangOfWeakMemoryIsHarm) {
  for (const ModelName model : {ModelName::Tso, ModelName::Ra, ModelName::Rc11}) {
    const Consequence found = meaningOf(
        std::string("atomic bool x, y, go;\nthread a { local bool r;\n") + kBuffered, model);
    EXPECT_EQ(found.answer, Answer::Harmful);
    EXPECT_EQ(found.property, Consequence::Bad::Hang);
    EXPECT_TRUE(found.departure);
    EXPECT_EQ(found.place.line, 4u);
  }
}

// The same thread can wait forever elsewhere, under SC too. That is not the hang that is shown.
TEST(Consequences, AHangOfWeakMemoryIsNotHiddenByOneOfSc) {
  const Consequence found = meaningOf(std::string("atomic bool x, y, go, first, never;\n"
                                                  "thread c { first.store(1, rel); }\n"
                                                  "thread a { local bool r; r = first.load(acq);\n"
                                                  "  if (r == 0) wait(never == 1, acq);\n") +
                                          kBuffered,
                                      ModelName::Ra);
  EXPECT_EQ(found.answer, Answer::Harmful);
  EXPECT_EQ(found.property, Consequence::Bad::Hang);
  EXPECT_TRUE(found.departure);
  EXPECT_EQ(found.place.line, 6u);
}

TEST(Consequences, AHangOfScIsAnOrdinaryOne) {
  const Consequence found =
      meaningOf("atomic bool x;\nthread a { wait(x == 1, acq); }\nthread b { x.store(0, rel); }\n",
                ModelName::Ra);
  EXPECT_EQ(found.answer, Answer::Harmless);
  EXPECT_FALSE(found.details.empty());
}

TEST(Consequences, SayWhetherAnErrorIsOrdinary) {
  const std::string weak =
      "atomic bool x, y, won;\n"
      "thread a { local bool r; x.store(1, rlx); r = y.load(rlx);\n"
      "  if (r == 0) r = won.exchange(1, acq_rel); else r = 0; assert(r == 0); }\n"
      "thread b { local bool r; y.store(1, rlx); r = x.load(rlx);\n"
      "  if (r == 0) r = won.exchange(1, acq_rel); else r = 0; assert(r == 0); }\n";
  const Consequence harm = meaningOf(weak, ModelName::Ra);
  EXPECT_EQ(harm.answer, Answer::Harmful);
  EXPECT_EQ(harm.property, Consequence::Bad::Assertion);
  EXPECT_TRUE(harm.details.empty());
  const Consequence ordinary = meaningOf(
      "atomic bool x;\nthread a { x.store(1, rel); }\n"
      "thread b { local bool r; r = x.load(acq); assert(r == 0); }\n",
      ModelName::Ra);
  EXPECT_EQ(ordinary.answer, Answer::Harmful);
  EXPECT_FALSE(ordinary.details.empty());
}

// TSO has no data races. Plain accesses that only weak memory brings together are harm all the
// same.
TEST(Consequences, APlainConflictOfTsoIsHarm) {
  const std::string both =
      "atomic bool x, y;\nplain 0..2 data;\n"
      "thread a { local bool r; x.store(1, rlx); r = y.load(rlx); if (r == 0) data = 1; }\n"
      "thread b { local bool r; y.store(1, rlx); r = x.load(rlx); if (r == 0) data = 2; }\n";
  const Consequence found = meaningOf(both, ModelName::Tso);
  EXPECT_EQ(found.answer, Answer::Harmful);
  EXPECT_EQ(found.property, Consequence::Bad::Race);
}

// A loop that writes need not end: nothing is known then, but errors in its first rounds count.
TEST(Consequences, OfLoopsThatNeedNotEnd) {
  const std::string loop =
      "atomic bool x;\nthread a { loop { x.store(1, rel); x.store(0, rel); } }\n";
  const Consequence open =
      meaningOf(loop + "thread b { local bool r; r = x.load(acq); }\n", ModelName::Ra);
  EXPECT_EQ(open.answer, Answer::Unknown);
  EXPECT_FALSE(open.complete);
  const Consequence harm = meaningOf(
      loop + "thread b { local bool r; r = x.load(acq); assert(r == 0); }\n", ModelName::Ra);
  EXPECT_EQ(harm.answer, Answer::Harmful);
  EXPECT_EQ(harm.unroll, 1u);
  verify::ExecutionsOptions options;
  const verify::Executions executions =
      verify::allExecutions(parsedRob(loop), ModelName::Ra, options);
  EXPECT_FALSE(executions.states.complete);
}

TEST(FinalStates, AreNotThoseThatAnAssumptionExcludes) {
  const Program program = parsedRob(
      "atomic bool x;\nthread a { x.store(1, rel); }\n"
      "thread b { local bool r; r = x.load(acq); assume(r == 1); }\n");
  verify::ExecutionsOptions options;
  options.observables.registers.push_back({1, 0});
  const verify::Executions found = verify::allExecutions(program, ModelName::Ra, options);
  EXPECT_EQ(found.states.excluded, 1u);
  ASSERT_EQ(found.states.states.size(), 1u);
  EXPECT_EQ(found.states.states[0].values, std::vector<std::int64_t>{1});
}

// Workers share the executions, and what each has seen is put together.
TEST(FinalStates, DoNotDependOnWorkers) {
  for (std::uint64_t seed = 8001; seed <= 8060; ++seed) {
    const Program program = generate(seed, {.model = ModelName::Ra});
    verify::ExecutionsOptions options;
    for (std::uint32_t c = 0; c < program.cellCount(); ++c) options.observables.cells.push_back(c);
    const verify::Executions one = verify::allExecutions(program, ModelName::Ra, options);
    if (!one.complete() || one.error) continue;
    options.workers = 3;
    const verify::Executions several = verify::allExecutions(program, ModelName::Ra, options);
    EXPECT_EQ(several.states.executions, one.states.executions) << seed;
    EXPECT_EQ(several.states.notSc, one.states.notSc) << seed;
    EXPECT_EQ(several.hang.has_value(), one.hang.has_value()) << seed;
    if (one.hang && several.hang) {
      EXPECT_EQ(several.hang->sequential, one.hang->sequential) << seed;
    }
    ASSERT_EQ(several.states.states.size(), one.states.states.size()) << seed;
    for (std::size_t i = 0; i < one.states.states.size(); ++i) {
      const FinalStates::State& a = one.states.states[i];
      const FinalStates::State& b = several.states.states[i];
      EXPECT_EQ(std::tie(a.values, a.executions, a.sequential),
                std::tie(b.values, b.executions, b.sequential))
          << seed;
    }
  }
}

}  // namespace
}  // namespace robur::testing
