// Runs are followed by the shortest way through what a thread chooses by itself.
#include "repair/trace.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "frontend/rob/parse_rob.h"

namespace robur {
namespace {

// Each thread may go round its loop without doing anything, which is what it can choose first.
TEST(RepairTrail, LoopsOfChoicesAreNotWalkedRound) {
  const std::string text =
      "atomic bool x, y;\n"
      "thread a {\n  local bool r;\n  local bool idle;\n"
      "  loop {\n    choose { idle = 1; } or { idle = 0; } or { x.store(1, rlx); break; }\n  }\n"
      "  loop {\n    choose { idle = 1; } or { idle = 0; } or { r = y.load(rlx); break; }\n  }\n}\n"
      "thread b {\n  local bool r;\n  y.store(1, rlx);\n  r = x.load(rlx);\n}\n";
  const Parsed parsed = parseRob({"p.rob", text});
  ASSERT_TRUE(parsed.program) << text;
  for (const ModelName model : {ModelName::Tso, ModelName::Ra, ModelName::Rc11}) {
    CheckOptions options;
    options.workers = 1;
    options.exactLoops = true;
    unsigned seen = 0;
    options.onViolation = [&](const Finding& finding) {
      const auto trace = traceOf(*parsed.program, finding.witness);
      EXPECT_TRUE(trace);
      if (!trace) return false;
      std::size_t events = 0;
      for (const TraceStep& step : *trace) events += step.event == kNoEvent ? 0 : 1;
      EXPECT_EQ(events, finding.witness.run.size());
      EXPECT_LE(trace->size(), 8 * finding.witness.run.size());
      ++seen;
      return false;
    };
    EXPECT_EQ(check(*parsed.program, model, options).verdict, Verdict::NotRobust);
    EXPECT_GT(seen, 0u);
  }
}

}  // namespace
}  // namespace robur
