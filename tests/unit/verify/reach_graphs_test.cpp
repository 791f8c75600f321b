// --reach by execution graphs against the engines that decide it in another way: potentials for
// SRA, states for SC.
#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

#include "generators/program.h"
#include "oracle/shrink.h"
#include "support/volume.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kReachPrograms = kFewPrograms ? 30 : 300;

// A state of one or two threads, and perhaps of a cell.
std::string formulaFor(const Program& program, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::string out;
  const auto add = [&](const std::string& test) { out += (out.empty() ? "" : " && ") + test; };
  for (std::size_t i = 0; i < 1 + seed % 2; ++i) {
    const std::uint32_t t = static_cast<std::uint32_t>(below(program.threads.size()));
    const Code& code = program.codeOf(ThreadId{t});
    if (!code.registers.empty()) {
      add(fmt::format("{}.{} == {}", program.threads[t].name,
                      code.registers[below(code.registers.size())].name, below(3)));
    }
    if (random() % 2 == 0) add(fmt::format("at({}, end)", program.threads[t].name));
  }
  if (out.empty() || random() % 2 == 0) {
    const auto cell = static_cast<std::uint32_t>(below(program.cellCount()));
    add(fmt::format("{} == {}", program.cellName(CellId{cell}), below(3)));
  }
  return out;
}

Safety answer(const Program& program, ModelName model, Engine engine, const std::string& formula) {
  const Machine machine(program);
  verify::VerifyOptions options;
  options.engine = engine;
  options.check.workers = 1;
  options.reach = *verify::parseReach(machine, formula).reach;
  return verify::verify(program, model, options).safety;
}

// SC is decided by its own search, SRA by potentials.
struct Question {
  ModelName model{};
  Engine other{};
};

class ReachByGraphs : public ::testing::TestWithParam<Question> {};

TEST_P(ReachByGraphs, AgreesWithAnotherEngine) {
  const auto [model, other] = GetParam();
  std::size_t reached = 0;
  std::size_t compared = 0;
  for (std::uint64_t seed = 9001; seed <= 9000 + kReachPrograms; ++seed) {
    GeneratorOptions options;
    options.model = model;
    const Program program = generate(seed, options);
    const std::string formula = formulaFor(program, seed);
    const Safety expected = answer(program, model, other, formula);
    const Safety found = answer(program, model, Engine::Graphs, formula);
    // A search under SC alone says unknown where it finds nothing.
    const bool unreachable =
        expected == Safety::Safe || (other == Engine::Sc && expected == Safety::Unknown);
    if (found == Safety::Unknown || (expected == Safety::Unknown && other != Engine::Sc)) continue;
    ++compared;
    reached += found == Safety::Unsafe;
    ASSERT_EQ(found == Safety::Safe, unreachable) << "seed " << seed << ": " << formula << "\n"
                                                  << keepProgram(program, "reach", formula);
  }
  std::cout << "seeds from 9001: " << compared << " compared, " << reached << " reached\n";
  EXPECT_GT(compared, kReachPrograms / 3);
  EXPECT_GT(reached, kReachPrograms / 10);
  EXPECT_LT(reached, compared);
}

INSTANTIATE_TEST_SUITE_P(Models, ReachByGraphs,
                         ::testing::Values(Question{ModelName::Sc, Engine::Sc},
                                           Question{ModelName::Sra, Engine::Potential}),
                         [](const auto& q) { return std::string(spelling(q.param.model)); });

}  // namespace
}  // namespace robur::testing
