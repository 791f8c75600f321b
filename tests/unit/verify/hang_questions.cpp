#include "unit/verify/hang_questions.h"

#include <gtest/gtest.h>

#include "frontend/language.h"

namespace robur::testing {

namespace {

constexpr std::size_t kMostHangingGraphs = 1000;
constexpr std::size_t kMostHangingStates = 20000;

}  // namespace

bool asks(const Program& program, const LocalQuestion& question) {
  const Machine machine(program);
  std::string reason;
  const auto locals = verify::localGraphsOf(machine, kMostHangingStates, reason);
  return !locals || question(machine, *locals);
}

bool asks(const std::string& text, const LocalQuestion& question) {
  const Parsed parsed = parse(Language::Rob, {"hangs.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  return !parsed.program || asks(*parsed.program, question);
}

void forEachHanging(std::uint64_t firstSeed, std::uint64_t each,
                    const std::function<void(std::uint64_t, const Program&)>& visit) {
  for (const ModelName model : {ModelName::Sc, ModelName::Tso, ModelName::Ra, ModelName::Rc11}) {
    for (std::uint64_t seed = firstSeed; seed < firstSeed + each; ++seed) {
      const Program program = generate(seed, {.model = model});
      const AllExecutions all = allExecutions(program, model, kMostHangingGraphs);
      if (!all.tooBig && !all.hangs.empty()) visit(seed, program);
    }
  }
}

}  // namespace robur::testing
