// Litmus tests round trip: a random program that can be written as a litmus test is read back as a
// program with the same final states, each with the same number of executions, under every model.
#include <gtest/gtest.h>

#include <map>

#include "frontend/litmus/parse_litmus.h"
#include "generators/program.h"
#include "litmus/export.h"
#include "program/print.h"
#include "property/shard.h"
#include "verify/final_states.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kRoundTrips = 400;

using States = std::map<std::vector<std::int64_t>, std::pair<std::uint64_t, std::uint64_t>>;

struct Outcomes {
  States states;
  bool error = false;
};

Outcomes outcomesOf(const Program& program, ModelName model, const verify::Observables& observed,
                    const std::vector<std::size_t>& order) {
  verify::ExecutionsOptions options;
  options.observables = observed;
  options.endAtError = false;
  options.exactLoops = true;
  const verify::Executions all = verify::allExecutions(program, model, options);
  Outcomes out;
  EXPECT_TRUE(all.complete()) << all.reason;
  out.error = all.error.has_value();
  for (const FinalStates::State& state : all.states.states) {
    std::vector<std::int64_t> values;
    for (const std::size_t i : order) values.push_back(state.values[i]);
    out.states[values] = {state.executions, state.sequential};
  }
  return out;
}

// The program with what litmus tests have: numbers without bounds, updates without conditions, no
// waits and no assertions.
Program plainVersion(Program program) {
  for (Location& location : program.locations) location.type = kInt32;
  for (Code& code : program.codes) {
    for (Register& r : code.registers) r.type = kInt32;
    for (Instr& instr : code.instrs) {
      if (instr.op == Instr::Op::Assert || instr.op == Instr::Op::Assume) {
        instr.op = Instr::Op::Goto;
        instr.value = nullptr;
      } else if (instr.op == Instr::Op::Wait && instr.dst != kNoReg) {
        instr.op = Instr::Op::Load;
        instr.value = nullptr;
      } else if (instr.op == Instr::Op::Cas || instr.op == Instr::Op::Bcas) {
        instr.op = Instr::Op::Rmw;
        instr.rmw = RmwOp::Exchange;
        instr.expected = nullptr;
        instr.failOrder = Order::Rlx;
      }
    }
  }
  return program;
}

class LitmusRoundTrip : public ::testing::TestWithParam<ModelName> {};

TEST_P(LitmusRoundTrip, TheFinalStatesAreTheSame) {
  const ModelName model = GetParam();
  std::size_t written = 0, several = 0;
  for (std::uint64_t seed = 1; seed <= kRoundTrips; ++seed) {
    GeneratorOptions options;
    options.model = model;
    options.scAccesses = seed % 2 == 0;
    const Program program = plainVersion(generate(seed, options));
    const verify::Observables observed = verify::defaultObservables(program, true);
    FinalCondition condition = verify::conditionOn(observed);
    condition.test = "random";
    std::string text;
    try {
      text = litmus::exportLitmus(program, condition);
    } catch (const litmus::ExportError&) {
      continue;
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + printRob(program) + "\n" + text);
    const Parsed again = robur::parseLitmus({"random.litmus", text});
    ASSERT_TRUE(again.program) << again.diagnostics[0].message;
    ASSERT_EQ(again.condition->observed.size(), condition.observed.size());
    // Names are sorted when they are read; the list of locations has them in the old order.
    const std::string list = text.substr(text.find("locations ["));
    std::vector<std::pair<std::size_t, std::size_t>> at;
    for (std::size_t i = 0; i < again.condition->observed.size(); ++i) {
      std::string name = again.condition->observed[i].name;
      if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
      const std::size_t first = list.find("[" + name + ";");
      at.emplace_back(first != std::string::npos ? first : list.find(" " + name + ";"), i);
    }
    std::sort(at.begin(), at.end());
    std::vector<std::size_t> order, same;
    for (const auto& [position, i] : at) {
      order.push_back(i);
      same.push_back(same.size());
    }
    const Outcomes before = outcomesOf(program, model, observed, same);
    const Outcomes after =
        outcomesOf(*again.program, model, verify::observablesOf(*again.condition), order);
    EXPECT_EQ(before.states, after.states);
    EXPECT_EQ(before.error, after.error);
    if (HasFailure()) return;
    ++written;
    several += before.states.size() > 1;
  }
  EXPECT_GT(written, 20u);
  EXPECT_GT(several, 10u);
}

INSTANTIATE_TEST_SUITE_P(Models, LitmusRoundTrip, ::testing::ValuesIn(kAllModels),
                         [](const auto& test) { return std::string(spelling(test.param)); });

}  // namespace
}  // namespace robur::testing
