// Final states, hangs and consequences against brute force over src/graph, on random programs.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "generators/program.h"
#include "oracle/all_executions.h"
#include "oracle/shrink.h"
#include "program/model_info.h"
#include "support/volume.h"
#include "verify/consequence.h"
#include "verify/final_states.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kEndPrograms = kFewPrograms ? 40 : 400;
constexpr std::size_t kMostEndGraphs = 1500;

verify::Observables everything(const Program& program) {
  verify::Observables out;
  for (unsigned t = 0; t < program.threads.size(); ++t) {
    const std::size_t count = program.codeOf(ThreadId{t}).registers.size();
    for (std::uint32_t r = 0; r < count; ++r) out.registers.push_back({t, r});
  }
  for (std::uint32_t c = 0; c < program.cellCount(); ++c) out.cells.push_back(c);
  return out;
}

bool hasChoicesOrAssumptions(const Program& program, bool& choices) {
  bool assumptions = false;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      choices = choices || in.op == Instr::Op::Choose || in.op == Instr::Op::Havoc;
      assumptions = assumptions || in.op == Instr::Op::Assume;
    }
  }
  return assumptions;
}

bool isNew(const AllExecutions::Group& group) {
  return group.sequential.empty();
}

Consequence::Answer answerOf(const AllExecutions& all) {
  const auto fresh = [](const auto& entry) { return isNew(entry.second); };
  if (std::any_of(all.hangs.begin(), all.hangs.end(), fresh)) return Consequence::Answer::Harmful;
  if (std::any_of(all.ends.begin(), all.ends.end(), fresh)) return Consequence::Answer::Different;
  return Consequence::Answer::Harmless;
}

struct Seen {
  std::size_t compared = 0;
  std::size_t hangs = 0;
  std::size_t different = 0;
  std::size_t harmful = 0;
};

// Empty if the two agree.
std::string difference(const Program& program, ModelName model, Seen& seen) {
  bool choices = false;
  if (hasChoicesOrAssumptions(program, choices)) return {};
  const AllExecutions all = allExecutions(program, model, kMostEndGraphs);
  if (all.tooBig || all.race || !all.faults.empty()) return {};
  verify::ExecutionsOptions options;
  options.observables = everything(program);
  options.exactLoops = true;
  const verify::Executions found = verify::allExecutions(program, model, options);
  if (!found.complete()) return "it is not complete: " + found.reason;
  if (found.error) return "an error that is none";
  if (found.states.states.size() != all.ends.size()) {
    return fmt::format("{} final states instead of {}", found.states.states.size(),
                       all.ends.size());
  }
  std::uint64_t notSc = 0;
  for (const FinalStates::State& state : found.states.states) {
    notSc += state.executions - state.sequential;
    const auto group = all.ends.find(state.values);
    if (group == all.ends.end()) return "a final state that is none";
    const bool sameCounts = state.executions == group->second.all.size() &&
                            state.sequential == group->second.sequential.size();
    if (!choices && !sameCounts) return "other numbers of executions";
    if ((state.sequential == 0) != isNew(group->second)) return "a state is wrongly new";
  }
  if (found.states.notSc != notSc) return "another number of executions that are not SC";
  if (found.hang.has_value() != !all.hangs.empty()) return "a hang is missed, or is none";
  verify::ConsequenceOptions asking;
  asking.observables = options.observables;
  asking.exactLoops = true;
  asking.seconds = 0;
  const Consequence consequence = verify::consequenceOf(program, model, asking);
  // Where the model has no data races, plain accesses that nothing orders are harm of another kind.
  const bool conflict =
      infoOf(model).races == DataRaces::None && consequence.property == Consequence::Bad::Race;
  if (conflict) {
    const ExecutionGraph& graph = consequence.finding->witness.graph;
    const bool real = dataRace(program, graph, ModelName::Ra).has_value() &&
                      !consistent(program, graph, ModelName::Sc);
    if (!real) return "a conflict that is none";
  } else if (consequence.answer != answerOf(all)) {
    return fmt::format("the answer is {} instead of {}", spelling(consequence.answer),
                       spelling(answerOf(all)));
  }
  if (consequence.answer == Consequence::Answer::Different &&
      (!consequence.finding || !consequence.departure)) {
    return "the new final state has no execution";
  }
  ++seen.compared;
  seen.hangs += !all.hangs.empty();
  seen.different += consequence.answer == Consequence::Answer::Different;
  seen.harmful += consequence.answer == Consequence::Answer::Harmful;
  return {};
}

class FinalStatesOf : public ::testing::TestWithParam<ModelName> {};

TEST_P(FinalStatesOf, RandomProgramsAreThoseOfBruteForce) {
  Seen seen;
  for (std::uint64_t seed = 7001; seed <= 7000 + kEndPrograms; ++seed) {
    GeneratorOptions options;
    options.model = GetParam();
    options.scAccesses = infoOf(GetParam()).accessOrders && seed % 2 == 0;
    const Program program = generate(seed, options);
    const std::string what = difference(program, GetParam(), seen);
    if (what.empty()) continue;
    const auto fails = [&](const Program& p) {
      Seen ignored;
      return !difference(p, GetParam(), ignored).empty();
    };
    FAIL() << "seed " << seed << ": " << what
           << ", shrunk: " << keepProgram(shrink(program, fails, 600), "final-states", what);
  }
  std::cout << "seeds from 7001: " << seen.compared << " programs, " << seen.hangs
            << " with hangs, " << seen.different << " different, " << seen.harmful << " harmful\n";
  EXPECT_GT(seen.compared, kEndPrograms / 8);
  EXPECT_GT(seen.hangs, 0u);
  EXPECT_EQ(seen.different > 0, GetParam() != ModelName::Sc);
}

INSTANTIATE_TEST_SUITE_P(Models, FinalStatesOf, ::testing::ValuesIn(kAllModels),
                         [](const auto& model) { return std::string(spelling(model.param)); });

}  // namespace
}  // namespace robur::testing
